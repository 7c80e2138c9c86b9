"""Sensitivity: which of the numbers that a formula is asked with matter, and how much."""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from statistics import fmean
from typing import Any, Final

from service.analysis.solving.curve import SpentError
from service.analysis.solving.slopes import Slope, slope
from service.engine.probe import Probe
from service.errors import DecisionError
from service.model.sensitivity import Effect, Influence, Sensitivity, Turned
from service.model.solution import Number
from service.usecases.aside import Aside
from service.usecases.lever import Lever, levers
from service.usecases.numbers import evaluations, formula_of, numbers, output
from service.usecases.responses import Effort, Responses, Values
from service.usecases.revision import Version

_EFFORT: Final = 4
"""Evaluations for all inputs together, as a multiple of those for one search."""
_DIGITS: Final = 9
_NOT_LOOKED_FOR: Final = "not looked for: the question is too large"
_WHOLE_COLUMN: Final = "whole numbers in records are only halved and doubled"


class Weigh:
    """Inputs in; what each number among them does to the outputs out."""

    def __init__(self, aside: Aside) -> None:
        """Take the part."""
        self._aside = aside

    async def __call__(self, version: Version, given: Mapping[str, Any], asked: str | None = None) -> Sensitivity:
        """What each number does to the output that is asked about, or to all of them.

        Raises:
            RequestRejectedError: the rule is no formula, or has no such output.
            DecisionError: the question is refused as it is.
            BusyError: too many wait already.
        """
        return await self._aside(weighing(version, given, asked))


def weigh(version: Version, given: Mapping[str, Any], asked: str | None = None) -> Sensitivity:
    """The same here and now; for the errors see there."""
    return weighing(version, given, asked)()


def weighing(version: Version, given: Mapping[str, Any], asked: str | None) -> Callable[[], Sensitivity]:
    """The work, ready to be done; what is wrong with the question itself is refused at once."""
    program = formula_of(version, "$.output")
    needed = [asked] if asked is not None else []
    for name in needed:
        output(program, name, "$.output")
    inputs = program.common.reader.read(given)
    now = Probe(program, inputs, (), needed=needed)({})
    shown = {name: now[name] for name in (needed or now)}
    units = {name: program.document.outputs[name].unit for name in shown}

    def work() -> Sensitivity:
        effort = Effort(evaluations(program, inputs) * _EFFORT)
        found = []
        for lever in levers(numbers(program), inputs):
            probe = Probe(program, inputs, [lever.number.name], needed=needed)
            found.append(_influence(Responses(probe, lever, effort), shown, units))
        return Sensitivity(values=shown, units=units, influences=sorted(found, key=_rank), complete=not effort.spent)

    return work


def _influence(responses: Responses, now: Values, units: Mapping[str, str]) -> Influence:
    lever = responses.lever
    halved, less = _turned(responses, 0.5)
    doubled, more = _turned(responses, 2.0)
    effects = []
    for name, value in now.items():
        found = _slope(responses, name)
        effects.append(
            Effect(
                output=name,
                derivative=_rounded(_per_unit(found.value, lever)),
                unit=_per(units[name], lever.number.unit),
                elasticity=_rounded(_ratio(found.value, lever.here, value)),
                halved=less[name] - value if name in less else None,
                doubled=more[name] - value if name in more else None,
                why=found.why,
            )
        )
    return Influence(
        input=lever.number.name,
        value=lever.value(lever.here),
        unit=lever.number.unit,
        halved=halved,
        doubled=doubled,
        effects=effects,
        effect=fmean(_share(one, now) for one in effects) if less or more else None,
    )


def _turned(responses: Responses, factor: float) -> tuple[Turned, Values]:
    """The input after it was halved or doubled, and the outputs then, if there are any."""
    lever = responses.lever
    place = lever.turned(factor)
    value = lever.value(place)
    refused = lever.refusal(place)
    if refused:
        return Turned(value=value, code=refused.code, message=f"`{lever.number.name}` {refused}"), {}
    found = responses.at(place)
    if isinstance(found, DecisionError):
        return Turned(value=value, code=found.issues[0].code, message=found.issues[0].message), {}
    return Turned(value=value), found


def _slope(responses: Responses, name: str) -> Slope:
    """The derivative by the place of the lever."""
    lever = responses.lever
    if lever.number.column and lever.number.whole:
        return Slope(None, _WHOLE_COLUMN)
    if lever.number.column and not lever.value(lever.here):
        return Slope(None, "the sum of all values is 0")
    try:
        return slope(partial(responses.of, name), lever.axis, lever.here)
    except SpentError:
        return Slope(None, _NOT_LOOKED_FOR)


def _per_unit(derivative: float | None, lever: Lever) -> float | None:
    """The derivative by the number itself, of a column by its sum."""
    if derivative is None or not lever.number.column:
        return derivative
    return derivative / lever.value(lever.here)


def _ratio(derivative: float | None, place: Number, value: Number) -> float | None:
    if derivative is None or not place or not value:
        return None
    return derivative * place / value


def _rounded(number: float | None) -> float | None:
    """Without the digits that differences do not give."""
    return None if number is None else float(f"{number:.{_DIGITS}g}")


def _share(effect: Effect, now: Values) -> float:
    """The greater change of an output, as a part of it."""
    changes = [abs(change) for change in (effect.halved, effect.doubled) if change is not None]
    return max(changes, default=0.0) / (abs(now[effect.output]) or 1.0)


def _rank(influence: Influence) -> tuple[float, float]:
    elasticities = [abs(one.elasticity) for one in influence.effects if one.elasticity is not None]
    return -(influence.effect if influence.effect is not None else -inf), -max(elasticities, default=0.0)


def _per(above: str, below: str | None) -> str:
    """The unit of a quotient: `s` for `h` is `s/h`."""
    if below in (None, "1"):
        return above
    if above == below:
        return "1"
    return f"{above}/({below})" if set(str(below)) & set("*/") else f"{above}/{below}"
