"""What expressions may call: a closed list, so that everything in a rule can be proved, put into words and bounded.

Standard CEL and its math extension carry numbers, comparisons and logic; ours are the sums over lists of records and a
few elementary functions. What CEL offers beyond (comprehensions, `dyn`, timestamps, regular expressions) is refused.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct


class Function(Struct, frozen=True):
    """A function of ours: its parameter types and result type as CEL names them, and what it does."""

    parameters: tuple[str, ...]
    result: str
    call: Callable[..., Any]


def _needs_items(name: str, reduce: Callable[[Sequence[float]], float]) -> Callable[[Sequence[float]], float]:
    def call(items: Sequence[float]) -> float:
        if not items:
            message = f"`{name}` of an empty list has no value"
            raise ValueError(message)
        return float(reduce(items))

    return call


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def _exponential(power: float) -> float:
    try:
        return math.exp(power)
    except OverflowError:
        return math.inf


OWN: Final = {
    "sum": Function(("list(double)",), "double", math.fsum),
    "mean": Function(("list(double)",), "double", _needs_items("mean", lambda items: math.fsum(items) / len(items))),
    "min": Function(("list(double)",), "double", _needs_items("min", min)),
    "max": Function(("list(double)",), "double", _needs_items("max", max)),
    "sqrt": Function(("double",), "double", math.sqrt),
    "log": Function(("double",), "double", math.log),
    "exp": Function(("double",), "double", _exponential),
    "pow": Function(("double", "double"), "double", _power),
}
"""Functions of this service, beside standard CEL. The sums are exact to the last bit (`math.fsum`)."""

_LOGIC: Final = ("_&&_", "_||_", "!_", "_?_:_")
_COMPARISONS: Final = ("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in")
_ARITHMETIC: Final = ("_+_", "_-_", "_*_", "_/_", "_%_", "-_", "_[_]")

OPERATORS: Final = frozenset((*_LOGIC, *_COMPARISONS, *_ARITHMETIC))
"""Operators, as CEL's syntax tree names them."""

STANDARD: Final = frozenset({"size", "double", "int", "startsWith", "endsWith", "contains"})
"""Functions of standard CEL that may be used."""

_MATH: Final = ("abs", "ceil", "floor", "round", "trunc", "sign", "sqrt", "isNaN", "isInf", "isFinite", "@max", "@min")

MATH: Final = frozenset(f"math.{name}" for name in _MATH)
"""Functions of CEL's math extension that may be used; `math.greatest` and `math.least` are `@max` and `@min` here."""

ALLOWED: Final = OPERATORS | STANDARD | MATH | OWN.keys()
