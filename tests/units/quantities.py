"""A second reading of units: a whole expression evaluated by pint, numbers and all.

pint converts where it can (an hour and a second add up to 3601 seconds), and CEL never does. So an expression has the
right units if pint can evaluate it, and gets the very number that comes out without any units.
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pint

from service.language.counted import COUNTED
from service.language.syntax import Call, Items, Literal, Name, Syntax

_BINARY: Final[dict[str, Any]] = {
    "_+_": lambda one, other: one + other,
    "_-_": lambda one, other: one - other,
    "_*_": lambda one, other: one * other,
    "_/_": lambda one, other: one / other,
    "_<_": lambda one, other: one < other,
    "_<=_": lambda one, other: one <= other,
    "_>_": lambda one, other: one > other,
    "_>=_": lambda one, other: one >= other,
    "_==_": lambda one, other: one == other,
    "_&&_": lambda one, other: one and other,
    "_||_": lambda one, other: one or other,
    "@in": lambda one, other: one in other,
    "math.@max": max,
    "math.@min": min,
}


def _ratio(one: Any) -> float:
    return float(one.to("").magnitude if hasattr(one, "to") else one)


def _rounded(one: Any) -> Any:
    """To the nearest whole number of its unit, halves up: what is rounded here is never negative."""
    if hasattr(one, "units"):
        return registry().Quantity(math.floor(one.magnitude + 0.5), one.units)
    return math.floor(one + 0.5)


def _up(one: Any) -> Any:
    """To the next whole number of its unit."""
    if hasattr(one, "units"):
        return registry().Quantity(math.ceil(one.magnitude), one.units)
    return math.ceil(one)


_UNARY: Final[dict[str, Any]] = {
    "-_": lambda one: -one,
    "!_": lambda one: not one,
    "double": lambda one: one,
    "int": lambda one: one,
    "size": lambda one: float(len(one)),
    "max": max,
    "min": min,
    "math.@max": max,
    "math.@min": min,
    "sum": lambda one: sum(one[1:], start=one[0]),
    "sqrt": lambda one: one**0.5,
    "exp": lambda one: math.exp(_ratio(one)),
    "log": lambda one: math.log(_ratio(one)),
    "math.round": _rounded,
    "math.ceil": _up,
}


@cache
def registry() -> pint.UnitRegistry[float]:
    """All units, with doubles for numbers."""
    made: pint.UnitRegistry[float] = pint.UnitRegistry(cache_folder=None)
    for word in COUNTED:
        made.define(f"{word} = [{word}]")
    return made


def quantity(value: Any, unit: str | None) -> Any:
    """A value with its unit: a number, or a list of numbers; what is chosen from a list has none."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [quantity(one, unit) for one in value]
    return registry().Quantity(float(value), registry().Unit("" if unit in (None, "1") else unit))


def evaluated(tree: Syntax, names: Mapping[str, Any]) -> Any:
    """The value of an expression over values with units, or without any.

    Raises:
        pint.DimensionalityError: values of different kinds meet.
    """
    match tree:
        case Literal(value=value):
            return float(value) if isinstance(value, int | float) else value
        case Name(name=name):
            return names[name]
        case Items(items=items):
            return [evaluated(one, names) for one in items]
        case Call(function="_?_:_", arguments=(condition, one, other)):
            return evaluated(one if evaluated(condition, names) else other, names)
        case Call(function=function, arguments=arguments):
            return _called(function, [evaluated(one, names) for one in arguments])
        case _:
            raise AssertionError(tree)


def _called(function: str, arguments: list[Any]) -> Any:
    known = _UNARY if len(arguments) == 1 else _BINARY
    assert function in known, function
    return known[function](*arguments)
