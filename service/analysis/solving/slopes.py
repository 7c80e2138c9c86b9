"""How steep a curve is at a place."""

from collections.abc import Callable
from math import isfinite, isnan
from typing import Final, Literal

from msgspec import Struct

from service.analysis.solving import numerics
from service.analysis.solving.axis import Axis, Number
from service.analysis.solving.numerics import Estimate
from service.analysis.solving.rounding import EPSILON
from service.language.values import shown

Function = Callable[[Number], float]
"""Has no value (NaN) where the rule refuses."""

_FIRST, _FAR = 1e-2, 1e6
"""The first step, as a part of the place; and at zero, which has no size of its own."""
_STEPS: Final = (1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10)
"""The parts of it that are tried until a derivative is good enough."""
_NEARER, _NEAREST = 1e-14, 10
"""How small a step may get to stay where there are values, and the quotient by which it does."""
_GOOD, _USABLE = 1e-8, 1e-4
"""Relative errors: of a derivative that needs no other step, and of one that may be told."""
_FLAT: Final = 1e-11
"""Such a part of an ordinary derivative is rounding."""
_CLOSE, _CLOSER = 1e-3, 8.0
"""Where a corner is looked for: so far from the place, as a part of it, and so many times closer."""
_CORNER, _LASTING, _JUMP = 1e-3, 0.5, 4.0
"""The slopes of both sides of a corner differ by such a part of them, and still do when it is looked at closely; at a
jump they differ the more."""
_STEEP: Final = 16
_LEAST: Final = 1e-300
"""Below that, steps shrink to nothing before they are as small as they should be."""


class Slope(Struct, frozen=True):
    """The derivative, or why there is none."""

    value: float | None
    why: str | None = None


def slope(function: Function, axis: Axis, place: Number) -> Slope:
    """The derivative of a function at a place where it has a value.

    At an end of the axis, or of where the function has values, it is that of the side that is there. Of whole numbers
    it is the mean of the steps to the next one on both sides, or the step on the side that is there.
    """
    if axis.whole:
        return _of_steps(function, axis, place)
    if 0 < abs(place) < _LEAST:
        return Slope(None, "the value is too close to 0")
    side, step = _room(function, axis, place)
    if side is None:
        return Slope(None, "the rule answers at this value alone")
    bend = _bend(function, place, step) if side == 0 else None
    if bend:
        return Slope(None, bend)
    scale = _scale(function, place, step, side)
    best: Estimate | None = None
    for part in _STEPS:
        found = numerics.derivative(function, float(place), step * part, side)
        if isfinite(found.value) and isfinite(found.error) and (best is None or found.error < best.error):
            best = found
        if best and best.error <= max(_GOOD * abs(best.value), _FLAT * scale):
            break
    if best is None or best.error > max(_USABLE * abs(best.value), _FLAT * scale):
        return Slope(None, "the output is not smooth here")
    return Slope(0.0 if abs(best.value) <= _FLAT * scale else best.value)


def _scale(function: Function, place: Number, step: float, side: int) -> float:
    """The derivative that a value of ordinary size would have, if it came from zero all the way to the place."""
    ends = [place + one * step for one in (-1, 0, 1) if one * side >= 0]
    return max(abs(function(end)) for end in ends) / (abs(place) or step)


def _of_steps(function: Function, axis: Axis, place: Number) -> Slope:
    ends = [
        end if axis.low <= end <= axis.high and not isnan(function(end)) else place for end in (place - 1, place + 1)
    ]
    if ends[0] == ends[1]:
        return Slope(None, "the rule answers at this value alone")
    return Slope((function(ends[1]) - function(ends[0])) / (ends[1] - ends[0]))


def _room(function: Function, axis: Axis, place: Number) -> tuple[Literal[-1, 0, 1] | None, float]:
    """On which sides there are values (0: on both), and how far one may go there."""
    first = _FIRST * abs(place) if place else min(_FAR, _FIRST * (axis.high - axis.low))

    def is_open(end: float) -> bool:
        return axis.low <= end <= axis.high and end != place and not isnan(function(end))

    sides: tuple[Literal[0, 1, -1], ...] = (0, 1, -1)
    for side in sides:
        step = first
        while step >= first * _NEARER:
            ends = [place + step] * (side >= 0) + [place - step] * (side <= 0)
            if all(is_open(end) for end in ends):
                return side, step
            step /= _NEAREST
    return None, 0.0


def _bend(function: Function, place: Number, room: float) -> str | None:
    """What is the matter if the slopes on both sides differ however close one looks."""
    gaps = []
    here = function(place)
    step = min(room, _CLOSE * (abs(place) or room))
    for near in (step, step / _CLOSER):
        below, above = (here - function(place - near)) / near, (function(place + near) - here) / near
        gaps.append(abs(above - below))
    rounding = _STEEP * EPSILON * abs(here) / near
    if gaps[1] <= max(rounding, _CORNER * max(abs(above), abs(below)), _LASTING * gaps[0]):
        return None
    if gaps[1] > _JUMP * gaps[0]:
        return "the output jumps here"
    return f"there is a corner here: {shown(below)} below, {shown(above)} above"
