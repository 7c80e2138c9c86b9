"""Functions of numbers and truth values by their name in the syntax tree and the kinds of their arguments."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, Final

from service.analysis.solver.terms import Rounding
from service.analysis.symbolic.elementary import Elementary
from service.analysis.symbolic.encoded import Encoded, Real, Truth, Whole
from service.analysis.symbolic.operations import Operations

Overloads = dict[tuple[Any, ...], Callable[..., Encoded]]
"""What makes the term, by the function and the kinds of what it takes."""

_ROUNDINGS: Final[dict[str, Rounding]] = {"ceil": "up", "floor": "down", "round": "away", "trunc": "zero"}


def overloads(do: Operations) -> Overloads:
    """All of them."""
    return {**_logic(do), **_whole(do), **_real(do)}


def _logic(do: Operations) -> Overloads:
    return {
        ("_&&_", Truth, Truth): do.both,
        ("_||_", Truth, Truth): do.either,
        ("!_", Truth): do.opposite,
        **{("_<_", kind, kind): do.less for kind in (Truth, Whole, Real)},
        **{("_<=_", kind, kind): do.at_most for kind in (Truth, Whole, Real)},
        **{("_>_", kind, kind): lambda one, other: do.less(other, one) for kind in (Truth, Whole, Real)},
        **{("_>=_", kind, kind): lambda one, other: do.at_most(other, one) for kind in (Truth, Whole, Real)},
    }


def _whole(do: Operations) -> Overloads:
    integers = do.integers
    return {
        ("_+_", Whole, Whole): integers.plus,
        ("_-_", Whole, Whole): integers.minus,
        ("_*_", Whole, Whole): integers.times,
        ("_/_", Whole, Whole): integers.over,
        ("_%_", Whole, Whole): integers.modulo,
        ("-_", Whole): integers.negative,
        ("int", Whole): lambda one: one,
        ("double", Whole): do.doubles.of_whole,
        ("math.abs", Whole): integers.absolute,
        ("math.sign", Whole): integers.sign,
    }


def _real(do: Operations) -> Overloads:
    doubles = do.doubles
    elementary = Elementary(do.terms, do.unknowns)
    return {
        ("_+_", Real, Real): doubles.plus,
        ("_-_", Real, Real): doubles.minus,
        ("_*_", Real, Real): doubles.times,
        ("_/_", Real, Real): doubles.over,
        ("-_", Real): doubles.negative,
        ("int", Real): doubles.to_whole,
        ("double", Real): lambda one: one,
        ("math.abs", Real): doubles.absolute,
        ("math.sign", Real): lambda one: doubles.sign(one, do.comparing.less),
        **{(f"math.{name}", Real): partial(doubles.rounded, mode=mode) for name, mode in _ROUNDINGS.items()},
        ("math.isNaN", Real): lambda one: Truth(do.terms.is_nan(one.term), one.fails),
        ("math.isInf", Real): lambda one: do.equal(doubles.absolute(one), doubles.literal(inf)),
        ("math.isFinite", Real): lambda one: do.less(doubles.absolute(one), doubles.literal(inf)),
        ("sqrt", Real): doubles.root,
        ("log", Real): elementary.log,
        ("exp", Real): elementary.exp,
        ("pow", Real, Real): elementary.pow,
    }
