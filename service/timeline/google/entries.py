"""Reads entries of the log, as the library writes them or as Cloud Logging exports them, into moments."""

from collections import Counter
from typing import Any

from msgspec import json

from service.language.values import MAX_SHOWN
from service.timeline.clock import LATEST, from_seconds
from service.timeline.columns import Columns
from service.timeline.google.keys import (
    BESIDE,
    CHECKPOINT_JOB,
    CHECKPOINT_KEYS,
    ENDS,
    EVENT_TYPE,
    JOB_END,
    JOB_NAME,
    JOB_START,
    OPERATIONS,
    SLICES,
    STARTS,
    STEP_COUNT,
    STEP_START,
    Family,
    Kind,
    Operation,
)
from service.timeline.google.moments import Checkpointing, Moments
from service.timeline.repairs import Repairs

Payload = dict[str, Any]
"""What an entry says."""

_JOB_TIMES = {JOB_START: Kind.JOB_START, JOB_END: Kind.JOB_END}
_MOMENTS = frozenset({*_JOB_TIMES, STEP_START, *STARTS, *ENDS})
_OWN = frozenset({*_MOMENTS, *SLICES, JOB_NAME})
LONGEST_NAME = 100
MAX_STEP = 2**53
_PAYLOAD = "jsonPayload"
_LOG_ENTRY = frozenset({_PAYLOAD, "textPayload", "protoPayload", "logName", "insertId"})
"""What tells an entry as Cloud Logging exports it from its payload alone."""


def is_entry(record: object) -> bool:
    """Whether a record is of this log rather than an event of a timeline."""
    if not isinstance(record, dict) or "event" in record:
        return False
    return _is_payload(record) or not _LOG_ENTRY.isdisjoint(record)


def _is_payload(record: Payload) -> bool:
    return not _OWN.isdisjoint(record) or _operation(record) is not None


def _operation(record: Payload) -> Operation | None:
    """What a checkpoint manager did, if it is an entry of that."""
    done = record.get(EVENT_TYPE)
    return OPERATIONS.get(done) if isinstance(done, str) else None


class Entries:
    """Takes the entries of a log one by one; what they do not tell for certain is noted, nothing is passed over."""

    def __init__(self, columns: Columns, repairs: Repairs) -> None:
        """Faults are added to `columns`, what does not count to `repairs`."""
        self.moments = Moments()
        self.count = 0
        self._columns, self._repairs = columns, repairs
        self._jobs: dict[str, int] = {}
        self._unread: Counter[str] = Counter()
        self._first: dict[str, int] = {}

    def take(self, entry: int, record: object) -> None:
        """Take one entry; `entry` is its number."""
        self.count += 1
        payload = record.get(_PAYLOAD, record) if isinstance(record, dict) else None
        if not isinstance(payload, dict) or not _is_payload(payload):
            self._repairs.add("not-of-this-log", entry, "this is no entry of the goodput log: left out")
            return
        self._take_job(entry, payload)
        operation = _operation(payload)
        if operation is not None:
            self._take_checkpointing(entry, payload, operation)
            return
        for key in payload:
            if key in _MOMENTS:
                self._take_moment(entry, key, payload)
            elif key not in BESIDE:
                self._put_aside(entry, key)

    def end(self) -> None:
        """Tell what was not read."""
        for key, count in self._unread.items():
            what = "it has no place in a ledger" if key in SLICES else "it is not known"
            message = f"`{key}` does not count, as {what}; entries that have it: {count:,}, first this one"
            self._repairs.add("key-not-counted", self._first[key], message)

    def _put_aside(self, entry: int, key: str) -> None:
        self._unread[key] += 1
        self._first.setdefault(key, entry)

    def _take_job(self, entry: int, payload: Payload) -> None:
        """One log may hold many jobs; figures of several together would be of none."""
        job = str(payload.get(JOB_NAME, ""))
        if not job or job in self._jobs or (job == CHECKPOINT_JOB and EVENT_TYPE in payload):
            return
        if self._jobs:
            first, line = next(iter(self._jobs.items()))
            where = self._columns.places.words(line)
            words = f"this is of job `{job}`, and {where} of job `{first}`: give the entries of one job"
            self._columns.fault("jobs-mixed", entry, words)
        self._jobs[job] = entry

    def _take_moment(self, entry: int, key: str, payload: Payload) -> None:
        time = self._time(entry, key, payload[key])
        if key in _JOB_TIMES:
            self.moments.add(time, _JOB_TIMES[key], entry)
        elif key == STEP_START:
            self.moments.add(time, Kind.STEP, entry, value=self._step(entry, STEP_COUNT, payload))
        elif key in STARTS:
            self.moments.add(time, Kind.START, entry, value=self._activity(STARTS[key], payload))
        else:
            self.moments.add(time, Kind.END, entry, value=self._activity(ENDS[key], payload))

    def _activity(self, family: Family, payload: Payload) -> int:
        given = "" if family.type_key is None else str(payload.get(family.type_key) or "")
        return self.moments.place(family, given[:LONGEST_NAME] or family.name)

    def _take_checkpointing(self, entry: int, payload: Payload, operation: Operation) -> None:
        for key in payload.keys() - CHECKPOINT_KEYS:
            self._put_aside(entry, key)
        start, duration = payload.get(operation.start), payload.get(operation.duration)
        if start is None or duration is None:
            missing = operation.start if start is None else operation.duration
            message = f"without `{missing}` it is not known when this {payload[EVENT_TYPE]} was going on: left out"
            self._repairs.add("time-missing", entry, message)
            return
        begin = self._time(entry, operation.start, start)
        details = Checkpointing(
            end=begin + self._time(entry, operation.duration, duration),
            step=None if payload.get("step") is None else self._step(entry, "step", payload),
            directory=str(payload.get("directory")),
            preempted=payload.get("reached_preemption") is True,
        )
        self.moments.add_checkpointing(begin, operation.kind, entry, details=details)

    def _time(self, entry: int, key: str, value: object) -> int:
        """Microseconds."""
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LATEST:
            return from_seconds(value)
        self._columns.fault("out-of-range", entry, f"`{key}` is `{_shown(value)}`, which is no number of seconds")
        return 0

    def _step(self, entry: int, key: str, payload: Payload) -> int:
        value = payload.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MAX_STEP and value % 1 == 0:
            return int(value)
        said = f"is `{_shown(value)}`, which is no number of a step" if key in payload else "is missing"
        self._columns.fault("step-unknown", entry, f"`{key}` {said}")
        return 0


def _shown(value: object) -> str:
    return json.encode(value).decode()[:MAX_SHOWN]
