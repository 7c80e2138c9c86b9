"""Where a curve turns from going up to going down, or back: its extrema."""

from collections.abc import Iterator
from itertools import pairwise
from math import inf, isnan
from typing import Final, Literal

from msgspec import Struct

from service.analysis.solving import numerics
from service.analysis.solving.axis import Number
from service.analysis.solving.curve import Curve
from service.analysis.solving.rounding import EPSILON

Points = list[tuple[Number, float]]
"""Places of a curve in order, and its values there."""

_NOISE: Final = 8 * EPSILON
_SUSPICIOUS: Final = 3
"""So many turns without a place between them mean that the curve turns faster than it was looked at."""


class Turning(Struct, frozen=True):
    """Between two places the curve goes up and down (`sign` is 1), or down and up (-1)."""

    low: Number
    high: Number
    sign: Literal[-1, 1]


class _Level(Struct):
    """Places that follow each other, at which the curve is the same but for rounding."""

    first: Number
    last: Number
    value: float


def is_level(points: Points) -> bool:
    """Whether the values are the same, but for rounding."""
    values = [value for _, value in points]
    return not values or max(values) - min(values) <= _NOISE * max(abs(value) for value in values)


def turnings(points: Points) -> list[Turning]:
    """All turns that show at these places."""
    return [turning for turning in _turns(_levels(points)) if turning]


def is_rugged(points: Points) -> bool:
    """Whether the curve turns at places that follow each other, so that there may be more turns between them."""
    run = 0
    for turning in _turns(_levels(points)):
        run = run + 1 if turning else 0
        if run >= _SUSPICIOUS:
            return True
    return False


def extremum(curve: Curve, turning: Turning) -> Number:
    """Where the curve is highest or lowest in a turn.

    Raises:
        HoleError: it has no value there.
        SpentError: the curve was looked at too often.
    """
    axis = curve.axis

    def depth(place: float) -> float:
        value = curve(axis.snapped(place))
        return inf if isnan(value) else -turning.sign * value

    found = axis.snapped(numerics.lowest(depth, turning.low, turning.high))
    if axis.whole:
        near = {axis.moved(found, step, bound) for step, bound in ((-1, turning.low), (0, found), (1, turning.high))}
        found = min(near, key=lambda place: (depth(place), place))
    curve.followed(found)
    return found


def _levels(points: Points) -> list[_Level]:
    levels: list[_Level] = []
    for place, value in points:
        if levels and abs(value - levels[-1].value) <= _NOISE * abs(value):
            levels[-1].last = place
        else:
            levels.append(_Level(place, place, value))
    return levels


def _turns(levels: list[_Level]) -> Iterator[Turning | None]:
    """For each level but the first and the last: the turn there, or nothing."""
    steps = [*pairwise(levels)]
    for (before, here), (_, after) in pairwise(steps):
        if here.value > before.value and here.value > after.value:
            yield Turning(before.last, after.first, 1)
        elif here.value < before.value and here.value < after.value:
            yield Turning(before.last, after.first, -1)
        else:
            yield None
