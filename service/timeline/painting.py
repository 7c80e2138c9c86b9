"""Every moment of a period gets one category: the union of all intervals, by precedence where they overlap."""

from typing import Final

import numpy as np

from service.model.ledger import CATEGORIES, Category
from service.timeline.layers import Ints

PRECEDENCE: Final[tuple[Category, ...]] = (
    "waiting_for_resources",
    "rescheduling",
    "restoring",
    "start_up",
    "saving",
    "other",
    "lost_progress",
    "productive",
)
"""Where several apply, the first counts.

Without resources nothing else happens; a job that restores or starts does not train; a save blocks the training;
progress that was lost was progress once, so it takes only what would else count as productive.
"""


class Painted:
    """A period of which every moment has a category.

    `bounds` are the moments at which something begins or ends, from the first to the last of the period, and `codes`
    the places among CATEGORIES of what lies between them.
    """

    def __init__(self, start: int, end: int, intervals: tuple[Ints, Ints, Ints]) -> None:
        """`intervals` are starts, ends and categories; what is outside of the period does not count."""
        starts, ends, codes = intervals
        starts, ends = np.clip(starts, start, end), np.clip(ends, start, end)
        self.start, self.end = start, end
        self.bounds: Ints = np.unique(np.concatenate([starts, ends, np.array([start, end])]))
        self.lengths: Ints = np.diff(self.bounds)
        self.codes = np.full(len(self.lengths), CATEGORIES.index("other"), dtype=np.uint8)
        for category in reversed(PRECEDENCE):
            code = CATEGORIES.index(category)
            chosen = codes == code
            self.codes[self._covered(starts[chosen], ends[chosen])] = code

    def _covered(self, starts: Ints, ends: Ints) -> Ints:
        """Which stretches between bounds lie in one of the intervals or more."""
        size = len(self.bounds)
        opened = np.bincount(np.searchsorted(self.bounds, starts), minlength=size)
        closed = np.bincount(np.searchsorted(self.bounds, ends), minlength=size)
        return np.flatnonzero(np.cumsum(opened - closed)[:-1] > 0)

    def totals(self) -> dict[Category, int]:
        """Microseconds of each category; they add to the period."""
        sums = [int(self.lengths[self.codes == code].sum()) for code in range(len(CATEGORIES))]
        return dict(zip(CATEGORIES, sums, strict=True))

    def within(self, categories: tuple[Category, ...], starts: Ints, ends: Ints) -> Ints:
        """Microseconds of these categories in each of many stretches of the period."""
        codes = [CATEGORIES.index(category) for category in categories]
        counted = np.where(np.isin(self.codes, codes), self.lengths, 0)
        before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counted)])
        return self._until(before, ends) - self._until(before, starts)

    def _until(self, before: Ints, moments: Ints) -> Ints:
        """What was counted up to each moment; inside of a stretch all of it counts, or nothing."""
        moments = np.clip(moments, self.start, self.end)
        place = np.clip(np.searchsorted(self.bounds, moments, side="right") - 1, 0, len(self.lengths) - 1)
        counts = before[place + 1] > before[place]
        result: Ints = before[place] + np.where(counts, moments - self.bounds[place], 0)
        return result
