"""A second reading of units: a whole expression evaluated by pint, numbers and all.

pint converts where it can (an hour and a second add up to 3601 seconds), and CEL never does. So an expression has the
right units if pint can evaluate it, and gets the very number that comes out without any units.
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pint

from service.analysis.counted import COUNTED
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
}


@cache
def registry() -> pint.UnitRegistry[float]:
    """All units, with doubles for numbers."""
    made: pint.UnitRegistry[float] = pint.UnitRegistry(cache_folder=None)
    for word in COUNTED:
        made.define(f"{word} = [{word}]")
    return made


def quantity(value: Any, unit: str | None) -> Any:
    """A value with its unit: a number, or a list of numbers."""
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
    if function in _BINARY:
        return _BINARY[function](*arguments)
    match function:
        case "sum":
            first, *others = arguments[0]
            return sum(others, start=first)
        case "size":
            return float(len(arguments[0]))
        case "double" | "int":
            return arguments[0]
        case "sqrt":
            return arguments[0] ** 0.5
        case "exp" | "log":
            ratio = arguments[0].to("").magnitude if hasattr(arguments[0], "to") else arguments[0]
            return getattr(math, function)(ratio)
        case _:
            raise AssertionError(function)
