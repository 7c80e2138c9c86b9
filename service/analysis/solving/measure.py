"""How far a curve is from a target, and how far counts as far: what rounding does is told from what the curve does."""

from statistics import median
from typing import Final

from service.analysis.solving.axis import Number
from service.analysis.solving.curve import Curve
from service.analysis.solving.rounding import EPSILON, shorter
from service.analysis.solving.turning import Points

TOLERANCE: Final = 1e-9
"""How far the output may be from the target, as a part of the target: what is further away does not meet it."""

_ROUNDING: Final = 4 * EPSILON
_ORDINARY: Final = 10
"""What rounding makes of values, as a part of those at places that are at most so many times as large."""
_STEEP: Final = 16
"""So many times what is usual is not usual any more."""
_BESIDE: Final = 1024
"""Places on each side of a crossing over which the curve is seen to be steep there."""


class Measure:
    """Heights of a curve above a target, within one piece of its axis."""

    def __init__(self, curve: Curve, target: float, points: Points) -> None:
        """`points` are the places of the piece at which the curve was looked at, its ends among them."""
        self.low, self.high = points[0][0], points[-1][0]
        self.target = target
        self._curve = curve
        self._axis = curve.axis
        self._points = points

    def height(self, place: Number) -> float:
        """How far the curve is above the target.

        Raises:
            HoleError: there is no value, where the piece looked whole.
            SpentError: the curve was looked at too often.
        """
        return self._curve.followed(place) - self.target

    def near(self, place: Number) -> float:
        """How far from the target is near enough; where the target is 0, what rounding makes of ordinary values."""
        return TOLERANCE * abs(self.target) if self.target else _ROUNDING * self._ordinary(place)

    def is_met(self, place: Number) -> bool:
        """Whether the target is met: exactly, where the next double would be nearer.

        Of whole numbers one meets it, too, that comes near, and nearer than those beside.
        """
        height = abs(self.height(place))
        if not self._axis.whole:
            return height == 0
        if height <= 2 * EPSILON * abs(self.target) or height > self.near(place):
            return height <= self.near(place)
        sides = ((-1, self.low), (1, self.high))
        beside = [abs(self.height(self._axis.moved(place, step, bound))) for step, bound in sides]
        return height <= min(beside) and height < max(beside)

    def is_one(self, place: Number, other: Number) -> bool:
        """Whether rounding alone takes the curve away from the target between two places."""
        return abs(self.height(self._between(place, other))) <= _ROUNDING * abs(self.target)

    def is_same(self, place: Number, other: Number) -> bool:
        """Whether the curve stays near to the target between two places."""
        middle = self._between(place, other)
        return abs(self.height(middle)) <= self.near(middle)

    def is_steady(self, low: Number, high: Number) -> bool:
        """Whether the step between two neighboring places is about as high as the steps beside them: no jump."""
        below, above = self._axis.moved(low, -_BESIDE, self.low), self._axis.moved(high, _BESIDE, self.high)
        heights = [self.height(place) for place in (below, low, high, above)]
        beside = max(abs(heights[1] - heights[0]), abs(heights[3] - heights[2])) / _BESIDE
        rounding = EPSILON * max(abs(self.target), abs(heights[1]), abs(heights[2]))
        return abs(heights[2] - heights[1]) <= _STEEP * max(beside, rounding)

    def is_rounding(self, low: Number, high: Number) -> bool:
        """Whether the curve only seems to stand still in a range: it leaves it in the least steps that doubles have."""
        least = _ROUNDING * max(abs(self.target), self._ordinary(max(abs(low), abs(high))))
        width = high - low
        sides = ((low, -1, low - width), (high, 1, high + width))
        for end, step, beyond in sides:
            if self.low <= beyond <= self.high:
                first = abs(self.height(self._axis.moved(end, step, beyond)))
                if first <= least and abs(self.height(beyond)) <= _STEEP * first:
                    return True
        return False

    def rounded(self, place: Number) -> Number:
        """The number of the fewest digits next to a place at which the curve is no further from the target.

        What rounding makes of the target is no distance.
        """
        height = max(abs(self.height(place)), _ROUNDING * abs(self.target))
        for one in (*self._zero(place), *shorter(place)):
            if self.low <= one <= self.high and abs(self.height(one)) <= height:
                return one
        return place

    def _zero(self, place: Number) -> list[float]:
        """Zero, if a place differs from it by no more than rounding can make of the width of the piece."""
        return [0.0] if abs(place) <= _STEEP * EPSILON * (self.high / 2 - self.low / 2) else []

    def _ordinary(self, place: Number) -> float:
        """How large values are that the curve has at places as large as this one."""
        size = _ORDINARY * max(abs(place), 1.0)
        return median([abs(value) for one, value in self._points if abs(one) <= size] or [0.0])

    def _between(self, place: Number, other: Number) -> Number:
        return self._axis.snapped(place / 2 + other / 2)
