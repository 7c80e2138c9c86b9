"""Curves to search, refused where a formula would refuse: not finite, or outside a domain."""

from collections.abc import Callable, Iterable
from math import inf, isfinite

from service.analysis.solving.axis import Axis
from service.analysis.solving.search import Found, search
from service.errors import Issue, ProblemMetError, ResultRejectedError

Curve = Callable[[float], float]

EVALUATIONS = 5_000


def finite(value: float) -> float:
    """The value, if an output may have it."""
    if not isfinite(value):
        raise ResultRejectedError([Issue("result-not-finite", "$.values.y", "`y` is not a finite number")])
    return value


def refuse(message: str = "it does not fit") -> float:
    """What a rule does under `problems`."""
    raise ProblemMetError([Issue("problem-met", "$.inputs.x", message)])


def over(value: float, divisor: float) -> float:
    """Division as CEL has it."""
    return value / divisor if divisor else inf


def within(low: float, high: float, curve: Curve) -> Curve:
    """The curve, refused outside a range."""
    return lambda x: curve(x) if low <= x <= high else refuse(f"{x} is outside")


def found(
    curve: Curve,
    target: float,
    span: tuple[float, float] = (-1e30, 1e30),
    *,
    hints: Iterable[float] = (),
    evaluations: int = EVALUATIONS,
) -> Found:
    """What the search finds over a range of doubles, or of whole numbers if the ends are."""
    whole = isinstance(span[0], int)
    return search(lambda x: finite(curve(x)), Axis(*span, whole=whole), target, hints=hints, evaluations=evaluations)


def meetings(found: Found) -> list[float | tuple[float, float]]:
    """Where the target is met: places, and stretches by their ends."""
    return [one.low if one.low == one.high else (one.low, one.high) for one in found.meetings]
