"""The operations that decide: for each live rule one that takes JSON, one that takes a query, and one for many."""

from http import HTTPStatus
from typing import Any, Final

from service.http.openapi.names import by_reference, camel, example, example_name, headers, inputs_name, schema
from service.http.openapi.responses import JSON, ok, problems
from service.http.openapi.samples import answered, fullest, refused
from service.http.problems import MEDIA_TYPE
from service.http.schema import input_schema, required_inputs
from service.model.inputs import Input, ListInput
from service.usecases.revision import Revision, Rule

_COMMON: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_WITH_BODY: Final = (*_COMMON, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
_ITEMS: Final = (
    "The inputs of one item; they go before the common ones. Whatever is wrong with an item is said in its place in "
    "the answer and spoils no other."
)


def deciding(revision: Revision) -> dict[str, Any]:
    """The paths of all live rules."""
    paths: dict[str, Any] = {}
    for rule in revision.rules.values():
        path = f"/v1/decisions/{rule.name}"
        paths[path] = {"post": _decide(rule), "get": _decide_from_query(rule)}
        paths[f"{path}/batch"] = {"post": _decide_batch(rule)}
    return paths


def _decide(rule: Rule) -> dict[str, Any]:
    members = {"inputs": schema(inputs_name(rule.name)), "version": _version(rule)}
    examples = {one.key: {"summary": one.title, "value": {"inputs": one.given}} for one in answered(rule.live)}
    return {
        "operationId": f"decide{camel(rule.name)}",
        **_about(rule),
        "requestBody": _body(members, ["inputs"], examples),
        "responses": {**ok("The decision.", _decisions(rule)), **problems(*_WITH_BODY), **_refusals(rule)},
    }


_TOO_LONG: Final = {
    "description": "The query is longer than the server reads (64 KB); ask with POST. This answer has no body."
}


def _decide_from_query(rule: Rule) -> dict[str, Any]:
    given, required = fullest(rule.live), required_inputs(rule.live)
    inputs = rule.live.program.common.inputs.items()
    version = {"name": "version", "in": "query", "schema": {"type": "string", "enum": list(rule.versions)}}
    return {
        "operationId": f"decide{camel(rule.name)}FromQuery",
        **_about(rule),
        "parameters": [
            *(_parameter(name, one, given.get(name), required=name in required) for name, one in inputs),
            {**version, "description": "A version to decide by, in place of the live one."},
        ],
        "responses": {
            **ok("The decision.", _decisions(rule)),
            **problems(*_COMMON),
            **_refusals(rule),
            "414": _TOO_LONG,
            "431": _TOO_LONG,
        },
    }


def _decide_batch(rule: Rule) -> dict[str, Any]:
    item = {"anyOf": [schema(inputs_name(rule.name)), {}], "description": _ITEMS}
    common = {"type": ["object", "null"], "description": "Inputs that all items share."}
    items = {
        "type": "array",
        "items": item,
        "description": "Up to 10,000 questions, if not set otherwise.",
    }
    members = {"items": items, "common": common, "version": _version(rule)}
    given = [one.given for one in answered(rule.live)]
    content = {JSON: {"schema": schema("BatchResults")}}
    return {
        "operationId": f"decide{camel(rule.name)}Batch",
        **_about(rule),
        "requestBody": _body(
            members, ["items"], {"batch": {"summary": "Several questions", "value": {"items": given}}}
        ),
        "responses": {**ok("A decision or a problem for each item, in order.", content), **problems(*_WITH_BODY)},
    }


def _about(rule: Rule) -> dict[str, Any]:
    document = rule.live.document
    sources = "; ".join(dict.fromkeys(source.title for source in document.sources))
    parts = [document.summary or "", f"Rule `{rule.name}`, version {rule.live.id.version}."]
    parts += [f"After {sources}."] if sources else []
    return {"summary": document.title, "description": " ".join(part for part in parts if part), "tags": ["deciding"]}


def _version(rule: Rule) -> dict[str, Any]:
    words = "A version to decide by, in place of the live one, whose inputs are described here."
    return {"type": ["string", "null"], "enum": [*rule.versions, None], "description": words}


def _body(members: dict[str, Any], required: list[str], examples: dict[str, Any]) -> dict[str, Any]:
    form = {"type": "object", "properties": members, "required": required, "additionalProperties": False}
    return {"required": True, "content": {JSON: {"schema": form, "examples": examples}}}


def _parameter(name: str, one: Input, given: Any, *, required: bool) -> dict[str, Any]:
    """An input in the query string; a list is written as JSON."""
    form = by_reference(input_schema(one))
    words = form.pop("description", None)
    example = {} if given is None else {"example": given}
    holds = (
        {"content": {JSON: {"schema": form, **example}}} if isinstance(one, ListInput) else {"schema": form, **example}
    )
    return {"name": name, "in": "query", "required": required, **({"description": words} if words else {}), **holds}


def _decisions(rule: Rule) -> dict[str, Any]:
    examples = {one.key: example(example_name(rule.name, one.key)) for one in answered(rule.live)}
    return {JSON: {"schema": schema("Decision"), "examples": examples}}


def _refusals(rule: Rule) -> dict[str, Any]:
    """The 422 of this rule, with a real refusal as its example."""
    sample = refused(rule.live)
    if sample is None:
        return problems(HTTPStatus.UNPROCESSABLE_ENTITY)
    examples = {sample.key: example(example_name(rule.name, sample.key))}
    content = {MEDIA_TYPE: {"schema": schema("Problem"), "examples": examples}}
    words = "The question is refused; `type` says why."
    return {"422": {"description": words, "headers": headers("X-Request-Id"), "content": content}}
