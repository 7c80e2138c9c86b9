"""Records in the order of their times, and what is wrong with that order."""

import numpy as np
from msgspec import Struct

from service.timeline.columns import Columns
from service.timeline.layers import Ints
from service.timeline.repairs import Repairs


class Ordered(Struct, frozen=True):
    """Records by time; those of one time as they were sent.

    `numbers` and `events` are those of `Columns`. `turned` is the first record whose time is before that of an earlier
    one, if there is any: should the order by time make no sense, that is where the clock went back.
    """

    times: Ints
    numbers: Ints
    events: Ints
    turned: int | None


def in_order(columns: Columns, repairs: Repairs) -> Ordered:
    """Sort the records, and leave out steps that stand twice, or whose clock was plainly wrong."""
    times, numbers, events = (
        np.frombuffer(one, dtype=np.int64) if one else np.zeros(0, dtype=np.int64)
        for one in (columns.times, columns.numbers, columns.events)
    )
    wrong = _plainly_wrong(times, numbers)
    message = "its time is before that of the step before it, so the clock was wrong: it is left out"
    repairs.add_all("clock-wrong", events[wrong], len(wrong), message)
    kept = np.delete(np.arange(len(times)), wrong)
    late = kept[1:][times[kept[1:]] < np.maximum.accumulate(times[kept])[:-1]] if len(kept) else kept
    message = "its time is before that of an earlier record: it is moved to where its time belongs"
    repairs.add_all("out-of-order", events[late], len(late), message)
    order = kept[np.argsort(times[kept], kind="stable")] if len(late) else kept
    twice = _twice(times[order], numbers[order])
    repairs.add_all("duplicate", events[order[twice]], len(twice), "the same step at the same time again: left out")
    order = np.delete(order, twice)
    turned = int(events[late[0]]) if len(late) else None
    return Ordered(times[order], numbers[order], events[order], turned)


def _plainly_wrong(times: Ints, numbers: Ints) -> Ints:
    """Places of single steps that stand, by number, between two others, and by time before both.

    Nothing depends on the time of such a step, since the two others tell when the training was going on. One that is
    ahead is another matter: it may be the two others whose clock was set back.
    """
    before, at, after = times[:-2], times[1:-1], times[2:]
    rising = (numbers[:-2] >= 0) & (numbers[:-2] < numbers[1:-1]) & (numbers[1:-1] < numbers[2:])
    return np.flatnonzero(rising & (at < before) & (before <= after)) + 1


def _twice(times: Ints, numbers: Ints) -> Ints:
    """Places of steps that stand right before as well."""
    return np.flatnonzero((np.diff(times) == 0) & (np.diff(numbers) == 0) & (numbers[1:] >= 0)) + 1
