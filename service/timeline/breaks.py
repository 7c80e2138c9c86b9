"""Interruptions: how far each of them threw the job back, and how long it took until training went on."""

from array import array
from typing import Final

import numpy as np
from msgspec import Struct

from service.timeline.checkpoints import Checkpoints
from service.timeline.layers import Ints, Layers
from service.timeline.steps import Steps

_OPEN: Final = -(2**62)
"""Stands for the end of what has not ended yet."""
_ANY: Final = 2**62
"""Above every number of a step."""


class Break(Struct):
    """One interruption. Until `end` the job is busy with coming back; `event` is nothing if it was not recorded."""

    time: int
    event: int | None
    cause: str | None
    end: int = _OPEN


class Breaks:
    """All interruptions, in order, and the stretches of progress that each of them took."""

    def __init__(self, layers: Layers, steps: Steps, checkpoints: Checkpoints, start: int) -> None:
        """None yet; `start` is where the period begins, before which nothing is known."""
        self.all: list[Break] = []
        self._layers, self._steps, self._checkpoints = layers, steps, checkpoints
        self._start = start
        self._unsettled = 0
        self._lost: list[tuple[int, int]] = []
        self._pieces = (array("q"), array("q"), array("q"))

    @property
    def are_settled(self) -> bool:
        """Whether it is known of all how far they threw the job back."""
        return self._unsettled == len(self.all)

    def add(self, one: Break) -> None:
        """The job is interrupted; what it was still busy with ends."""
        self.come_back(one.time)
        self.all.append(one)

    def come_back(self, moment: int) -> None:
        """The job trains again, or is busy with something else."""
        if self.all and self.all[-1].end == _OPEN:
            self.all[-1].end = max(moment, self.all[-1].time)

    def settle(self, below: int | None) -> None:
        """Say how far the job was thrown back, now that it goes on with step number `below` (nothing: not known).

        Lost is what lies between the newest checkpoint that the job can have restored and the interruption; where steps
        tell more, as when no saves are recorded, it begins with the last step that was not done again.
        """
        if self.are_settled:
            return
        newest = self._checkpoints.newest(below)
        step = None if below is None else self._steps.last_below(below)
        anchor = self._anchor(newest, step, known=below is not None)
        for number in range(self._unsettled, len(self.all)):
            self._lose(number, anchor, self.all[number].time)
        self._unsettled = len(self.all)
        self._steps.forget_after(anchor)
        self._checkpoints.forget_after(anchor)

    def pieces(self) -> tuple[Ints, Ints, Ints]:
        """Stretches of lost progress: the interruption that took each, where it starts and where it ends."""
        number, start, end = (np.array(one, dtype=np.int64) for one in self._pieces)
        return number, start, end

    def is_lost(self, moment: int) -> bool:
        """Whether what was done then was lost by an interruption."""
        for start, end in reversed(self._lost):
            if end < moment:
                return False
            if start < moment:
                return True
        return False

    def _anchor(self, checkpoint: int | None, step: int | None, *, known: bool) -> int:
        """Where the lost progress begins."""
        if checkpoint is None and step is None and not known and self._steps:
            step = self._steps.last_below(_ANY)  # no save is recorded and nothing tells more: only a step was cut short
        return max(self._start if checkpoint is None else checkpoint, self._start if step is None else step)

    def _lose(self, number: int, start: int, end: int) -> None:
        """Add a stretch as far as it was not lost before; stretches come with rising ends."""
        first, right = start, end
        while self._lost and self._lost[-1][1] > start:
            begun, ended = self._lost.pop()
            self._piece(number, ended, right)
            first, right = min(first, begun), begun
        self._piece(number, start, right)
        self._lost.append((first, end))

    def _piece(self, number: int, start: int, end: int) -> None:
        if start < end:
            self._layers.add("lost_progress", start, end)
            for column, value in zip(self._pieces, (number, start, end), strict=True):
                column.append(value)
