"""The shared parts of the contract: schemas of everything that is sent, problems, headers."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from msgspec import Struct, json

from service.errors import Diagnostic, Issue
from service.http.batches import Counts
from service.http.kinds import KINDS, UNROUTED, Kind
from service.http.openapi.names import by_reference, example_name, headers, inputs_name, schema
from service.http.openapi.samples import answered, refused
from service.http.operations import Alive, LastLoad, Ready
from service.http.problems import MEDIA_TYPE, Problem
from service.http.rules import PublishedRule, RuleSummary, VersionSummary
from service.http.schema import inputs_schema
from service.model.decision import Decision, Record
from service.model.durations import FORMS, PATTERN
from service.model.rule import RuleId
from service.usecases.revision import Revision, Rule

_SENT: Final = (Decision, Problem, RuleSummary, VersionSummary, PublishedRule, Ready, Alive, Counts)
"""What answers are made of; the structs inside them come along."""

_WHOLE: Final[tuple[type[Struct], ...]] = (
    *Record.__subclasses__(),
    *(RuleId, RuleSummary, VersionSummary, PublishedRule, Ready, LastLoad, Alive, Counts, Issue, Diagnostic),
)
"""What is always sent with all its members, those that have a default included."""

RESPONSES: Final = {
    HTTPStatus.BAD_REQUEST: "BadRequest",
    HTTPStatus.NOT_FOUND: "NotFound",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "RequestTooLarge",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "UnsupportedMediaType",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable",
    HTTPStatus.INTERNAL_SERVER_ERROR: "InternalError",
    HTTPStatus.SERVICE_UNAVAILABLE: "NotReady",
}
"""The problems of each status, as one response."""


def components(revision: Revision) -> dict[str, Any]:
    """Everything that operations refer to."""
    return {
        "schemas": {**_inputs(revision), **_sent(), **_pages(), "BatchResults": _batch_results()},
        "responses": {name: _problem_response(status) for status, name in RESPONSES.items()},
        "examples": {name: one for rule in revision.rules.values() for name, one in _examples(rule)},
        "headers": _HEADERS,
    }


def _examples(rule: Rule) -> Iterator[tuple[str, dict[str, Any]]]:
    """Real answers of a rule, and a real refusal."""
    refusal = refused(rule.live)
    for one in (*answered(rule.live), *([refusal] if refusal else [])):
        yield example_name(rule.name, one.key), {"summary": one.title, "value": one.answer}


def _inputs(revision: Revision) -> dict[str, Any]:
    rules = {inputs_name(rule.name): by_reference(inputs_schema(rule.live)) for rule in revision.rules.values()}
    return {**rules, "DurationText": _DURATION}


_DURATION: Final = {
    "type": "string",
    "pattern": PATTERN,
    "description": f"A length of time as text; wherever it fits, {FORMS.partition(',')[0]} does too.",
    "examples": ["15 min", "2h30m", "PT15M"],
}


def _sent() -> dict[str, Any]:
    _, made = json.schema_components(_SENT, ref_template="#/components/schemas/{name}")
    for struct in _WHOLE:
        properties = made[struct.__name__]["properties"]
        made[struct.__name__]["required"] = list(properties)
        for one in properties.values():
            one.pop("default", None)
    made["Problem"]["properties"]["type"] |= {"format": "uri", "examples": [kind.type for kind in _kinds()]}
    return made


def _kinds() -> list[Kind]:
    return list(dict.fromkeys((*KINDS.values(), *UNROUTED.values())))


def _pages() -> dict[str, Any]:
    return {f"{of.__name__}Page": _page(of.__name__) for of in (RuleSummary, VersionSummary)}


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
    return {
        "description": f"{listed}.",
        "headers": headers("X-Request-Id"),
        "content": {MEDIA_TYPE: {"schema": schema("Problem")}},
    }


_HEADERS: Final = {
    "X-Request-Id": {
        "description": "The identity of this request in the logs: the caller's own where it sent one, else a new one.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
    },
    "Rules-Revision": {
        "description": "The digest of the rules by which this was answered.",
        "required": True,
        "schema": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
    },
    "ETag": {
        "description": "The digest of the answer; send it as `If-None-Match` to learn (304) that nothing has changed.",
        "required": True,
        "schema": {"type": "string", "pattern": '^"sha256:[0-9a-f]{64}"$'},
    },
}
