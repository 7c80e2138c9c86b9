"""The operations that account for the time of a job."""

from http import HTTPStatus
from typing import Any, Final

from msgspec import json

from service.http.openapi.access import REFUSED, needs
from service.http.openapi.ledgers import described
from service.http.openapi.names import schema
from service.http.openapi.responses import BODY, BY_RULES, JSON, KEPT, not_modified, ok, problems
from service.http.timelines import EVENTS, FORMAT, NDJSON
from service.model.timeline import Options
from service.pictures import SVG_TYPE

_EXAMPLE: Final[list[dict[str, Any]]] = [
    {"event": "requested", "time": "2026-03-01T08:00:00Z"},
    {"event": "allocated", "time": "2026-03-01T08:10:00Z"},
    {"event": "initialized", "time": "2026-03-01T08:12:00Z"},
    {"event": "step", "time": "2026-03-01T08:22:00Z", "step": 1},
    {"event": "step", "time": "2026-03-01T08:32:00Z", "step": 2},
    {"event": "checkpoint_saved", "time": "2026-03-01T08:33:00Z", "duration": 60, "step": 2},
    {"event": "step", "time": "2026-03-01T08:43:00Z", "step": 3},
    {"event": "interrupted", "time": "2026-03-01T08:48:00Z", "cause": "node failure"},
    {"event": "allocated", "time": "2026-03-01T08:50:30Z"},
    {"event": "checkpoint_restored", "time": "2026-03-01T08:51:40Z", "duration": 40, "step": 2},
    {"event": "step", "time": "2026-03-01T09:01:40Z", "step": 3},
    {"event": "badput", "start": "2026-03-01T09:01:40Z", "end": "2026-03-01T09:05:00Z", "name": "evaluation"},
    {"event": "released", "time": "2026-03-01T09:05:00Z"},
]
_WORDS: Final = (
    "A ledger in which every moment counts once, as one of eight categories; what each interruption cost (t_ch, t_rm, "
    "t_re); scheduling and runtime goodput; and the inputs to ask other rules with. What is wrong with the events is "
    "put right only where that is certain, and each repair is told; all else is refused, with the event and what to do."
)
_COMMON: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)
_TOO_LONG: Final = {
    "description": "The query is longer than the server reads (64 KB); use POST. This answer has no body."
}


def timelines(*, closed: bool) -> dict[str, Any]:
    """The paths; `closed` says that they need a token."""
    operations = {"post": _account(), "get": _account_from_query()}
    refused = problems(*REFUSED)
    if closed:
        operations = {
            method: {**one, **needs("decide"), "responses": dict(sorted({**one["responses"], **refused}.items()))}
            for method, one in operations.items()
        }
    return {"/v1/goodput/timeline": operations}


def _account() -> dict[str, Any]:
    lines = "".join(f"{json.encode(event).decode()}\n" for event in _EXAMPLE)
    whole = {"events": _EXAMPLE, "program_goodput": 0.41, "accelerators": 16, "accelerator_hour_price": 2}
    content = {
        JSON: {"schema": schema("Timeline"), "examples": {"job": {"summary": "A short job", "value": whole}}},
        NDJSON: {"schema": {"description": "An event on each line; options are in the query."}, "example": lines},
    }
    return {
        "operationId": "accountForTime",
        "summary": "Where did the time of a training job go?",
        "description": f"{_WORDS} A million events take a few seconds.",
        "tags": ["deciding"],
        "parameters": _parameters(),
        "requestBody": {"required": True, "content": content},
        "responses": {**_ledger(), **problems(*_COMMON, *BODY)},
    }


def _account_from_query() -> dict[str, Any]:
    events = {
        "name": EVENTS,
        "in": "query",
        "required": True,
        "description": "The events as a JSON list.",
        "content": {JSON: {"schema": {"type": "array", "items": schema("TimelineEvent")}, "example": _EXAMPLE}},
    }
    return {
        "operationId": "accountForTimeFromQuery",
        "summary": "Where did the time of a short job go?",
        "description": f"{_WORDS} This is for those who can only follow a link, to a picture for example.",
        "tags": ["deciding"],
        "parameters": [events, *_parameters()],
        "responses": {
            **_ledger(KEPT),
            **not_modified(),
            **problems(*_COMMON),
            "414": _TOO_LONG,
            "431": _TOO_LONG,
        },
    }


def _parameters() -> list[dict[str, Any]]:
    """The format of the answer, and the options."""
    words = "What the answer is; without it, what `Accept` would rather have."
    form = {"name": FORMAT, "in": "query", "description": words, "schema": {"type": "string", "enum": ["json", "svg"]}}
    return [form, *({"name": name, "in": "query", **one} for name, one in _options().items())]


def _options() -> dict[str, dict[str, Any]]:
    made: dict[str, Any] = json.schema(Options, ref_template="{name}")["$defs"]["Options"]
    members = described(made, Options)["properties"]
    return {name: {"description": one["description"], "schema": one["anyOf"][0]} for name, one in members.items()}


def _ledger(headers: tuple[str, ...] = BY_RULES) -> dict[str, Any]:
    content = {JSON: {"schema": schema("Ledger")}, SVG_TYPE: {"schema": {"type": "string"}}}
    return ok("The ledger, or a picture of it.", content, headers)
