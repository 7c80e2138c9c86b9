"""The schemas of events and ledgers."""

import re
from inspect import getdoc
from typing import Any, Final

from msgspec import Struct, json

from service.http.openapi.names import schema
from service.model.ledger import Interruption, Ledger, Repair, Stretch
from service.model.timeline import AnyEvent, Options, Timeline
from service.timeline.clock import LATEST

_SENT: Final[tuple[type[Struct], ...]] = (Ledger, Interruption, Repair, Stretch)
"""What an answer is made of; it always has all its members."""
_MOMENT: Final = [{"type": "string", "format": "date-time"}, {"type": "number"}]
_COMPONENT: Final = "#/components/schemas/{name}"


def ledger_schemas() -> dict[str, Any]:
    """The components that have to do with timelines."""
    return {**_events(), **_timeline(), **_ledger(), "EventTime": _event_time()}


def described(made: dict[str, Any], told: type[Struct]) -> dict[str, Any]:
    """A schema whose members say what `Attributes:` of a docstring says of them."""
    words, _, attributes = (getdoc(told) or "").partition("\n\nAttributes:\n")
    lines = dict(re.findall(r"^    (\w+): (.*)$", attributes, re.MULTILINE))
    members = {
        name: {**one, "description": _sentence(lines[name])} if name in lines else one
        for name, one in made["properties"].items()
    }
    return {**made, "description": words, "properties": members}


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.:')}."


def _events() -> dict[str, Any]:
    """Each kind of event, under a name that says that it is one, and all of them as one."""
    [any_event], made = json.schema_components((AnyEvent,), ref_template=f"{_COMPONENT}Event")
    return {**{f"{name}Event": _by_moment(one) for name, one in made.items()}, "TimelineEvent": any_event}


def _timeline() -> dict[str, Any]:
    _, made = json.schema_components((Timeline,), ref_template=_COMPONENT)
    whole = described(made["Timeline"], Options)
    whole["description"] = getdoc(Timeline)
    whole["properties"]["events"] = {"type": "array", "items": schema("TimelineEvent")}
    return {"Timeline": whole}


def _ledger() -> dict[str, Any]:
    _, made = json.schema_components(_SENT, ref_template=_COMPONENT)
    made["Ledger"] = described(made["Ledger"], Ledger)
    for one in made.values():
        one["required"] = list(one["properties"])
        for member in one["properties"].values():
            member.pop("default", None)
    return made


def _event_time() -> dict[str, Any]:
    """How moments are written, once for all events."""
    text, number = _MOMENT
    words = "RFC 3339 text with an offset, or a number of seconds since any origin; one timeline uses one form."
    return {"anyOf": [text, {**number, "minimum": -LATEST, "maximum": LATEST}], "description": words}


def _by_moment(part: Any) -> Any:
    """The same schema, with moments by reference."""
    if isinstance(part, list):
        return [_by_moment(one) for one in part]
    if not isinstance(part, dict):
        return part
    if part.get("anyOf") == _MOMENT:
        return schema("EventTime")
    if part.get("anyOf", [])[:2] == _MOMENT:
        return {**part, "anyOf": [schema("EventTime"), *part["anyOf"][2:]]}
    return {name: _by_moment(value) for name, value in part.items()}
