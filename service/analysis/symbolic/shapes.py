"""Doubles that are a function of one other: rounding keeps their order, so comparing them is comparing that other one.

`x * 0.7 >= 2.1` holds from some double on, which is found by halving; no product is left to reason about.
"""

import struct
from collections.abc import Callable
from math import isnan

from msgspec.structs import replace

from service.analysis.symbolic.encoded import Real, Shape

_TOP = 2**63
_STEPS = 100
"""Steps of one function; what is made in more of them is taken as it is."""


def known(one: Real) -> float | None:
    """The value of a number that is known; it may be infinite, but is never NaN."""
    if one.low == one.high and not one.may_be_nan and not isnan(one.low):
        return one.low
    return None


def shaped(result: Real, one: Real, apply: Callable[[float], float], *, rising: bool) -> Real:
    """The result, which is this function of the one, with that said; the function must keep or turn the order."""
    if result.may_be_nan or known(one) is not None:
        return result
    if one.shape is None or one.shape.steps == _STEPS:
        return replace(result, shape=Shape(one, apply, rising), leaves=one.leaves)
    before = one.shape
    shape = Shape(before.base, lambda value: apply(before.apply(value)), before.rising == rising, before.steps + 1)
    return replace(result, shape=shape, leaves=one.leaves)


def edge(shape: Shape, bound: float, *, strict: bool) -> float | None:
    """Where the function begins (rising) or ends (falling) to be at least the bound, or more; nothing if nowhere."""

    def reaches(place: int) -> bool:
        value = shape.apply(_value(place))
        return value > bound if strict else value >= bound

    first, last = _place(shape.base.low), _place(shape.base.high)
    if not shape.rising:
        first, last = last, first
    if not reaches(last):
        return None
    while first != last:
        middle = (first + last) // 2 if shape.rising else (first + last + 1) // 2
        if reaches(middle):
            last = middle
        else:
            first = middle + 1 if shape.rising else middle - 1
    return _value(last)


def _place(value: float) -> int:
    """Doubles in their order as whole numbers; the two zeros are neighbors."""
    (pattern,) = struct.unpack("<q", struct.pack("<d", value))
    return int(pattern) if pattern >= 0 else -_TOP - int(pattern) - 1


def _value(place: int) -> float:
    pattern = place if place >= 0 else -_TOP - place - 1
    (value,) = struct.unpack("<d", struct.pack("<q", pattern))
    return float(value)
