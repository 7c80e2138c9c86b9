"""When the steps of a run were done, which the log does not say: it says when the next one starts."""

from typing import Final

import numpy as np
from msgspec import Struct

from service.timeline.google.contents import Contents
from service.timeline.google.keys import DATA_LOADING
from service.timeline.google.stretches import Stretch, first, union, without
from service.timeline.layers import Ints

FEWEST: Final = 3
"""Starts of steps, so that there is a first step and another one to compare it with."""


class Completed(Struct, frozen=True):
    """Steps that were done: when, their numbers, and the entry that tells so."""

    times: Ints
    numbers: Ints
    entries: Ints


def completed(run: Contents) -> Completed:
    """The steps of a run that were done.

    A step is done when the next one starts, when a save that holds it starts, or when the job ends. Of numbers that are
    left out, the last is known to be done.
    """
    saved = {save.step: save for save in reversed(run.saves) if save.step is not None}
    times, numbers, entries = run.times[1:].copy(), run.numbers[1:] - 1, run.entries[1:].copy()
    for place in np.flatnonzero(np.isin(numbers, [*saved])).tolist():
        begin = saved[int(numbers[place])].stretch.begin
        if run.times[place] < begin <= times[place]:
            times[place], entries[place] = begin, saved[int(numbers[place])].entry
    if not len(run.numbers):
        return Completed(times, numbers, entries)
    last = int(run.numbers[-1])
    save = saved.get(last)
    if save is not None and save.stretch.begin > run.times[-1]:
        return _and(Completed(times, numbers, entries), save.stretch.begin, last, save.entry)
    if run.finished is not None:
        return _and(Completed(times, numbers, entries), run.finished, last, run.last_entry)
    return Completed(times, numbers, entries)


def _and(some: Completed, time: int, number: int, entry: int) -> Completed:
    return Completed(np.append(some.times, time), np.append(some.numbers, number), np.append(some.entries, entry))


def compiling(run: Contents) -> list[Stretch]:
    """What the first step of a run takes longer than the others do: the program is compiled in it, among other things.

    The library estimates it by the mean of the others, we by their median, which a single slow step does not move.
    Neither counts what is known to be something else: custom badput, and for us saves. Without other steps to compare
    with nothing is known.
    """
    if len(run.times) < FEWEST or run.numbers[1] != run.numbers[0] + 1:
        return []
    busy = union(_busy(run))
    durations = np.diff(run.times)
    for one in busy:
        place = int(np.searchsorted(run.times, one.begin, side="right")) - 1
        if 0 <= place < len(durations):
            durations[place] -= min(one.end, int(run.times[place + 1])) - one.begin
    others = durations[1:][np.diff(run.numbers)[1:] == 1]
    if not len(others):
        return []
    extra = int(durations[0] - np.median(others))
    return first(without(Stretch(int(run.times[0]), int(run.times[1])), busy), extra)


def _busy(run: Contents) -> list[Stretch]:
    activities = [done.stretch for done in run.done if done.activity.family is not DATA_LOADING]
    return [*activities, *(save.stretch for save in run.saves)]
