"""The shared parts of the contract: schemas of everything that is sent, problems, headers."""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final

from msgspec import Struct, json

from service.errors import Diagnostic, Issue
from service.http.forms import Activation, ConversationMessage, ConversationStart
from service.http.kinds import KINDS, UNROUTED, Kind
from service.http.openapi.access import SCHEMES
from service.http.openapi.heads import HEADERS
from service.http.openapi.ledgers import ledger_schemas
from service.http.openapi.names import by_reference, example_name, headers, inputs_name, schema
from service.http.openapi.samples import Sampled
from service.http.operations import Alive, LastLoad, Ready, StoreContact
from service.http.problems import MEDIA_TYPE
from service.http.records import ReplayQuestion
from service.model.batch import Counts
from service.model.conversation import Button, ConversationReply, Links, Notice, OpenQuestion
from service.model.decision import Decision, Record
from service.model.difference import ChangedCell, ChangedLine, ChangedRow, RuleDifference, Turn
from service.model.durations import FORMS, PATTERN
from service.model.examination import Checked
from service.model.nearest import ChangedInput, NearestChange
from service.model.problem import Problem
from service.model.publication import Event
from service.model.recommendation import SentRecommendation
from service.model.recorded import RecordedDecision, RecordSummary
from service.model.replay import Example, Replay, Shift
from service.model.rule import RuleId
from service.model.sensitivity import Effect, Influence, RuleSensitivity, Turned
from service.model.solution import Limit, RuleSolution, Sample, Target
from service.model.standing import (
    Activated,
    ActivatedVersion,
    LiveVersion,
    PublishedRule,
    PublishedVersion,
    RuleSummary,
    VersionSummary,
)
from service.model.status import Imported
from service.model.tool import ChatTool, Function, FunctionTool, Hints, Tool
from service.usecases.describing.answers import require_all
from service.usecases.describing.inputs import inputs_schema

_READ: Final = (RuleSummary, VersionSummary, PublishedRule, LiveVersion)
_CHANGED: Final = (PublishedVersion, ActivatedVersion, Checked, RuleDifference, NearestChange, Event)
_RUNNING: Final = (Ready, Alive)
_RECORDED: Final = (RecordSummary, RecordedDecision, Replay)
_SOLVED: Final = (RuleSolution, RuleSensitivity)
_SAID: Final = (ConversationReply,)
_OFFERED: Final = (Tool, FunctionTool, ChatTool)
_PAGED: Final = (RuleSummary, VersionSummary, Event, RecordSummary)
_ASKED: Final = (Activation, ReplayQuestion, ConversationStart, ConversationMessage)
"""Bodies of requests whose form is the same for all rules."""
_SENT: Final = (
    Decision,
    SentRecommendation,
    Problem,
    Counts,
    *_READ,
    *_CHANGED,
    *_RUNNING,
    *_RECORDED,
    *_SOLVED,
    *_SAID,
    *_OFFERED,
)
"""What answers are made of; the structs inside them come along."""

_WHOLE: Final[tuple[type[Struct], ...]] = (
    *Record.__subclasses__(),
    *(RuleId, Counts, Issue, Diagnostic),
    *(*_READ, Activated),
    *(*_CHANGED, ChangedLine, Turn, ChangedRow, ChangedCell, ChangedInput),
    *(*_RUNNING, LastLoad, StoreContact, Imported),
    *(*_RECORDED, Shift, Example),
    *(*_SAID, OpenQuestion, Button, Notice, Links),
    *(*_OFFERED, Hints, Function),
    *(*_SOLVED, Target, Sample, Limit, Influence, Effect, Turned),
)
"""What is always sent with all its members, those that have a default included."""

