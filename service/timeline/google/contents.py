"""What one run of the program holds: its steps, what else it was busy with, and its last sign of life."""

from typing import Final

import numpy as np
from msgspec import Struct

from service.timeline.google.keys import DATA_LOADING, Kind
from service.timeline.google.moments import Activity, Ordered
from service.timeline.google.runs import Run
from service.timeline.google.stretches import Stretch
from service.timeline.layers import Ints
from service.timeline.repairs import Repairs

NEVER: Final = 2**62
"""After all times."""


class Done(Struct, frozen=True, kw_only=True, gc=False):
    """An activity that went on for a stretch; `entry` tells of its end."""

    activity: Activity
    stretch: Stretch
    entry: int


class Checkpoint(Struct, frozen=True, kw_only=True, gc=False):
    """A save or a restore; `step` is the last step that it holds."""

    stretch: Stretch
    step: int | None
    entry: int
    directory: str
    preempted: bool


class Contents(Struct, kw_only=True):
    """Of one run.

    Attributes:
        begin: when it begins.
        entry: its first entry.
        times: when each step starts.
        numbers: the steps' numbers, rising.
        entries: their entries.
        done: activities that have both a start and an end.
        saves: saves that blocked the training, by their start.
        restores: restores, by their start.
        job_end: when the job says that it ends.
        alive: the last moment at which it was surely running.
        last_entry: the entry that says so.
    """

    begin: int
    entry: int
    times: Ints
    numbers: Ints
    entries: Ints
    done: list[Done]
    saves: list[Checkpoint]
    restores: list[Checkpoint]
    job_end: int | None = None
    alive: int = 0
    last_entry: int = 0

    @property
    def trains_from(self) -> int | None:
        """When the first step starts."""
        return int(self.times[0]) if len(self.times) else None

    @property
    def finished(self) -> int | None:
        """When the job says that it ends, if no step starts after that."""
        if self.job_end is not None and len(self.times) and self.job_end < self.times[-1]:
            return None
        return self.job_end


def contents(log: Ordered, run: Run, repairs: Repairs) -> Contents:
    """What the moments of a run say together; what stays open is noted."""
    part = slice(run.begin, run.end)
    steps = np.flatnonzero(log.kinds[part] == Kind.STEP) + run.begin
    found = Contents(
        begin=int(log.times[run.begin]),
        entry=int(log.entries[run.begin]),
        times=log.times[steps],
        numbers=log.values[steps],
        entries=log.entries[steps],
        done=[],
        saves=[],
        restores=[],
        alive=int(log.times[run.end - 1]),
        last_entry=int(log.entries[run.end - 1]),
    )
    until = int(log.times[run.end]) if run.end < len(log) else NEVER
    gathering = _Gathering(log, found, until, repairs)
    for place in (np.flatnonzero(log.kinds[part] != Kind.STEP) + run.begin).tolist():
        gathering.take(place)
    gathering.end()
    return found


class _Gathering:
    """Goes through the moments that are no steps."""

    def __init__(self, log: Ordered, found: Contents, until: int, repairs: Repairs) -> None:
        self._log, self._found, self._repairs = log, found, repairs
        self._times, self._kinds = log.times.data, log.kinds.data
        self._values, self._entries = log.values.data, log.entries.data
        self._begun = found.trains_from
        self._until = until
        self._open: dict[int, int] = {}
        self._overlapping = 0

    def take(self, place: int) -> None:
        """One moment; those that say where a run begins are known."""
        kind, value = self._kinds[place], self._values[place]
        if kind == Kind.START:
            self._tell_open(self._open.get(value))
            self._open[value] = place
        elif kind == Kind.END:
            self._close(place, self._log.activities[value], self._open.pop(value, None))
        elif kind == Kind.SAVE:
            self._found.saves.append(self._checkpoint(place, value))
        elif kind == Kind.RESTORE:
            self._found.restores.append(self._checkpoint(place, value))
        elif kind == Kind.JOB_END:
            self._found.job_end = self._times[place]

    def end(self) -> None:
        """The run ends."""
        for place in self._open.values():
            self._tell_open(place)
        if self._overlapping:
            message = (
                f"data that is loaded beside the training does not count as badput: {self._overlapping:,} in this run"
            )
            self._repairs.add("overlaps-training", self._found.entry, message)

    def _close(self, place: int, activity: Activity, opened: int | None) -> None:
        entry = self._entries[place]
        if opened is None:
            self._repairs.add("start-missing", entry, f"`{activity.name}` ends without a start: it does not count")
            return
        stretch = Stretch(self._times[opened], self._times[place])
        if activity.family is DATA_LOADING and self._begun is not None and stretch.begin >= self._begun:
            self._overlapping += 1
        else:
            self._found.done.append(Done(activity=activity, stretch=stretch, entry=entry))

    def _tell_open(self, place: int | None) -> None:
        """What has no end does not count; what is part of a start-up counts with it anyway."""
        if place is None:
            return
        activity = self._log.activities[self._values[place]]
        if activity.family.category != "start_up":
            message = f"`{activity.name}` starts without an end in this run: it does not count"
            self._repairs.add("end-missing", self._entries[place], message)

    def _checkpoint(self, place: int, value: int) -> Checkpoint:
        """It ends before the next run begins, whatever the clock of its host says."""
        details, entry = self._log.checkpointing[value], self._entries[place]
        end = min(details.end, self._until)
        if end > self._found.alive:
            self._found.alive, self._found.last_entry = end, entry
        return Checkpoint(
            stretch=Stretch(self._times[place], end),
            step=details.step,
            entry=entry,
            directory=details.directory,
            preempted=details.preempted,
        )
