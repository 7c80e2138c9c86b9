"""Cuts a log into runs: from one start of the program to the next, or to the end of the log."""

from msgspec import Struct

from service.timeline.google.keys import Kind
from service.timeline.google.moments import Ordered


class Run(Struct, kw_only=True):
    """One run of the program.

    Attributes:
        begin: the place of its first moment.
        end: the place after its last moment.
        is_logged: whether it begins with `job_start_time`; if not, the program started again by itself.
        first: the number of its first step, if it came so far.
        last: that of its last one.
    """

    begin: int
    end: int
    is_logged: bool = False
    first: int | None = None
    last: int | None = None


def runs(log: Ordered) -> list[Run]:
    """All runs, in order.

    A run ends where the job starts, or where a step has a number that is no higher than the one before: then the next
    one begins with whatever says first, after that step, that the program starts again.
    """
    found = [Run(begin=0, end=len(log))] if len(log) else []
    restart: int | None = None
    for place, (kind, value) in enumerate(zip(log.kinds.data, log.values.data, strict=True)):
        if kind == Kind.STEP:
            if _goes_back(found[-1], value):
                _cut(found, place if restart is None else restart)
            _step(found[-1], value)
            restart = None
        elif kind == Kind.JOB_START:
            if place:
                _cut(found, place)
            found[-1].is_logged = True
            restart = None
        elif restart is None and _restarts(log, kind, value):
            restart = place
    return found


def _goes_back(run: Run, step: int) -> bool:
    return run.last is not None and step <= run.last


def _step(run: Run, step: int) -> None:
    if run.first is None:
        run.first = step
    run.last = step


def _cut(found: list[Run], place: int) -> None:
    end, found[-1].end = found[-1].end, place
    found.append(Run(begin=place, end=end))


def _restarts(log: Ordered, kind: int, value: int) -> bool:
    return kind == Kind.RESTORE or (kind == Kind.START and log.activities[value].family.restarts)
