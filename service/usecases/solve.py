"""Solve: which value of an input brings an output to a target."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from service.analysis.solving.axis import Number
from service.analysis.solving.search import Found, search
from service.engine.probe import Probe
from service.errors import DecisionError, InputsMissingError
from service.model.solution import Aim, Limit, Sample, Solution, Target
from service.usecases.aside import Aside
from service.usecases.numbers import Numeric, evaluations, formula_of, number, output
from service.usecases.revision import Version
from service.usecases.unknown import Unknown, as_number

_LISTED: Final = 100
"""Pieces, and ends of pieces, that are listed."""


class Solve:
    """Inputs, an unknown and a target in; the values of the unknown that meet it out."""

    def __init__(self, aside: Aside) -> None:
        """Take the part."""
        self._aside = aside

    async def __call__(self, version: Version, given: Mapping[str, Any], aim: Aim) -> Solution:
        """Every value of the unknown that is found, the inputs that are given staying as they are.

        Raises:
            RequestRejectedError: the rule is no formula, or has no such input or output, or the unknown is given.
            DecisionError: the question is refused whatever the unknown is.
            BusyError: too many wait already.
        """
        return await self._aside(prepared(version, given, aim))


def solve(version: Version, given: Mapping[str, Any], aim: Aim) -> Solution:
    """The same here and now; for the errors see there."""
    return prepared(version, given, aim)()


def prepared(version: Version, given: Mapping[str, Any], aim: Aim) -> Callable[[], Solution]:
    """The search, ready to be made; what is wrong with the question itself is refused at once."""
    program = formula_of(version, "$.target.output")
    unknown = Unknown(number(program, aim.unknown, "$.unknown"), given)
    unit = output(program, aim.output, "$.target.output").unit
    target = Target(output=aim.output, value=as_number(aim.value, unit, "$.target.value"), unit=unit)
    inputs = program.common.reader.read(unknown.inputs)
    asked = Probe(program, inputs, [unknown.number.name], needed=[aim.output])
    changes = unknown.changes(inputs)

    def at(value: Number) -> float:
        return asked(changes(value))[aim.output]

    def work() -> Solution:
        hints, effort = unknown.hints(program, inputs), evaluations(program, inputs)
        found = search(at, unknown.number.axis, target.value, hints=hints, evaluations=effort)
        _refuse([error for _, error in found.nowhere])
        return _solution(found, unknown.number, target)

    return work


def _refuse(nowhere: Sequence[DecisionError]) -> None:
    """Refuse a question that the rule refuses for every value of the unknown in the same words.

    Raises:
        DecisionError: as the rule does. Missing inputs are named even if some values do not get as far as to miss them.
    """
    missing = [one for one in nowhere if isinstance(one, InputsMissingError)]
    if missing or len({(type(one), str(one)) for one in nowhere}) == 1:
        raise [*missing, *nowhere][0]


def _solution(found: Found, unknown: Numeric, target: Target) -> Solution:
    values = dict(found.values)
    solutions = [one.low for one in found.meetings]
    return Solution(
        status="solved" if solutions else "unreachable",
        unknown=unknown.name,
        target=target,
        value=solutions[0] if solutions else None,
        unit=unknown.unit,
        reached=values[solutions[0]] if solutions else None,
        solutions=solutions,
        stretches=[(one.low, one.high) for one in found.meetings if one.low < one.high],
        complete=found.complete,
        constant=found.is_constant,
        reachable=(min(values.values()), max(values.values())) if values else None,
        searched=(unknown.axis.low, unknown.axis.high),
        defined=[(one.low, one.high) for one in found.pieces[:_LISTED]],
        limits=[*_limits(found)],
        nearest=[] if solutions else [*_nearest(found, target.value)],
    )


def _limits(found: Found) -> Iterator[Limit]:
    """Where the rule begins to refuse; if it refuses everywhere, why at both ends."""
    for place, error in [*found.refusals[:_LISTED], *found.nowhere[:1], *found.nowhere[-1:]]:
        yield Limit(value=place, code=error.issues[0].code, message=error.issues[0].message)


def _nearest(found: Found, target: float) -> Iterator[Sample]:
    """The values whose outputs come nearest to the target from below and from above; the lowest of equals."""
    below = [(target - value, place) for place, value in found.values if value <= target]
    above = [(value - target, place) for place, value in found.values if value > target]
    outputs = dict(found.values)
    for side in (below, above):
        if side:
            place = min(side)[1]
            yield Sample(value=place, output=outputs[place])
