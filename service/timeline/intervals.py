"""Badput that callers tell by themselves: how much of it counts, and what it is called."""

import numpy as np
from msgspec import Struct

from service.model.ledger import CATEGORIES
from service.timeline.clock import to_seconds
from service.timeline.columns import Columns
from service.timeline.layers import Ints
from service.timeline.painting import Painted
from service.timeline.repairs import Repairs


class Intervals(Struct, frozen=True):
    """Intervals by their start, each once; the columns are those of `Columns`."""

    starts: Ints
    ends: Ints
    codes: Ints
    names: Ints
    events: Ints


def intervals(columns: Columns, repairs: Repairs) -> Intervals:
    """The intervals of a timeline, without those that stand twice."""
    starts, ends, codes, names, events = (
        np.array(one, dtype=np.int64)
        for one in (columns.starts, columns.ends, columns.categories, columns.names, columns.intervals)
    )
    order = np.lexsort((events, names, codes, ends, starts))
    rows = np.stack([starts, ends, codes, names])[:, order]
    twice = np.flatnonzero((np.diff(rows) == 0).all(axis=0)) + 1
    again = events[order[twice]]
    repairs.add_all("duplicate", again, len(again), "the same interval again: left out")
    kept = np.delete(order, twice)
    return Intervals(starts[kept], ends[kept], codes[kept], names[kept], events[kept])


def named(some: Intervals, painted: Painted, names: dict[str, int], repairs: Repairs) -> dict[str, float]:
    """Seconds by name, each second once: where intervals of one category overlap, it is that of the first.

    What counts as something else, or is outside of the period, is told as a repair.
    """
    counted = np.zeros(len(some.starts), dtype=np.int64)
    for code, category in enumerate(CATEGORIES):
        chosen = np.flatnonzero(some.codes == code)
        if len(chosen):
            ends = np.maximum.accumulate(some.ends[chosen])
            before = np.concatenate([some.starts[chosen][:1], ends[:-1]])
            fresh = np.maximum(some.starts[chosen], before)
            counted[chosen] = painted.within((category,), fresh, np.maximum(fresh, some.ends[chosen]))
    _tell(some, painted, counted, repairs)
    sums = np.bincount(some.names[some.names >= 0], counted[some.names >= 0], minlength=len(names))
    return {name: to_seconds(int(sums[place])) for name, place in names.items()}


def _tell(some: Intervals, painted: Painted, counted: Ints, repairs: Repairs) -> None:
    inside = np.clip(some.ends, painted.start, painted.end) - np.clip(some.starts, painted.start, painted.end)
    outside = some.events[inside < some.ends - some.starts]
    repairs.add_all("outside-period", outside, len(outside), "what is outside of the period does not count")
    overlapping = some.events[counted < inside]
    message = "it overlaps with what counts already: each moment counts once"
    repairs.add_all("overlap", overlapping, len(overlapping), message)