RESPONSES: Final = {
    HTTPStatus.BAD_REQUEST: "BadRequest",
    HTTPStatus.UNAUTHORIZED: "Unauthorized",
    HTTPStatus.FORBIDDEN: "Forbidden",
    HTTPStatus.NOT_FOUND: "NotFound",
    HTTPStatus.REQUEST_TIMEOUT: "RequestTimeout",
    HTTPStatus.CONFLICT: "Conflict",
    HTTPStatus.PRECONDITION_FAILED: "PreconditionFailed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "RequestTooLarge",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "UnsupportedMediaType",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable",
    HTTPStatus.PRECONDITION_REQUIRED: "PreconditionRequired",
    HTTPStatus.TOO_MANY_REQUESTS: "TooManyRequests",
    HTTPStatus.INTERNAL_SERVER_ERROR: "InternalError",
    HTTPStatus.SERVICE_UNAVAILABLE: "Unavailable",
}
"""The problems of each status, as one response."""


def components(rules: Sequence[Sampled]) -> dict[str, Any]:
    """Everything that operations refer to."""
    return {
        "schemas": {
            **_inputs(rules),
            **_sent(),
            **_asked(),
            **ledger_schemas(),
            **_pages(),
            "BatchResults": _batch_results(),
        },
        "responses": {name: _problem_response(status) for status, name in RESPONSES.items()},
        "examples": {name: one for rule in rules for name, one in _examples(rule)},
        "headers": HEADERS,
        "securitySchemes": SCHEMES,
    }


def _examples(rule: Sampled) -> Iterator[tuple[str, dict[str, Any]]]:
    """Real answers of a rule, and a real refusal."""
    refusal = rule.samples.refused
    for one in (*rule.samples.answered, *([refusal] if refusal else [])):
        yield example_name(rule.name, one.key), {"summary": one.title, "value": one.answer}


def _inputs(rules: Sequence[Sampled]) -> dict[str, Any]:
    inputs = {inputs_name(rule.name): by_reference(inputs_schema(rule.live)) for rule in rules}
    return {**inputs, "DurationText": _DURATION}


_DURATION: Final = {
    "type": "string",
    "pattern": PATTERN,
    "description": f"A length of time as text; wherever it fits, {FORMS.partition(',')[0]} does too.",
    "examples": ["15 min", "2h30m", "PT15M"],
}


def _sent() -> dict[str, Any]:
    _, made = json.schema_components(_SENT, ref_template="#/components/schemas/{name}")
    require_all(made, _WHOLE)
    made["Problem"]["properties"]["type"] |= {"format": "uri", "examples": [kind.type for kind in _kinds()]}
    return made


def _asked() -> dict[str, Any]:
    _, made = json.schema_components(_ASKED, ref_template="#/components/schemas/{name}")
    return made


def _kinds() -> list[Kind]:
    return list(dict.fromkeys((*KINDS.values(), *UNROUTED.values())))


def _pages() -> dict[str, Any]:
    return {f"{of.__name__}Page": _page(of.__name__) for of in _PAGED}


def _page(of: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "Some of the entries; `next` is the cursor of those that follow, null after the last.",
        "properties": {"items": {"type": "array", "items": schema(of)}, "next": {"type": ["string", "null"]}},
        "required": ["items", "next"],
    }


def _batch_results() -> dict[str, Any]:
    results = {
        "type": "array",
        "description": "For each item, in order, a decision or a problem.",
        "items": {"anyOf": [schema("Decision"), schema("Problem")]},
    }
    return {
        "type": "object",
        "description": "The answers to a batch, all by one version of the rule.",
        "properties": {"rule": schema("RuleId"), "results": results, "counts": schema("Counts")},
        "required": ["rule", "results", "counts"],
    }


def _problem_response(status: HTTPStatus) -> dict[str, Any]:
    kinds = [kind for kind in _kinds() if kind.status == status]
    listed = "; ".join(f"`{kind.type}`: {kind.title}" for kind in kinds)
    named = _WITH_PROBLEMS.get(status, ())
    return {
        "description": f"{listed}.",
        "headers": headers("X-Request-Id", *named),
        "content": {MEDIA_TYPE: {"schema": schema("Problem")}},
    }


_WITH_PROBLEMS: Final = {
    HTTPStatus.UNAUTHORIZED: ("WWW-Authenticate",),
    HTTPStatus.SERVICE_UNAVAILABLE: ("Retry-After",),
    HTTPStatus.TOO_MANY_REQUESTS: ("Retry-After",),
}
"""What the heads of some problems say beside."""
