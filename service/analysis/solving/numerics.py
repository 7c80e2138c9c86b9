"""The only door to SciPy; it is imported when it is first needed, which takes a while, and never in order to decide."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct

Function = Callable[[float], float]

_STEPS: Final = 500
_NARROW: Final = 1e-11
"""How far the place of an extremum is narrowed, as a part of the interval: below that doubles show no difference."""
_ORDER: Final = 8
_HALVINGS: Final = 8
"""Order of the differences, and how often their step is halved at most."""


class Estimate(Struct, frozen=True):
    """A derivative, and how far it may be off."""

    value: float
    error: float


def crossing(function: Function, low: float, high: float) -> float:
    """Where the function crosses zero between two places at which it has opposite signs, by Brent's method.

    The place is as exact as doubles are. Of a function that jumps over zero it is that of the jump.
    """
    from scipy.optimize import brentq  # noqa: PLC0415

    return float(brentq(function, low, high, xtol=1e-300, rtol=9e-16, maxiter=_STEPS, disp=False))


def lowest(function: Function, low: float, high: float) -> float:
    """Where the function is lowest between two places, if it goes down and up but once there."""
    from numpy import errstate  # noqa: PLC0415
    from scipy.optimize import minimize_scalar  # noqa: PLC0415

    options = {"xatol": max((high - low) * _NARROW, 5e-324), "maxiter": _STEPS}
    with errstate(all="ignore"):
        return float(minimize_scalar(function, bounds=(low, high), method="bounded", options=options).x)


def derivative(function: Function, place: float, step: float, side: Literal[-1, 0, 1]) -> Estimate:
    """The derivative of the function by differences of high order, whose step shrinks until they agree.

    `side` is 1 or -1 where only places above or below may be looked at, none of them further away than the step.
    """
    from numpy import errstate, vectorize  # noqa: PLC0415
    from scipy import differentiate  # noqa: PLC0415

    many: Any = vectorize(function, otypes=[float])
    with errstate(all="ignore"):
        found = differentiate.derivative(
            many,
            place,
            initial_step=step,
            step_direction=side,
            order=_ORDER,
            maxiter=_HALVINGS,
            tolerances={"atol": 0.0, "rtol": 1e-12},
        )
    return Estimate(float(found.df), float(found.error))
