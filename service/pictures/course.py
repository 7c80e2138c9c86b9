"""The course of a job, asked at any moment; and what is drawn of it: columns, and goodput over a rolling window."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from msgspec import Struct

from service.model.ledger import CATEGORIES, Stretch

MOST_COLUMNS: Final = 265
"""Two pixels for each: more can't be told apart."""
MOST_POINTS: Final = 265
"""Points of the line of the rolling goodput."""
WINDOWS_PER_PERIOD: Final = 12
"""How many windows a period has room for, at least: few enough to calm the line, enough to see when it fell."""

PRODUCTIVE: Final = CATEGORIES.index("productive")

_DAY: Final = 86_400.0
_WINDOWS: Final = (
    *(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5),
    *(1.0, 2.0, 5.0, 10.0, 15.0, 30.0),
    *(60.0 * minutes for minutes in (1, 2, 5, 10, 15, 30)),
    *(3_600.0 * hours for hours in (1, 2, 3, 6, 12)),
    *(_DAY * days for days in (1, 2, 7, 14, 30, 90, 180)),
)
"""Lengths of a window that people think in, in seconds."""


class Column(Struct, frozen=True):
    """A part of the period, in seconds since its start, and the share of it that each of `CATEGORIES` has."""

    start: float
    end: float
    shares: tuple[float, ...]


class Course:
    """How many seconds each category had, up to any moment of the period."""

    def __init__(self, stretches: Iterable[Stretch], most: int = MOST_COLUMNS) -> None:
        """Add up stretches, which follow each other without gaps, from 0 on; `most` columns can be told apart."""
        self._most = most
        self._stretches = [one for one in stretches if one.end > one.start]
        self._edges = [0.0]
        self._sums = [(0.0,) * len(CATEGORIES)]
        for one in self._stretches:
            had = zip(self._sums[-1], CATEGORIES, strict=True)
            self._sums.append(tuple(before + one.seconds.get(category, 0.0) for before, category in had))
            self._edges.append(one.end)

    @property
    def period(self) -> float:
        """The length of the period in seconds."""
        return self._edges[-1]

    def until(self, moment: float) -> tuple[float, ...]:
        """Seconds of each category from the start up to the moment; a stretch is as mixed in each of its parts."""
        after = bisect_right(self._edges, moment)
        if after == len(self._edges):
            return self._sums[-1]
        start, end = self._edges[after - 1], self._edges[after]
        part = (moment - start) / (end - start)
        bounds = zip(self._sums[after - 1], self._sums[after], strict=True)
        return tuple(before + part * (behind - before) for before, behind in bounds)

    @property
    def column_width(self) -> float | None:
        """The width of all columns in seconds, if they are equally wide."""
        return self.period / self._most if len(self._stretches) > self._most else None

    def columns(self) -> list[Column]:
        """The stretches as they are; or, of more than can be told apart, as many columns of equal width."""
        edges = self._edges
        if self.column_width:
            edges = [self.period * number / self._most for number in range(self._most + 1)]
        return [self._column(start, end) for start, end in pairwise(edges)]

    def rolling(self, window: float, points: int = MOST_POINTS) -> list[tuple[float, float]]:
        """At moments of the period, the productive share of the `window` seconds before; begins after one window."""
        length = self.period - window
        moments = [window + length * number / (points - 1) for number in range(points)]
        return [(moment, self._productive(moment - window, moment)) for moment in moments]

    def _column(self, start: float, end: float) -> Column:
        gained = zip(self.until(start), self.until(end), strict=True)
        return Column(start, end, tuple(_ratio(after - before, end - start) for before, after in gained))

    def _productive(self, start: float, end: float) -> float:
        return _ratio(self.until(end)[PRODUCTIVE] - self.until(start)[PRODUCTIVE], end - start)


def window_of(period: float) -> float:
    """The length of the rolling window for a period, in seconds."""
    longest = period / WINDOWS_PER_PERIOD
    return max((one for one in _WINDOWS if one <= longest), default=longest)


def _ratio(part: float, whole: float) -> float:
    """A share from 0 to 1, whatever the rounding of long sums says."""
    return min(max(part / whole, 0.0), 1.0)
