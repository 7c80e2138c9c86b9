"""The operations that change rules, and those that say what a change would do."""

from http import HTTPStatus
from typing import Any, Final

from service.http.changing import MAX_REASON
from service.http.openapi.access import REFUSED, needs
from service.http.openapi.names import headers as refs
from service.http.openapi.names import schema
from service.http.openapi.reading import paging, rule_name, version_numbers
from service.http.openapi.responses import ALONE, BODY, BY_RULES, JSON, KEPT, YAML, not_modified, ok, problems
from service.model.names import RULE_NAME, VERSION
from service.usecases.revision import Revision

_ANY: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)
_NAMED: Final = (*_ANY, HTTPStatus.NOT_FOUND)
_CONDITIONS: Final = (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED, HTTPStatus.PRECONDITION_REQUIRED)
_NAME: Final = 64
"""Characters of the name of a rule; a version is always shorter."""
_DOCUMENT: Final = """\
kind: tree
name: small-job
version: 1.0.0
title: Does the job fit one GPU?
inputs:
  memory: {type: number, minimum: 0, maximum: 10000, unit: GB, ask: How much memory does the job need?}
start: fits
nodes:
  fits:
    title: Does it fit?
    branches:
      - {when: memory <= 24.0, then: one}
    otherwise: {then: several}
outcomes:
  one: {title: One GPU}
  several: {title: Several GPUs}
cases:
  - {name: a small job, given: {memory: 16}, expect: {outcome: one}}
  - {name: a large job, given: {memory: 80}, expect: {outcome: several}}
"""


def changing(revision: Revision) -> dict[str, dict[str, Any]]:
    """The operations by path; a path may have others beside them."""
    name = rule_name(revision)
    return {
        "/v1/check": {"post": _check_document()},
        "/v1/rules/{name}/versions/{version}": {"put": _publish_version()},
        "/v1/rules/{name}/live": {
            "parameters": [name],
            "get": _get_live(),
            "put": _activate_version(revision),
            "delete": _retire_rule(),
        },
        "/v1/rules/{name}/diff": {"parameters": [name], "get": _compare_versions(revision)},
        "/v1/audit": {"get": _read_audit()},
    }


def _check_document() -> dict[str, Any]:
    return {
        "operationId": "checkDocument",
        "summary": "Check a rule document",
        "description": (
            "Examines a document as it would be at publishing, beside the rules that are live, and changes nothing: "
            "form, types, graph, units, proofs and cases. The answer is 200 whatever is found."
        ),
        "tags": ["changing"],
        "requestBody": _document(),
        "responses": {
            **ok("What was found.", {JSON: {"schema": schema("Checked")}}),
            **problems(*_ANY, *BODY),
        },
    }


def _publish_version() -> dict[str, Any]:
    words = (
        "The document becomes a version, which never changes afterwards; it is examined before. Nothing is live by "
        "that. A version that is there with the same content stays as it is (200)."
    )
    return {
        "operationId": "publishRuleVersion",
        "summary": "Publish a version of a rule",
        "description": words,
        "tags": ["changing"],
        **needs("publish"),
        "parameters": [
            _segment("name", "The rule, a new one or another version of one.", RULE_NAME, "small-job"),
            _segment("version", "The version, as the document says it.", VERSION, "1.0.0"),
            _reason(),
        ],
        "requestBody": _document(),
        "responses": {
            **_tagged("The version is there already.", "PublishedVersion", "Location"),
            **_tagged("The version is published.", "PublishedVersion", "Location", status=HTTPStatus.CREATED),
            **problems(*_ANY, HTTPStatus.CONFLICT, *REFUSED, *BODY),
        },
    }


def _get_live() -> dict[str, Any]:
    return {
        "operationId": "getLiveVersion",
        "summary": "Read which version of a rule is live",
        "description": "Its `ETag` is the digest of the live version: send it as `If-Match` with a change.",
        "tags": ["changing"],
        "responses": {**_tagged("The live version.", "LiveVersion"), **problems(*_NAMED)},
    }


