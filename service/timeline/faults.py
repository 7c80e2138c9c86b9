"""What is wrong with the text of an event or of a timeline, in words that say what to write instead."""

import re
from collections.abc import Collection
from typing import Any, Final, get_args

from msgspec import DecodeError, ValidationError, json, structs

from service.errors import nearest
from service.language.values import MAX_SHOWN
from service.model.ledger import Badput
from service.model.timeline import AnyEvent

_FIELDS: Final[dict[str, list[str]]] = {
    str(kind.__struct_config__.tag): [field.name for field in structs.fields(kind)] for kind in get_args(AnyEvent)
}
_SAID: Final = re.compile(r"(?P<words>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_EXPECTED: Final = re.compile(r"Expected `(.*)`, got `(.*)`")
_TYPES: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_MOMENT: Final = "a moment is RFC 3339 text with an offset (`2026-03-01T12:30:00Z`), or a number of seconds"


def fault_of(text: bytes, error: DecodeError) -> tuple[str, str]:
    """A code, and a sentence."""
    if not isinstance(error, ValidationError):
        return "malformed", f"this is no JSON object: {lower(str(error))}"
    value = _value(text)
    if not isinstance(value, dict):
        return "wrong-type", 'an event is a JSON object such as `{"event": "step", "time": 12.5, "step": 3}`'
    words, path = said(error)
    if words == "Object missing required field `event`":
        return "missing-member", f"`event` is missing: it says what happened, {_listed(_FIELDS)}"
    if path == "event":
        return "unknown-event", _not_known(str(value["event"]), _FIELDS)
    if "datetime" in words:
        return "wrong-type", f"`{path}` is no moment: {_MOMENT}"
    if words.startswith("Invalid enum value"):
        chosen = str(value.get(path))[:MAX_SHOWN]
        return "unknown-choice", f"`{path}` is one of {_listed(get_args(Badput))}, not `{chosen}`"
    return fault(words, path, _FIELDS.get(str(value.get("event")), []))


def fault(words: str, path: str, known: Collection[str]) -> tuple[str, str]:
    """A code and a sentence for what msgspec says of an object with members that have these names."""
    missing, unknown, expected = (one.fullmatch(words) for one in (_MISSING, _UNKNOWN, _EXPECTED))
    if missing:
        return "missing-member", f"`{missing[1]}` is missing"
    if unknown:
        return "unknown-member", _not_known(unknown[1], known)
    if expected:
        wanted = " or ".join(_TYPES.get(one, one) for one in expected[1].split(" | ") if one != "null")
        return "wrong-type", f"{f'`{path}`' if path else 'this'} must be {wanted}, not {_TYPES.get(expected[2])}"
    return "out-of-range", f"`{path}`: {lower(words)}" if path else lower(words)


def said(error: Exception) -> tuple[str, str]:
    """What msgspec says, and of which member."""
    found = _SAID.fullmatch(str(error))
    return (found["words"], found["path"] or "") if found else (str(error), "")


def lower(words: str) -> str:
    """The words as they go on in a sentence."""
    return words if words[:2].isupper() else f"{words[:1].lower()}{words[1:]}"


def _value(text: bytes) -> Any:
    try:
        return json.decode(text)
    except (DecodeError, RecursionError):
        return None


def _not_known(name: str, known: Collection[str]) -> str:
    close = nearest(name, known)
    hint = f"the nearest is `{close}`" if close else f"known are {_listed(known)}"
    return f"`{name[:MAX_SHOWN]}` is not known here; {hint}"


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
