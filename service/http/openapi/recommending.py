"""The operations that recommend machines: for each live tree whose outcomes name accelerators."""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final

from msgspec import json

from service.engine.program import SelectionProgram, TreeProgram
from service.errors import ServiceError
from service.http.openapi.bodies import json_body, version_member
from service.http.openapi.deciding import TOO_LONG, for_tokens, input_parameter
from service.http.openapi.formats import FORM_CONTENT, FORMAT_PARAMETER
from service.http.openapi.names import by_reference, camel, inputs_name, schema
from service.http.openapi.responses import BODY, JSON, ok, problems
from service.http.openapi.samples import Sampled, decide
from service.model.recommendation import sent
from service.usecases.describing.inputs import constraints_schema
from service.usecases.describing.machines import machine_schema
from service.usecases.recommend import Recommend, Wanted, recommends, selections
from service.usecases.revision import Revision, Version

_REFUSED: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
CONSTRAINTS, MACHINE = "Constraints", "Machine"
_SAMPLE: Final = {"consumption": "on_demand"}
_LONGEST: Final = 8_000
"""Bytes of an answer that is shown as an example: the document is read by people, too."""
_WORDS: Final = (
    "What the machines must meet, every constraint optional. Where an input of the rule has the same name, one value "
    "serves both."
)


def recommending(revision: Revision, rules: Sequence[Sampled], *, closed: bool) -> dict[str, Any]:
    """The paths of trees that recommend what the live selection looks for; none if there is not one selection."""
    found = selections(revision)
    if len(found) != 1:
        return {}
    [(version, selection)] = found
    paths = {
        f"/v1/recommendations/{rule.name}": {
            "post": _recommend(rule, version, _found(rule, revision)),
            "get": _recommend_from_query(rule, rule.live.program, version, selection),
        }
        for rule in rules
        if isinstance(rule.live.program, TreeProgram) and recommends(rule.live.program, selection)
    }
    return {path: for_tokens(operations) for path, operations in paths.items()} if closed else paths


def describe_machines(components: dict[str, Any], revision: Revision) -> None:
    """Add what all recommendations share: constraints, in a body and in a query, and what a candidate carries."""
    found = selections(revision)
    if len(found) != 1:
        return
    [(_, selection)] = found
    components["parameters"] = dict(_constraints(selection))
    schemas = components["schemas"]
    schemas[CONSTRAINTS] = {**by_reference(constraints_schema(selection)), "description": _WORDS}
    schemas[MACHINE] = machine_schema(selection)
    schemas["SentRecommendation"]["properties"]["candidates"]["items"] = schema(MACHINE)


def _recommend(rule: Sampled, selection: Version, found: dict[str, Any]) -> dict[str, Any]:
    members = {
        "inputs": schema(inputs_name(rule.name)),
        "constraints": {"anyOf": [schema(CONSTRAINTS), {"type": "null"}]},
        "version": version_member(rule),
        "selection": {"type": ["string", "null"], "enum": [selection.id.name, None]},
    }
    asked = {"inputs": rule.samples.fullest, "constraints": _SAMPLE}
    return {
        "operationId": f"recommend{camel(rule.name)}",
        **_about(rule, selection),
        "parameters": [FORMAT_PARAMETER],
        "requestBody": json_body(members, ["inputs"], {"machines": {"summary": "On demand", "value": asked}}),
        "responses": {**found, **problems(*_REFUSED, *BODY)},
    }


def _recommend_from_query(
    rule: Sampled, tree: TreeProgram, version: Version, selection: SelectionProgram
) -> dict[str, Any]:
    chosen = {"name": "selection", "in": "query", "schema": {"type": "string", "enum": [version.id.name]}}
    pinned = {"name": "version", "in": "query", "schema": {"type": "string", "enum": list(rule.rule.versions)}}
    return {
        "operationId": f"recommend{camel(rule.name)}FromQuery",
        **_about(rule, version),
        "parameters": [
            *_parameters(rule, tree, selection),
            {**chosen, "description": "The rule that chooses among machines."},
            {**pinned, "description": "A version to decide by, in place of the live one."},
            FORMAT_PARAMETER,
        ],
        "responses": {**_answered(), **problems(*_REFUSED), "414": TOO_LONG, "431": TOO_LONG},
    }


def _parameters(rule: Sampled, tree: TreeProgram, selection: SelectionProgram) -> Iterator[dict[str, Any]]:
    given = rule.samples.fullest
    for name, one in tree.common.inputs.items():
        yield input_parameter(name, one, given.get(name), required=False)
    for key, made in _constraints(selection):
        if made["name"] not in tree.common.inputs:
            yield {"$ref": f"#/components/parameters/{key}"}


def _constraints(selection: SelectionProgram) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parameters of all constraints, and of the inputs of formulas that estimate them, by their keys."""
    for name, one in selection.document.inputs.items():
        yield f"constraint.{name}", input_parameter(name, one, None, required=False)
    for formula in selection.estimates.values():
        for name, own in formula.common.inputs.items():
            full = f"{formula.common.id.name}.{name}"
            yield f"constraint.{full}", input_parameter(full, own, None, required=False)


def _about(rule: Sampled, selection: Version) -> dict[str, Any]:
    return {
        "summary": f"{rule.live.document.title} Which machines have it?",
        "description": (
            f"The decision of rule `{rule.name}`, then the machines for it that meet the constraints, in order, "
            f"as `{selection.id.name}` chooses them, and for each other machine why it does not."
        ),
        "tags": ["deciding"],
    }


def _found(rule: Sampled, revision: Revision) -> dict[str, Any]:
    """The answer, with the real one to the question that is the example of the body."""
    wanted = Wanted(rule=rule.name, inputs=rule.samples.fullest, constraints=_SAMPLE)
    try:
        answer = sent(Recommend(decide)(wanted, revision))
    except ServiceError:  # by rules of somebody else, which need another question
        return _answered()
    if len(json.encode(answer)) > _LONGEST:
        return _answered()
    return _answered(examples={"machines": {"summary": "On demand", "value": answer}})


def _answered(**examples: Any) -> dict[str, Any]:
    return ok("The machines.", {JSON: {"schema": schema("SentRecommendation"), **examples}, **FORM_CONTENT})
