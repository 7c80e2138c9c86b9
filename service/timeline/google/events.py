"""Tells the runs of a log as events of a timeline, in the order of their times."""

from collections.abc import Iterator
from enum import IntEnum
from operator import itemgetter

import numpy as np

from service.model.timeline import (
    Allocated,
    AnyEvent,
    BadputInterval,
    CheckpointRestored,
    CheckpointSaved,
    Initialized,
    Interrupted,
    Released,
    Step,
)
from service.timeline.clock import to_datetime
from service.timeline.google.contents import Contents, contents
from service.timeline.google.following import Following, with_following
from service.timeline.google.intervals import intervals
from service.timeline.google.moments import Ordered
from service.timeline.google.runs import Run, runs
from service.timeline.google.saves import merged
from service.timeline.google.steps import Completed, compiling, completed
from service.timeline.google.stretches import Stretch
from service.timeline.repairs import Repairs


class _Rank(IntEnum):
    """What comes first of what is of one time."""

    BEGINNING = 0
    STEP = 1
    SAVE = 2
    ENDING = 3


_Told = tuple[int, _Rank, int, AnyEvent]
"""When, its rank, the number of the entry that tells so, and the event."""


def events(log: Ordered, repairs: Repairs) -> Iterator[tuple[int, AnyEvent]]:
    """Each event with the number of the entry that tells of it."""
    stopped: int | None = None
    for run, following in with_following(runs(log)):
        held = contents(log, run, repairs)
        if not _stops_again(run, held, following, stopped):
            stopped = held.alive
            _note(run, held, repairs)
            yield from _told(run, held, following)


def _stops_again(run: Run, held: Contents, following: Following | None, stopped: int | None) -> bool:
    """Whether a run does nothing but stop, at the moment and in the way of the one before: that is told once."""
    same = following is not None and following.is_logged is run.is_logged
    return same and held.begin == held.alive == stopped


def _told(run: Run, held: Contents, following: Following | None) -> Iterator[tuple[int, AnyEvent]]:
    compiled = compiling(held)
    yield from intervals(held, compiled)
    if following is None and held.finished is None:
        alive = to_datetime(held.alive)
        yield held.last_entry, BadputInterval(start=alive, end=alive)  # up to here it was running
    marks = [*_beginning(run, held, compiled), *_saves(held), *_ending(held, following)]
    marks.sort(key=itemgetter(0, 1))
    yield from _together(completed(held), marks)


def _note(run: Run, held: Contents, repairs: Repairs) -> None:
    if run.begin == 0 and not run.is_logged:
        message = "the log does not begin with `job_start_time`: the period begins with its first entry"
        repairs.add("job-start-missing", held.entry, message)
    if held.job_end is not None and held.job_end < held.alive:
        message = "the job goes on after its `job_end_time`: it did not end before this"
        repairs.add("job-end-early", held.last_entry, message)


def _beginning(run: Run, held: Contents, compiled: list[Stretch]) -> Iterator[_Told]:
    """The program starts, and at some time it trains; the first step tells up to where a checkpoint brought it."""
    if run.is_logged or run.begin == 0:
        yield held.begin, _Rank.BEGINNING, held.entry, Allocated(time=to_datetime(held.begin))
    if held.trains_from is None:
        return
    ready = compiled[0].end if len(compiled) == 1 else held.trains_from
    time, number, entry = to_datetime(ready), int(held.numbers[0]), int(held.entries[0])
    restored = CheckpointRestored(time=time, duration=0.0, step=number - 1) if number else Initialized(time=time)
    yield ready, _Rank.BEGINNING, entry, restored


def _together(done: Completed, marks: list[_Told]) -> Iterator[tuple[int, AnyEvent]]:
    """Steps by the thousand, and between them the other events."""
    at = 0
    for time, rank, entry, event in marks:
        until = int(np.searchsorted(done.times, time, side="right" if rank > _Rank.STEP else "left"))
        yield from _steps(done, slice(at, until))
        yield entry, event
        at = until
    yield from _steps(done, slice(at, None))


def _steps(done: Completed, part: slice) -> Iterator[tuple[int, Step]]:
    columns = (column[part].tolist() for column in (done.times, done.numbers, done.entries))
    for time, number, entry in zip(*columns, strict=True):
        yield entry, Step(time=to_datetime(time), step=number)


def _saves(held: Contents) -> Iterator[_Told]:
    """Saves of the training; one of a step that had not begun is numbered in some other way."""
    if held.trains_from is None:
        return
    for save in merged(held.saves):
        begin, end = save.stretch.begin, save.stretch.end
        if begin >= held.trains_from:
            begun = int(held.numbers[np.searchsorted(held.times, begin, side="right") - 1])
            step = save.step if save.step is not None and save.step <= begun else None
            saved = CheckpointSaved(time=to_datetime(end), start=to_datetime(begin), step=step)
            yield end, _Rank.SAVE, save.entry, saved


def _ending(held: Contents, following: Following | None) -> Iterator[_Told]:
    """The job ends, or is interrupted at its last sign of life.

    A job that says that it ends, and then does steps again that it did before, was stopped against its will all the
    same.
    """
    last = int(held.numbers[-1]) if len(held.numbers) else None
    again = following is not None and following.step is not None and last is not None and following.step <= last
    if held.finished is not None and not again:
        yield held.alive, _Rank.ENDING, held.last_entry, Released(time=to_datetime(held.alive))
    elif following is not None:
        cause = "preemption" if any(save.preempted for save in held.saves[-1:]) else None
        stopped = Interrupted(time=to_datetime(held.alive), cause=cause, resources_kept=not following.is_logged)
        yield held.alive, _Rank.ENDING, held.last_entry, stopped
