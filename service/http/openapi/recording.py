"""The operations on recorded decisions."""

from http import HTTPStatus
from typing import Any, Final

from service.http.openapi.access import REFUSED, needs
from service.http.openapi.names import schema
from service.http.openapi.responses import BY_RULES, JSON, ok, problems
from service.http.paging import DEFAULT_LIMIT, MAX_LIMIT
from service.http.records import DEFAULT_REPLAYED
from service.model.names import VERSION
from service.usecases.replaying import MOST_REPLAYED
from service.usecases.revision import Revision

_ALONE: Final = ("X-Request-Id",)
_BAD: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
_NAMED: Final = (*_BAD, *REFUSED, HTTPStatus.NOT_FOUND, HTTPStatus.SERVICE_UNAVAILABLE)
_SENT: Final = (
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)


def recording(revision: Revision) -> dict[str, Any]:
    """The paths under `/v1/records`, and the replay of a rule."""
    rules = {"type": "string", "enum": list(revision.rules)}
    name = {"name": "name", "in": "path", "required": True, "description": "A rule.", "schema": rules}
    return {
        "/v1/records": {"get": _list_records(rules)},
        "/v1/records/{decision_id}": {"get": _get_record()},
        "/v1/rules/{name}/replay": {"parameters": [name], "post": _replay(revision)},
    }


def _list_records(rules: dict[str, Any]) -> dict[str, Any]:
    limit = {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}
    return {
        "operationId": "listRecords",
        "summary": "List recorded decisions",
        "description": (
            "Decisions of a rule that were recorded, the newest first. Which ones are recorded, and how long they are "
            "kept, are settings of the service; a record is there about a second after its decision."
        ),
        "tags": ["records"],
        **needs("read"),
        "parameters": [
            {"name": "rule", "in": "query", "required": True, "description": "A rule.", "schema": rules},
            _parameter("limit", "Most entries of the answer.", limit),
            _parameter("next", "The `next` of the answer before: go on after it.", {"type": "string"}),
        ],
        "responses": {
            **ok("The records.", {JSON: {"schema": schema("RecordSummaryPage")}}, _ALONE),
            **problems(*_NAMED),
        },
    }


def _get_record() -> dict[str, Any]:
    form = {"type": "string"}
    return {
        "operationId": "getRecord",
        "summary": "Read a recorded decision",
        "description": "What was given, and what was answered.",
        "tags": ["records"],
        **needs("read"),
        "parameters": [
            {
                "name": "decision_id",
                "in": "path",
                "required": True,
                "description": "The identity that the answer had.",
                "schema": form,
            }
        ],
        "responses": {
            **ok("The record.", {JSON: {"schema": schema("RecordedDecision")}}, _ALONE),
            **problems(*_NAMED),
        },
    }


def _replay(revision: Revision) -> dict[str, Any]:
    document = {"schema": {"description": "A rule document, as it would be published."}}
    example = {"version": next((number for rule in revision.rules.values() for number in rule.versions), "1.0.0")}
    return {
        "operationId": "replayRule",
        "summary": "Try a version on recorded decisions",
        "description": (
            "Makes the newest recorded decisions of a rule again, with another version: one that is published, named "
            "in JSON, or a document that is sent as YAML, its version and the other members in the query. It tells "
            "how many results change, from what to what, with examples, and changes nothing. Records from which "
            "something was masked are skipped."
        ),
        "tags": ["records"],
        **needs("read"),
        "parameters": [
            _parameter("version", "The version that the document has.", {"type": "string", "pattern": VERSION}),
            _parameter("limit", "Most records that the document is tried on.", _replayed()),
            _parameter("before", "The `next` of an answer: go on with older records.", {"type": "string"}),
        ],
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": schema("ReplayQuestion"), "example": example},
                "application/yaml": document,
            },
        },
        "responses": {
            **ok("What would change.", {JSON: {"schema": schema("Replay")}}, BY_RULES),
            **problems(*_NAMED, *_SENT),
        },
    }


def _replayed() -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": MOST_REPLAYED, "default": DEFAULT_REPLAYED}


def _parameter(name: str, words: str, form: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": words, "schema": form}
