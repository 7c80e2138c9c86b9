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


def _total(items: Sequence[float]) -> float:
    """Exact to the last bit; infinite where it is too large."""
    try:
        return math.fsum(items)
    except OverflowError:
        return math.inf if sum(items) > 0 else -math.inf


def _where_defined(name: str, call: Callable[..., float], domain: str) -> Callable[..., float]:
    """A result that is too large is infinite; one that does not exist is an error that says so."""

    def checked(*arguments: float) -> float:
        try:
            return call(*arguments)
        except OverflowError:
            return math.inf
        except ValueError:
            message = f"`{name}` {domain}"
            raise ValueError(message) from None

    return checked


OWN: Final = {
    "sum": Function(("list(double)",), "double", _total),
    "mean": Function(("list(double)",), "double", _needs_items("mean", lambda items: _total(items) / len(items))),
    "min": Function(("list(double)",), "double", _needs_items("min", min)),
    "max": Function(("list(double)",), "double", _needs_items("max", max)),
    "sqrt": Function(("double",), "double", _where_defined("sqrt", math.sqrt, "of a negative number has no value")),
    "log": Function(("double",), "double", _where_defined("log", math.log, "has a value above zero only")),
    "exp": Function(("double",), "double", _where_defined("exp", math.exp, "has no value here")),
    "pow": Function(("double", "double"), "double", _where_defined("pow", math.pow, "has no value for these numbers")),
}
"""Functions of this service, beside standard CEL."""

_LOGIC: Final = ("_&&_", "_||_", "!_", "_?_:_")
_COMPARISONS: Final = ("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in")
_ARITHMETIC: Final = ("_+_", "_-_", "_*_", "_/_", "_%_", "-_", "_[_]")

OPERATORS: Final = frozenset((*_LOGIC, *_COMPARISONS, *_ARITHMETIC))
"""Operators, as CEL's syntax tree names them."""

STANDARD: Final = frozenset({"size", "double", "int", "startsWith", "endsWith", "contains"})
"""Functions of standard CEL that may be used."""

_MATH: Final = ("abs", "ceil", "floor", "round", "trunc", "sign", "isNaN", "isInf", "isFinite", "@max", "@min")

MATH: Final = frozenset(f"math.{name}" for name in _MATH)
"""Functions of CEL's math extension that may be used; `math.greatest` and `math.least` are `@max` and `@min` here.

Not `math.sqrt`: it makes NaN of a negative number, where `sqrt` says what is wrong.
"""

ALLOWED: Final = OPERATORS | STANDARD | MATH | OWN.keys()
