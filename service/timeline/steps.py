"""The steps of a timeline: whether they go on, and which of them are still worth something."""

from bisect import bisect_left, bisect_right
from typing import NoReturn

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from service.timeline.contradictions import refuse
from service.timeline.layers import Ints
from service.timeline.order import Ordered
from service.timeline.places import Places
from service.timeline.repairs import Repairs


class Block(Struct, frozen=True):
    """Steps in a row, by their places; when the first and the last were done; number and record of the first."""

    start: int
    end: int
    begun: int
    done: int
    number: int
    event: int


class Steps:
    """All steps by time; they are taken block by block, as other events come between them."""

    def __init__(self, record: Ordered, places: Places, repairs: Repairs) -> None:
        """Nothing is taken yet."""
        chosen = record.numbers >= 0
        self._times, self._numbers, self._events = record.times[chosen], record.numbers[chosen], record.events[chosen]
        self._time, self._number = self._times.data, self._numbers.data
        self._falls = [*(np.flatnonzero(np.diff(self._numbers) <= 0) + 1).tolist(), len(self._times)]
        self._fall = 0
        self._turned = record.turned
        self._places, self._repairs = places, repairs
        self._at = 0
        self._top = -1
        self._done = (0, 0)
        self._kept: list[tuple[int, int]] = []
        self._dropped: list[int] = []

    def __bool__(self) -> bool:
        """Whether there is any step at all."""
        return len(self._times) > 0

    def start_again(self) -> None:
        """The training starts again: the next step may have a lower number."""
        self._top = -1

    def take(self, end: int, since: int) -> Block | None:
        """The steps up to a place, as far as they go on; nothing if there are none. Training began at `since`.

        Raises:
            TimelineRejectedError: their numbers go back.
        """
        start, self._at = self._at, end
        if start == end:
            return None
        if self._top < 0:
            self._done = (since, since)
        if self._number[start] <= self._top or self._falls_within(start, end):
            self._leave_out(start, end)
        self._done = (self._done[1] if end - start == 1 else self._time[end - 2], self._time[end - 1])
        begun = next((place for place in range(start, end) if not self._is_dropped(place)), end)
        if begun == end:
            return None
        self._top = self._number[end - 1]
        times = self._time[begun], self._time[end - 1]
        return Block(start, end, *times, self._number[begun], int(self._events[begun]))

    def keep(self, block: Block) -> None:
        """These steps are progress, until they are forgotten."""
        start, end = block.start, block.end
        if self._kept and self._kept[-1][1] == start and self._number[start] >= self._number[start - 1]:
            start, _ = self._kept.pop()
        self._kept.append((start, end))

    def last_below(self, number: int) -> int | None:
        """When the last of the kept steps with a lower number was done."""
        for start, end in reversed(self._kept):
            place = bisect_left(self._number, number, start, end)
            if place > start:
                return self._time[place - 1]
        return None

    def number_at(self, moment: int) -> int:
        """The number of the last kept step that was done then; -1 if none was."""
        for start, end in reversed(self._kept):
            place = bisect_right(self._time, moment, start, end)
            if place > start:
                return self._number[place - 1]
        return -1

    def forget_after(self, moment: int) -> None:
        """Steps that were done later are lost."""
        while self._kept:
            start, end = self._kept.pop()
            place = bisect_right(self._time, moment, start, end)
            if place > start:
                self._kept.append((start, place))
                return

    def count(self) -> int:
        """How many steps were kept."""
        return sum(
            end - start - (bisect_left(self._dropped, end) - bisect_left(self._dropped, start))
            for start, end in self._kept
        )

    def _falls_within(self, start: int, end: int) -> bool:
        """Whether a number is not above the one before; blocks come in order, so the falls are passed once."""
        while self._falls[self._fall] <= start < len(self._times):
            self._fall += 1
        return self._falls[self._fall] < end

    def _leave_out(self, start: int, end: int) -> None:
        """Leave out steps that are no higher than the highest so far, where that is certain to change nothing.

        That is a step that stands again, as every host of a job may write it, and one that comes a little late: sooner
        than it could have been done once more. Else it is a restart that was not recorded, or another clock.
        """
        numbers: Ints = self._numbers[start:end]
        highest = np.maximum.accumulate(np.concatenate([np.array([self._top]), numbers]))[:-1]
        wrong = numbers <= highest
        behind = numbers < highest
        redone = np.flatnonzero(self._are_redone(self._times[start:end], wrong))
        if len(redone) or (self._turned is not None and behind.any()):
            self._refuse(start + int(redone[0] if len(redone) else 0))
        again, late = self._events[start:end][wrong & ~behind], self._events[start:end][behind]
        self._repairs.add_all("step-again", again, len(again), "this step was done before: it counts once")
        self._repairs.add_all("step-late", late, len(late), "a higher step was done before: this one is left out")
        self._dropped += (np.flatnonzero(wrong) + start).tolist()
        numbers[wrong] = highest[wrong]

    def _are_redone(self, times: Ints, wrong: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which of the steps that stand again come so late that they may have been done again.

        The step before took some time; to do one again takes as much, and more as the job has to start for it.
        """
        done = np.concatenate([np.array(self._done), times[~wrong]])
        took = np.diff(done)
        took[took == 0] = np.median(took)  # not known of the first step of a timeline that begins with it
        place = np.cumsum(~wrong)
        late = times - done[place + 1]
        redone: NDArray[np.bool_] = wrong & (late > 0) & (late >= took[place])
        return redone

    def _refuse(self, place: int) -> NoReturn:
        if self._turned is not None:
            refuse(self._places, "clock-went-back", self._turned)
        refuse(self._places, "steps-go-back", int(self._events[place]), self._number[place])

    def _is_dropped(self, place: int) -> bool:
        at = bisect_left(self._dropped, place)
        return at < len(self._dropped) and self._dropped[at] == place
