"""Numbers of few digits: what people can read, where the curve makes no difference."""

from collections.abc import Iterator
from typing import Final

from service.analysis.solving.axis import Number

EPSILON: Final = 2.220446049250313e-16
"""The distance from 1 to the next double."""
_DIGITS: Final = range(5, 17)


def shorter(number: Number) -> Iterator[float]:
    """The number with fewer digits, the fewest first, but near to it."""
    for digits in _DIGITS:
        yield float(f"{number:.{digits}g}")


def simplest(low: Number, high: Number) -> Number:
    """The number of the fewest digits in a range; of two, the lower."""
    inside = [one for one in (0.0, low, high, *shorter(low / 2 + high / 2)) if low <= one <= high]
    return min(inside, key=lambda one: (len(repr(abs(float(one)))), one))
