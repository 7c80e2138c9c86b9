"""The operations that decide: for each live rule one that takes JSON, one that takes a query, and one for many."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from service.engine.program import FormulaProgram, TreeProgram
from service.http.openapi.access import REFUSED, needs
from service.http.openapi.bodies import json_body, version_member
from service.http.openapi.formats import FORM_CONTENT, FORMAT_PARAMETER
from service.http.openapi.names import by_reference, camel, example, example_name, headers, inputs_name, schema
from service.http.openapi.responses import BODY, JSON, ok, problems
from service.http.openapi.samples import Sampled
from service.http.openapi.solving import solving
from service.http.problems import MEDIA_TYPE
from service.model.inputs import AnyInput, ListInput, TextInput
from service.usecases.counterfactual import outcomes
from service.usecases.describing.inputs import input_schema, required_inputs

_COMMON: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_ITEMS: Final = (
    "The inputs of one item; they go before the common ones. Whatever is wrong with an item is said in its place in "
    "the answer and spoils no other."
)
TOO_LONG: Final = {
    "description": "The query is longer than the server reads (64 KB); ask with POST. This answer has no body."
}


def deciding(rules: Sequence[Sampled], *, closed: bool) -> dict[str, Any]:
    """The paths of all live rules; `closed` says that they need a token."""
    paths: dict[str, Any] = {}
    for rule in rules:
        path = f"/v1/decisions/{rule.name}"
        paths[path] = {"post": _decide(rule), "get": _decide_from_query(rule)}
        paths[f"{path}/batch"] = {"post": _decide_batch(rule)}
        if isinstance(rule.live.program, TreeProgram):
            paths[f"{path}/counterfactual"] = {"post": _find_change(rule, rule.live.program)}
        elif isinstance(rule.live.program, FormulaProgram):
            paths |= solving(rule, rule.live.program)
    return {path: for_tokens(operations) for path, operations in paths.items()} if closed else paths


def for_tokens(operations: dict[str, Any]) -> dict[str, Any]:
    """The same for callers with a token alone."""
    refused = problems(*REFUSED)
    return {
        method: {**one, **needs("decide"), "responses": dict(sorted({**one["responses"], **refused}.items()))}
        for method, one in operations.items()
    }


def _decide(rule: Sampled) -> dict[str, Any]:
    members = {"inputs": schema(inputs_name(rule.name)), "version": version_member(rule)}
    examples = {one.key: {"summary": one.title, "value": {"inputs": one.given}} for one in rule.samples.answered}
    return {
        "operationId": f"decide{camel(rule.name)}",
        **_about(rule),
        "parameters": [FORMAT_PARAMETER],
        "requestBody": json_body(members, ["inputs"], examples),
        "responses": {
            **ok("The decision.", {**_decisions(rule), **FORM_CONTENT}),
            **problems(*_COMMON, *BODY),
            **_refusals(rule),
        },
    }


def _decide_from_query(rule: Sampled) -> dict[str, Any]:
    given, required = rule.samples.fullest, required_inputs(rule.live)
    inputs = rule.live.program.common.inputs.items()
    version = {"name": "version", "in": "query", "schema": {"type": "string", "enum": list(rule.rule.versions)}}
    return {
        "operationId": f"decide{camel(rule.name)}FromQuery",
        **_about(rule),
        "parameters": [
            *(input_parameter(name, one, given.get(name), required=name in required) for name, one in inputs),
            {**version, "description": "A version to decide by, in place of the live one."},
            FORMAT_PARAMETER,
        ],
        "responses": {
            **ok("The decision.", {**_decisions(rule), **FORM_CONTENT}),
            **problems(*_COMMON),
            **_refusals(rule),
            "414": TOO_LONG,
            "431": TOO_LONG,
        },
    }


def _decide_batch(rule: Sampled) -> dict[str, Any]:
    item = {"anyOf": [schema(inputs_name(rule.name)), {}], "description": _ITEMS}
    common = {"type": ["object", "null"], "description": "Inputs that all items share."}
    items = {
        "type": "array",
        "items": item,
        "description": "Up to 10,000 questions, if not set otherwise.",
    }
    members = {"items": items, "common": common, "version": version_member(rule)}
    given = [one.given for one in rule.samples.answered]
    content = {JSON: {"schema": schema("BatchResults")}}
    return {
        "operationId": f"decide{camel(rule.name)}Batch",
        **_about(rule),
        "requestBody": json_body(
            members, ["items"], {"batch": {"summary": "Several questions", "value": {"items": given}}}
        ),
        "responses": {**ok("A decision or a problem for each item, in order.", content), **problems(*_COMMON, *BODY)},
    }


def _find_change(rule: Sampled, tree: TreeProgram) -> dict[str, Any]:
    wanted = {"type": "string", "enum": outcomes(tree), "description": "The outcome that is wanted."}
    members = {"inputs": schema(inputs_name(rule.name)), "wanted": wanted, "version": version_member(rule)}
    asked = {"inputs": rule.samples.fullest, "wanted": outcomes(tree)[0]}
    words = "What would have to be different: the smallest change of the inputs (fewest inputs, then nearest values)"
    return {
        "operationId": f"findChange{camel(rule.name)}",
        "summary": f"{rule.live.document.title} What would lead to another outcome?",
        "description": f"{words} by which rule `{rule.name}` comes to the wanted outcome, or that there is none.",
        "tags": ["deciding"],
        "requestBody": json_body(
            members, ["inputs", "wanted"], {"wish": {"summary": "Another outcome", "value": asked}}
        ),
        "responses": {
            **ok("The change.", {JSON: {"schema": schema("NearestChange")}}),
            **problems(*_COMMON, *BODY),
        },
    }


def _about(rule: Sampled) -> dict[str, Any]:
    document = rule.live.document
    sources = "; ".join(dict.fromkeys(source.title for source in document.sources))
    parts = [document.summary or "", f"Rule `{rule.name}`, version {rule.live.id.version}."]
    parts += [f"After {sources}."] if sources else []
    return {"summary": document.title, "description": " ".join(part for part in parts if part), "tags": ["deciding"]}


def input_parameter(name: str, one: AnyInput, given: Any, *, required: bool) -> dict[str, Any]:
    """An input in the query string; a list is written as JSON."""
    form = by_reference(input_schema(one))
    words = form.pop("description", None)
    example = {} if given is None else {"example": given}
    is_list = isinstance(one, ListInput) or (isinstance(one, TextInput) and one.many)
    holds = {"content": {JSON: {"schema": form, **example}}} if is_list else {"schema": form, **example}
    return {"name": name, "in": "query", "required": required, **({"description": words} if words else {}), **holds}


def _decisions(rule: Sampled) -> dict[str, Any]:
    examples = {one.key: example(example_name(rule.name, one.key)) for one in rule.samples.answered}
    return {JSON: {"schema": schema("Decision"), "examples": examples}}


def _refusals(rule: Sampled) -> dict[str, Any]:
    """The 422 of this rule, with a real refusal as its example."""
    sample = rule.samples.refused
    if sample is None:
        return problems(HTTPStatus.UNPROCESSABLE_ENTITY)
    examples = {sample.key: example(example_name(rule.name, sample.key))}
    content = {MEDIA_TYPE: {"schema": schema("Problem"), "examples": examples}}
    words = "The question is refused; `type` says why."
    return {"422": {"description": words, "headers": headers("X-Request-Id"), "content": content}}
