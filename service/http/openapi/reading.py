"""The operations that read rules."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from service.http.openapi.access import REFUSED, needs
from service.http.openapi.names import schema
from service.http.openapi.responses import JSON, KEPT, YAML, not_modified, ok, problems
from service.http.openapi.samples import Sampled
from service.http.paging import DEFAULT_LIMIT, MAX_LIMIT
from service.usecases.describing.inputs import document_schema
from service.usecases.revision import Revision

_ALWAYS: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)
_NAMED: Final = (*_ALWAYS, HTTPStatus.NOT_FOUND)
_READY: Final = (*_NAMED, HTTPStatus.CONFLICT)
"""Problems of what needs a version that is ready to run."""


def reading(revision: Revision, rules: Sequence[Sampled]) -> dict[str, Any]:
    """The paths under `/v1/rules`; `rules` are those that are live."""
    name = rule_name(revision)
    return {
        "/v1/rules": {"get": _list_rules()},
        "/v1/rules/{name}": {"parameters": [name], "get": _get_rule()},
        "/v1/rules/{name}/versions": {"parameters": [name], "get": _list_versions()},
        "/v1/rules/{name}/versions/{version}": {
            "parameters": [name, _version_segment(revision)],
            "get": _get_version(),
        },
        "/v1/rules/{name}/schema": {"parameters": [name, _version(revision)], "get": _get_schema(rules)},
        "/v1/rules/{name}/diagram": {"parameters": [name, _version(revision)], "get": _draw()},
    }


def _list_rules() -> dict[str, Any]:
    return {
        "operationId": "listRules",
        "summary": "List the rules",
        "description": "Every rule, by name; one that is not live says so with `live: null`.",
        "tags": ["rules"],
        "parameters": paging(),
        "responses": _kept("The rules.", {JSON: {"schema": schema("RuleSummaryPage")}}, _ALWAYS),
    }


def _get_rule() -> dict[str, Any]:
    return {
        "operationId": "getRule",
        "summary": "Read a rule",
        "description": "The live version: its document as JSON, or as published with `Accept: application/yaml`.",
        "tags": ["rules"],
        "responses": _published(),
    }


def _list_versions() -> dict[str, Any]:
    return {
        "operationId": "listRuleVersions",
        "summary": "List the versions of a rule",
        "description": "The newest first: when and by whom each version was published, and how it went live last.",
        "tags": ["rules"],
        "parameters": paging(),
        "responses": _kept("The versions.", {JSON: {"schema": schema("VersionSummaryPage")}}, _NAMED),
    }


def _get_version() -> dict[str, Any]:
    return {
        "operationId": "getRuleVersion",
        "summary": "Read one version of a rule",
        "description": "Its document as JSON, or as published with `Accept: application/yaml`.",
        "tags": ["rules"],
        "responses": _published(),
    }


def _get_schema(rules: Sequence[Sampled]) -> dict[str, Any]:
    example = document_schema(rules[0].live) if rules else {}
    content = {"application/schema+json": {"schema": {"type": "object"}, "example": example}}
    return {
        "operationId": "getRuleSchema",
        "summary": "Read the JSON Schema of a rule's inputs",
        "description": (
            "JSON Schema 2020-12, for forms and for checks before a question is sent. A catalog takes no inputs: its "
            "schema is that of a row."
        ),
        "tags": ["rules"],
        "responses": _kept("The schema.", content, _READY),
    }


def _draw() -> dict[str, Any]:
    words = (
        "A Mermaid flowchart. Inputs of the rule as further parameters (as in the query of a decision) are decided, "
        "and what the decision passed is drawn thick; so is a recorded decision that `decision` names, for which a "
        "token with the scope `read` is needed."
    )
    decision = {"name": "decision", "in": "query", "schema": {"type": "string"}}
    content = {"text/vnd.mermaid": {"schema": {"type": "string"}, "example": 'flowchart TD\n    start["..."]\n'}}
    return {
        "operationId": "drawRule",
        "summary": "Draw a rule",
        "description": words,
        "tags": ["rules"],
        "security": [{}, *needs("read")["security"]],
        "parameters": [{**decision, "description": "The identity of a recorded decision; it stands alone."}],
        "responses": _kept("The flowchart.", content, (*_READY, *REFUSED)),
    }


def _kept(words: str, content: dict[str, Any], statuses: tuple[HTTPStatus, ...]) -> dict[str, Any]:
    return {**ok(words, content, KEPT), **not_modified(), **problems(*statuses)}


def _published() -> dict[str, Any]:
    content = {JSON: {"schema": schema("PublishedRule")}, YAML: {"schema": {"type": "string"}}}
    return _kept("The rule.", content, _NAMED)


def rule_name(revision: Revision) -> dict[str, Any]:
    """The segment of a path that names a rule."""
    form = {"type": "string", "enum": list(revision.rules)}
    return {"name": "name", "in": "path", "required": True, "description": "A rule.", "schema": form}


def version_numbers(revision: Revision) -> dict[str, Any]:
    """All versions of all rules."""
    numbers = dict.fromkeys(number for rule in revision.rules.values() for number in rule.versions)
    return {"type": "string", "enum": list(numbers)}


def _version_segment(revision: Revision) -> dict[str, Any]:
    words = "A version of this rule."
    return {
        "name": "version",
        "in": "path",
        "required": True,
        "description": words,
        "schema": version_numbers(revision),
    }


def _version(revision: Revision) -> dict[str, Any]:
    words = "A version, in place of the live one."
    return {"name": "version", "in": "query", "description": words, "schema": version_numbers(revision)}


def paging() -> list[dict[str, Any]]:
    """The parameters of a list."""
    limit = {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}
    return [
        {"name": "limit", "in": "query", "description": "Most entries of the answer.", "schema": limit},
        {
            "name": "next",
            "in": "query",
            "description": "The `next` of the answer before: go on after it.",
            "schema": {"type": "string"},
        },
    ]
