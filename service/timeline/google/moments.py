"""What the entries of a log tell, moment by moment: in columns while they are read, then in order."""

from array import array

import numpy as np
from msgspec import Struct

from service.timeline.google.keys import Family, Kind
from service.timeline.layers import Ints
from service.timeline.repairs import Repairs


class Checkpointing(Struct, frozen=True, kw_only=True, gc=False):
    """A save that blocked the training, or a restore; `end` in microseconds. `step` is the last one that it holds."""

    end: int
    step: int | None
    directory: str
    preempted: bool = False


class Activity(Struct, frozen=True, kw_only=True, gc=False):
    """Something that has a start and an end; `name` is what the ledger calls it."""

    family: Family
    name: str


class Ordered(Struct, frozen=True):
    """Moments by time; of those of one time, the one that was logged first.

    Attributes:
        times: when, in microseconds since 1970.
        kinds: what; see `Kind`.
        values: the number of a step, or a place among `activities` or `checkpointing`.
        entries: the number of the entry.
        activities: what starts and ends, each name once.
        checkpointing: saves and restores.
    """

    times: Ints
    kinds: Ints
    values: Ints
    entries: Ints
    activities: list[Activity]
    checkpointing: list[Checkpointing]

    def __len__(self) -> int:
        """How many moments there are."""
        return len(self.times)


class Moments:
    """Takes moments as they are read; see `Ordered` for what they are."""

    def __init__(self) -> None:
        """None yet."""
        self._times, self._kinds, self._values, self._entries = array("q"), array("B"), array("q"), array("q")
        self._activities: list[Activity] = []
        self._checkpointing: list[Checkpointing] = []
        self._places: dict[tuple[str, str], int] = {}

    def add(self, time: int, kind: Kind, entry: int, *, value: int = 0) -> None:
        """One more."""
        self._times.append(time)
        self._kinds.append(kind)
        self._values.append(value)
        self._entries.append(entry)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return len(self._times) > 0

    def add_checkpointing(self, time: int, kind: Kind, entry: int, *, details: Checkpointing) -> None:
        """A save or a restore."""
        self.add(time, kind, entry, value=len(self._checkpointing))
        self._checkpointing.append(details)

    def place(self, family: Family, name: str) -> int:
        """The place of an activity; upper and lower case are one name, as for the library."""
        place = self._places.setdefault((family.name, name.upper()), len(self._activities))
        if place == len(self._activities):
            self._activities.append(Activity(family=family, name=name))
        return place

    def in_order(self, repairs: Repairs) -> Ordered:
        """All of them by time, each once; a log that begins with its newest entry is turned round before."""
        columns = np.array([self._times, self._kinds, self._values, self._entries], dtype=np.int64)
        changes = np.diff(columns[0])
        if (changes < 0).sum() > (changes > 0).sum():
            message = "the log begins with its newest entry: it is read backwards"
            repairs.add("newest-first", int(columns[3, 0]), message)
            columns = columns[:, ::-1]
        _tell_late(columns, repairs)
        columns = columns[:, np.argsort(columns[0], kind="stable")]
        twice = _twice(columns)
        repairs.add_all("duplicate", columns[3, twice], len(twice), "the same entry again: left out")
        times, kinds, values, entries = np.delete(columns, twice, axis=1)
        return Ordered(times, kinds, values, entries, self._activities, self._checkpointing)


def _tell_late(columns: Ints, repairs: Repairs) -> None:
    """Tell of what was not logged in the order of its time; saves and restores, logged as they end, never are."""
    times, kinds, _, entries = columns
    logged = ~np.isin(kinds, (Kind.SAVE, Kind.RESTORE))
    times, entries = times[logged], entries[logged]
    late = entries[1:][times[1:] < np.maximum.accumulate(times)[:-1]]
    message = "its time is before that of an earlier entry: it is moved to where its time belongs"
    repairs.add_all("out-of-order", late, len(late), message)


def _twice(columns: Ints) -> Ints:
    """Places of moments of which the same is told before, at the same time."""
    same = np.diff(columns[0]) == 0
    tied = np.flatnonzero(np.append(same, False) | np.append(False, same))
    times, kinds, values = columns[:3, tied]
    tied = tied[np.lexsort((values, kinds, times))]
    again: Ints = tied[1:][(np.diff(columns[:3, tied]) == 0).all(axis=0)]
    return again
