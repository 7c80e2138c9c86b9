"""Computes a formula: outputs in order, each finite and in its range; optional ones as far as inputs allow.

Then it says what to keep in mind about them.
"""

from collections.abc import Iterator
from math import isfinite
from typing import Any, assert_never

from service.engine.guards import failure
from service.engine.program import FormulaProgram
from service.errors import InputsMissingError, Issue, ResultRejectedError
from service.language.expression import Failed, Known, Scope, Unknown
from service.language.messages import filled
from service.language.values import shown
from service.model.decision import Decision, GivenCaveat
from service.model.formula import Output


def compute(program: FormulaProgram, inputs: dict[str, Any], decision_id: str) -> Decision:
    """The values of all outputs, but for optional ones that wait for missing inputs, and the caveats that hold.

    Raises:
        DecisionError: the question is refused, inputs are missing (all of them are named), or a result is not right.
    """
    scope = program.common.scope(inputs)
    program.common.refuse(scope)
    values = _values(program, scope)
    return Decision(
        decision_id=decision_id,
        rule=program.common.id,
        rules=(program.common.id,),
        status="decided",
        inputs=inputs,
        values=values,
        units={name: program.document.outputs[name].unit for name in values},
        caveats=tuple(_caveats(program, scope)),
    )


def _values(program: FormulaProgram, scope: Scope) -> dict[str, float | int]:
    values: dict[str, float | int] = {}
    missing: set[str] = set()
    for name, expression in program.outputs.items():
        output = program.document.outputs[name]
        judgment = expression.judge(scope)
        scope.define(name, judgment)
        match judgment:
            case Known(value=value):
                values[name] = _checked(name, output, value)
            case Unknown(reads=reads):
                missing.update(() if output.optional else reads)
            case Failed():
                raise failure(expression, judgment, program.common.inputs_read(expression))
            case unreachable:
                assert_never(unreachable)
    if missing:
        raise InputsMissingError([_missing(program, name) for name in program.common.inputs if name in missing])
    return values


def _caveats(program: FormulaProgram, scope: Scope) -> Iterator[GivenCaveat]:
    """What to keep in mind; a caveat that waits for something that is missing is not given."""
    for name, condition in program.caveats.items():
        judgment = condition.judge(scope)
        if isinstance(judgment, Failed):
            raise failure(condition, judgment, program.common.inputs_read(condition))
        if judgment == Known(True):
            yield GivenCaveat(id=name, text=filled(program.document.caveats[name].text, scope.values))


def _checked(name: str, output: Output, value: float) -> float | int:
    """The value itself, if it is one that the output may have."""
    title = f"{output.title.lower()} (`{name}`)" if output.title else f"`{name}`"
    if not isfinite(value):
        message = f"{title} is not a finite number: the inputs are too large, too small, or divide by zero"
        raise ResultRejectedError([Issue("result-not-finite", f"$.values.{name}", message)])
    if output.range and not output.range[0] <= value <= output.range[1]:
        low, high = output.range
        found = shown(value, low if value < low else high)
        message = f"{title} would be {found}, outside {shown(low)} to {shown(high)}: the inputs do not fit together"
        raise ResultRejectedError([Issue("result-out-of-range", f"$.values.{name}", message)])
    return value


def _missing(program: FormulaProgram, name: str) -> Issue:
    ask = program.common.inputs[name].ask
    message = f"`{name}` is missing" + (f": {ask}" if ask else "")
    return Issue("missing-input", f"$.inputs.{name}", message)
