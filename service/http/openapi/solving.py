"""The operations that ask a formula backwards, and how much each of its inputs matters."""

from http import HTTPStatus
from typing import Any, Final

from service.engine.program import FormulaProgram
from service.http.openapi.bodies import json_body, version_member
from service.http.openapi.names import by_reference, camel, inputs_name, schema
from service.http.openapi.responses import BODY, JSON, ok, problems
from service.http.openapi.samples import Sampled
from service.language.values import LARGEST
from service.model.decision import Decision
from service.usecases.describing.inputs import open_inputs_schema
from service.usecases.numbers import Numeric, numbers
from service.usecases.unknown import is_time

_REFUSED: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    *BODY,
)
_TARGET: Final = (
    "The value that the output is to have, in its unit; if that is a time, it may be text such as `15 min`. It is met "
    "where the output differs from it by at most a billionth of it."
)


def solving(rule: Sampled, formula: FormulaProgram) -> dict[str, Any]:
    """The paths of a formula; none if it is asked with no number."""
    path = f"/v1/decisions/{rule.name}"
    found = numbers(formula)
    if not found:
        return {}
    return {
        f"{path}/solve": {"post": _solve(rule, formula, found)},
        f"{path}/sensitivity": {"post": _weigh(rule, formula)},
    }


def _solve(rule: Sampled, formula: FormulaProgram, found: dict[str, Numeric]) -> dict[str, Any]:
    unknown = {
        "type": "string",
        "enum": list(found),
        "description": "The input that is looked for, or a column of a list: then each record without it takes it.",
    }
    times = any(is_time(one.unit) for one in formula.document.outputs.values())
    forms = [{"type": "number", "minimum": -LARGEST, "maximum": LARGEST}, *([schema("DurationText")] if times else [])]
    target = {
        "type": "object",
        "properties": {"output": _outputs(formula), "value": {"anyOf": forms, "description": _TARGET}},
        "required": ["output", "value"],
        "additionalProperties": False,
    }
    inputs = {**by_reference(open_inputs_schema(rule.live)), "description": "All that is known; not the unknown."}
    members = {"inputs": inputs, "unknown": unknown, "target": target, "version": version_member(rule)}
    return {
        "operationId": f"solve{camel(rule.name)}",
        "summary": f"{rule.live.document.title}: which input brings it to a target?",
        "description": (
            f"All values of one number among the inputs of rule `{rule.name}` for which an output comes to a target, "
            "or the range that it can be brought to. Each value that is answered was tried."
        ),
        "tags": ["deciding"],
        "requestBody": json_body(members, ["inputs", "unknown", "target"], _backwards(rule, found)),
        "responses": {**ok("The values.", {JSON: {"schema": schema("RuleSolution")}}), **problems(*_REFUSED)},
    }


def _weigh(rule: Sampled, formula: FormulaProgram) -> dict[str, Any]:
    output = {
        "anyOf": [_outputs(formula), {"type": "null"}],
        "description": "The output that counts; all of them, if none is named.",
    }
    members = {"inputs": schema(inputs_name(rule.name)), "output": output, "version": version_member(rule)}
    example = {"weights": {"summary": "What matters most", "value": {"inputs": rule.samples.fullest}}}
    return {
        "operationId": f"weighInputs{camel(rule.name)}",
        "summary": f"{rule.live.document.title}: which inputs matter?",
        "description": (
            f"What each number among the inputs of rule `{rule.name}` does to the outputs: derivative, elasticity, and "
            "what halving and doubling change. Those with the greatest effect come first."
        ),
        "tags": ["deciding"],
        "requestBody": json_body(members, ["inputs"], example),
        "responses": {**ok("The effects.", {JSON: {"schema": schema("RuleSensitivity")}}), **problems(*_REFUSED)},
    }


def _outputs(formula: FormulaProgram) -> dict[str, Any]:
    return {"type": "string", "enum": list(formula.outputs)}


def _backwards(rule: Sampled, found: dict[str, Numeric]) -> dict[str, Any]:
    """A question of which the answer is known: what a sample gives for the first of its numbers."""
    for sample in sorted(rule.samples.answered, key=lambda one: -len(one.given)):
        unknown = next((one for one in found.values() if one.input in sample.given), None)
        if unknown and isinstance(sample.answer, Decision):
            output, value = list(sample.answer.values.items())[-1]
            asked = {
                "inputs": _without(sample.given, unknown),
                "unknown": unknown.name,
                "target": {"output": output, "value": value},
            }
            return {"backwards": {"summary": f"Back to: {sample.title}", "value": asked}}
    return {}


def _without(given: dict[str, Any], unknown: Numeric) -> dict[str, Any]:
    rest = {name: value for name, value in given.items() if name != unknown.input}
    if not unknown.column:
        return rest
    rows = [{name: one for name, one in row.items() if name != unknown.column} for row in given[unknown.input]]
    return {**rest, unknown.input: rows}