def _activate_version(revision: Revision) -> dict[str, Any]:
    words = (
        "From now on this version answers where none is named; a rollback is the same call with an older version. "
        "What is so already succeeds, and leaves no event."
    )
    numbers = version_numbers(revision)["enum"]
    example = {"version": numbers[0] if numbers else "1.0.0", "reason": "the limit was measured anew"}
    return {
        "operationId": "activateRuleVersion",
        "summary": "Make a version of a rule live",
        "description": words,
        "tags": ["changing"],
        **needs("activate"),
        "parameters": [_if_match()],
        "requestBody": {"required": True, "content": {JSON: {"schema": schema("Activation"), "example": example}}},
        "responses": {
            **_tagged("It is live.", "ActivatedVersion"),
            **problems(*_NAMED, *_CONDITIONS, *REFUSED, *BODY),
        },
    }


def _retire_rule() -> dict[str, Any]:
    return {
        "operationId": "retireRule",
        "summary": "Retire a rule",
        "description": "No version answers any more where none is named; all versions can still be read, and named.",
        "tags": ["changing"],
        **needs("activate"),
        "parameters": [_if_match(), _reason()],
        "responses": {
            "204": {"description": "It is retired.", "headers": refs(*BY_RULES)},
            **problems(*_NAMED, *_CONDITIONS, *REFUSED),
        },
    }


def _compare_versions(revision: Revision) -> dict[str, Any]:
    numbers = version_numbers(revision)
    return {
        "operationId": "compareRuleVersions",
        "summary": "Compare two versions of a rule",
        "description": (
            "The changed lines, and for each pair of different results a question that is answered differently; or "
            "`equal`, which is proved."
        ),
        "tags": ["changing"],
        "parameters": [
            {"name": "from", "in": "query", "description": "The old version, if not the live one.", "schema": numbers},
            {"name": "to", "in": "query", "required": True, "description": "The new version.", "schema": numbers},
        ],
        "responses": {
            **ok("What changes.", {JSON: {"schema": schema("RuleDifference")}}, KEPT),
            **not_modified(),
            **problems(*_NAMED),
        },
    }


def _read_audit() -> dict[str, Any]:
    rule = {
        "name": "rule",
        "in": "query",
        "description": "A rule, or the name of a token.",
        "schema": {"type": "string"},
    }
    return {
        "operationId": "readAudit",
        "summary": "Read what was changed",
        "description": "Every publication, activation and retirement, and every token: the newest first.",
        "tags": ["changing"],
        **needs(),
        "parameters": [*paging(), rule],
        "responses": {
            **ok("The events.", {JSON: {"schema": schema("EventPage")}}, ALONE),
            **problems(*_ANY, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND),
        },
    }


def _document() -> dict[str, Any]:
    """A body that is a rule document; any text may be sent, and is then told what is wrong with it."""
    words = "A rule document; `rules/README.md` says what it may hold."
    return {"required": True, "content": {YAML: {"schema": {"description": words}, "example": _DOCUMENT}}}


def _segment(name: str, words: str, pattern: str, example: str) -> dict[str, Any]:
    form = {"type": "string", "pattern": pattern, "maxLength": _NAME}
    return {"name": name, "in": "path", "required": True, "description": words, "schema": form, "example": example}


def _reason() -> dict[str, Any]:
    form = {"type": "string", "maxLength": MAX_REASON}
    return {"name": "reason", "in": "query", "description": "Why; the audit log keeps it.", "schema": form}


def _if_match() -> dict[str, Any]:
    words = (
        "The `ETag` of the live version, as the caller knows it (`*` for any): the change is refused if another one is "
        "live by now (412). Needed once a version is live (428)."
    )
    return {"name": "If-Match", "in": "header", "description": words, "schema": {"type": "string"}}


def _tagged(words: str, of: str, *headers: str, status: HTTPStatus = HTTPStatus.OK) -> dict[str, Any]:
    """An answer with the digest of a version as its tag."""
    made = ok(words, {JSON: {"schema": schema(of)}}, (*BY_RULES, *headers), status)
    made[str(status.value)]["headers"]["ETag"] = {"$ref": "#/components/headers/VersionETag"}
    return made
