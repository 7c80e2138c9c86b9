"""The records of a timeline in columns: 24 bytes for a step."""

from array import array
from datetime import datetime
from typing import Final, assert_never

from service.errors import Issue
from service.model.ledger import CATEGORIES
from service.model.timeline import (
    Allocated,
    AnyEvent,
    BadputInterval,
    CheckpointRestored,
    CheckpointSaved,
    Initialized,
    Interrupted,
    Released,
    Requested,
    Step,
)
from service.timeline.clock import LATEST, SECOND, from_datetime, from_seconds
from service.timeline.marks import Kind, Mark
from service.timeline.places import Places

MAX_ISSUES: Final = 20
"""Faults of single records that are told at once."""
_CODES: Final = {category: code for code, category in enumerate(CATEGORIES)}


class Columns:
    """Takes records one by one.

    `numbers` has the number of each step; for another event, -1 less its place among the `marks`.
    """

    def __init__(self, places: Places) -> None:
        """Nothing yet."""
        self.places = places
        self.times, self.numbers, self.events = array("q"), array("q"), array("q")
        self.marks: list[Mark] = []
        self.starts, self.ends, self.intervals = array("q"), array("q"), array("q")
        self.categories, self.names = array("B"), array("q")
        self.named: dict[str, int] = {}
        self.as_text: bool | None = None
        self.issues: list[Issue] = []
        self.count = 0

    def add(self, event: int, record: AnyEvent) -> None:
        """Take a record; what is wrong with it by itself is noted."""
        self.count += 1
        match record:
            case Step(time=time, step=step):
                self._put(event, self._time(event, time), step)
            case BadputInterval():
                self._put_interval(event, record)
            case CheckpointSaved():
                self._put_mark(self._saved(event, record))
            case CheckpointRestored(time=time, duration=duration, step=step):
                done = self._time(event, time)
                begin = None if duration is None else done - self._length(event, duration)
                self._put_mark(Mark(kind="checkpoint_restored", event=event, time=done, begin=begin, step=step))
            case Interrupted(time=time, cause=cause, resources_kept=kept):
                at = self._time(event, time)
                self._put_mark(Mark(kind="interrupted", event=event, time=at, cause=cause, kept=kept))
            case Requested() | Allocated() | Initialized() | Released():
                self._put_mark(Mark(kind=_KINDS[type(record)], event=event, time=self._time(event, record.time)))
            case unreachable:
                assert_never(unreachable)

    def fault(self, code: str, event: int, words: str) -> None:
        """Note what is wrong with a record."""
        if len(self.issues) < MAX_ISSUES:
            self.issues.append(self.places.issue(code, event, words))

    def _put(self, event: int, time: int, number: int) -> None:
        self.times.append(time)
        self.numbers.append(number)
        self.events.append(event)

    def _put_mark(self, mark: Mark) -> None:
        self._put(mark.event, mark.time, -1 - len(self.marks))
        self.marks.append(mark)

    def _put_interval(self, event: int, record: BadputInterval) -> None:
        start = self._time(event, record.start)
        if record.end is None:
            words = "this interval has no `end`, and nothing says for certain how long it lasted: add it"
            self.fault("end-missing", event, words)
            return
        end = self._time(event, record.end)
        if end < start:
            self.fault("end-before-start", event, "`end` is before `start`: give both as they were, or leave this out")
            return
        self.starts.append(start)
        self.ends.append(end)
        self.intervals.append(event)
        self.categories.append(_CODES[record.category])
        self.names.append(-1 if record.name is None else self.named.setdefault(record.name, len(self.named)))

    def _saved(self, event: int, record: CheckpointSaved) -> Mark:
        """A save with the stretch in which it blocked the training: `duration` seconds from its start on."""
        time = self._time(event, record.time)
        begin = None if record.start is None else self._time(event, record.start)
        blocking = None if record.duration is None else self._length(event, record.duration)
        if begin is None:
            begin = time - (blocking or 0)
        held = time if blocking is None else begin + blocking
        if not begin <= held <= time:
            words = "the save is complete (`time`) before it has begun, or before it has blocked for its `duration`"
            self.fault("end-before-start", event, f"{words}: `time` is when it was complete, in the same clock")
        return Mark(kind="checkpoint_saved", event=event, time=time, begin=begin, held=held, step=record.step)

    def _length(self, event: int, seconds: float) -> int:
        if seconds > LATEST:
            self.fault("out-of-range", event, f"`duration` is {seconds:g}: give it in seconds")
            return 0
        return from_seconds(seconds)

    def _time(self, event: int, time: datetime | float) -> int:
        """The time in microseconds; all are to be of the form of the first."""
        as_text = time.__class__ is datetime
        if as_text is not self.as_text:
            if self.as_text is not None:
                words = "some times of this timeline are RFC 3339 text and some are numbers: give all in one form"
                self.fault("times-mixed", event, words)
                return 0
            self.as_text = as_text
        if isinstance(time, datetime):
            return from_datetime(time)
        if not -LATEST <= time <= LATEST:
            words = f"the time {time:g} is no number of seconds: divide milliseconds by 1000, nanoseconds by 1e9"
            self.fault("out-of-range", event, words)
            return 0
        return round(time * SECOND)


_KINDS: Final[dict[type[Requested | Allocated | Initialized | Released], Kind]] = {
    Requested: "requested",
    Allocated: "allocated",
    Initialized: "initialized",
    Released: "released",
}
