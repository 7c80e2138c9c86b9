"""The course of a period: its stretches one after the other, or slots of equal length where there are too many."""

from typing import Final

import numpy as np

from service.model.ledger import CATEGORIES, Stretch
from service.timeline.clock import to_seconds
from service.timeline.layers import Ints
from service.timeline.painting import Painted

MAX_STRETCHES: Final = 2_000
SLOTS: Final = 1_000


def course(painted: Painted) -> tuple[Stretch, ...]:
    """The period from its start to its end, without gaps."""
    changes = np.flatnonzero(np.diff(painted.codes)) + 1
    if len(changes) >= MAX_STRETCHES:
        return _slots(painted)
    places = np.concatenate([np.zeros(1, dtype=np.int64), changes])
    begins = (painted.bounds[places] - painted.start).tolist()
    ends = [*begins[1:], painted.end - painted.start]
    codes = painted.codes[places].tolist()
    return tuple(
        Stretch(start=to_seconds(start), end=to_seconds(end), seconds={CATEGORIES[code]: to_seconds(end - start)})
        for start, end, code in zip(begins, ends, codes, strict=True)
    )


def _slots(painted: Painted) -> tuple[Stretch, ...]:
    period = painted.end - painted.start
    bounds: Ints = np.array([period * slot // SLOTS for slot in range(SLOTS + 1)], dtype=np.int64)
    starts, ends = bounds[:-1] + painted.start, bounds[1:] + painted.start
    parts = {category: painted.within((category,), starts, ends).tolist() for category in CATEGORIES}
    return tuple(
        Stretch(
            start=to_seconds(int(bounds[slot])),
            end=to_seconds(int(bounds[slot + 1])),
            seconds={category: to_seconds(part[slot]) for category, part in parts.items() if part[slot]},
        )
        for slot in range(SLOTS)
    )
