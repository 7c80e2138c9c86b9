"""Keeps decisions as records, off the way of the requests.

While a request is answered, its decision is only put aside. A task of the event loop masks and encodes what was put
aside, and lets another task write it to the store. Everything is bounded, and what has no room is counted.
"""

from asyncio import CancelledError, Event, Task, TaskGroup, sleep, timeout, wait
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic, time
from typing import Any, Final, Protocol
from zlib import crc32

import structlog
from msgspec import Struct

from service.engine.program import Program
from service.errors import StoreUnavailableError
from service.model.decision import Decision
from service.usecases.background import begin
from service.usecases.backlog import Backlog, Waiting
from service.usecases.masking import Secrets, secrets
from service.usecases.ports import Records
from service.usecases.record import Made, is_small, record_of

_MOST_ASIDE: Final = 10_000
"""Decisions that wait to be encoded."""
_BACKLOG_BYTES: Final = 16_000_000
"""What waits to be written: some ten thousand usual records."""
_PIECE_BYTES: Final = 100_000
"""What is encoded before others have their turn: some sixty usual records, a fraction of a millisecond."""
_CRC_END: Final = 2**32


class Tally(Protocol):
    """Counts records."""

    def recorded(self, count: int) -> None:
        """So many were written."""
        ...

    def dropped(self, count: int) -> None:
        """So many belonged to the sample and are lost."""
        ...


class Pace(Struct, frozen=True, kw_only=True):
    """Seconds between two rounds, after a failure, and for what is left at the end; `batch` records are one write.

    A write takes the event loop's thread for some fifteen microseconds a record, so it is not of many.
    """

    every: float = 0.5
    retry: float = 1.0
    patience: float = 3.0
    batch: int = 100


class Recorder:
    """Records a share of all decisions; called in the event loop's thread."""

    def __init__(
        self, records: Records, tally: Tally, *, share: float = 1.0, per_second: int = 1_000, pace: Pace | None = None
    ) -> None:
        """At most `per_second` are recorded; nothing is written before `start`."""
        self._records = records
        self._tally = tally
        self._below = int(share * _CRC_END)
        self._per_second = per_second
        self._pace = pace or Pace()
        self._second, self._room = 0, per_second
        self._aside: deque[Made] = deque()
        self._lost = 0
        self._backlog = Backlog(_BACKLOG_BYTES)
        self._retry_at: float | None = None
        self._ending = Event()
        self._task: Task[None] | None = None

    def __call__(self, program: Program, given: Mapping[str, Any], decision: Decision) -> None:
        """Put a decision aside, if it belongs to the sample, which its identity alone decides."""
        if self._below < _CRC_END and crc32(decision.decision_id.encode()) >= self._below:
            return
        now = time()
        second = int(now)
        if second != self._second:
            self._second, self._room = second, self._per_second
        if not self._room or len(self._aside) == _MOST_ASIDE or (program.common.lists and not is_small(program, given)):
            self._lost += 1
            return
        self._room -= 1
        self._aside.append(Made(now, program, given, decision))

    def start(self) -> None:
        """Begin to write, in the event loop that runs now."""
        self._task = begin(self._run())

    async def stop(self) -> None:
        """Write what is left, as far as that goes in a few seconds; the rest is counted as dropped."""
        if self._task is None:
            return
        self._ending.set()
        done, _ = await wait({self._task}, timeout=self._pace.patience)
        if not done:
            self._task.cancel()
            await wait({self._task}, timeout=self._pace.patience)
        self._lost += len(self._aside) + len(self._backlog)
        self._count_lost()

    async def _run(self) -> None:
        async with TaskGroup() as group:
            writing: Task[None] | None = None
            while not self._ending.is_set():
                with suppress(TimeoutError):
                    async with timeout(self._pace.every):
                        await self._ending.wait()
                await self._encode()
                if (writing is None or writing.done()) and monotonic() >= (self._retry_at or 0):
                    writing = group.create_task(self._write())
        await self._encode()
        await self._write()

    async def _encode(self) -> None:
        """Make records of what was put aside."""
        known: dict[Program, Secrets] = {}
        size = 0
        for _ in range(len(self._aside)):
            one = _encoded(self._aside.popleft(), known)
            if one is None:
                self._lost += 1
                continue
            self._lost += self._backlog.add(one)
            size += one.size
            if size > _PIECE_BYTES:
                size = 0
                await sleep(0)
        self._count_lost()

    async def _write(self) -> None:
        """Write all that waits, unless the store does not answer."""
        while batch := self._backlog.take(self._pace.batch):
            try:
                await self._records.add([one.record for one in batch])
            except StoreUnavailableError as error:
                self._lost += self._backlog.put_back(batch)
                self._begin_outage(error)
                return
            except CancelledError:
                self._lost += self._backlog.put_back(batch)
                raise
            except Exception as error:  # a bug: what the store refuses now, it would refuse again
                _log().error("records are lost", count=len(batch), exc_info=error)
                self._lost += len(batch)
            else:
                self._tally.recorded(len(batch))
                self._end_outage()

    def _begin_outage(self, error: StoreUnavailableError) -> None:
        if self._retry_at is None:
            _log().warning("records can't be written, and wait for the store", reason=str(error))
        self._retry_at = monotonic() + self._pace.retry

    def _end_outage(self) -> None:
        if self._retry_at is not None:
            _log().info("records are written again")
        self._retry_at = None

    def _count_lost(self) -> None:
        if self._lost:
            self._tally.dropped(self._lost)
            self._lost = 0


def _encoded(made: Made, known: dict[Program, Secrets]) -> Waiting | None:
    """The record of a decision, if it can be one; `known` remembers what each program marks as sensitive."""
    try:
        if made.program not in known:
            known[made.program] = secrets(made.program)
        return record_of(made, known[made.program])
    except Exception as error:  # a bug; its message could hold what is sensitive
        _log().error("a decision can't be recorded", rule=str(made.decision.rule), error=type(error).__name__)
        return None


def share_of(setting: str) -> float:
    """The share of decisions that a setting means: `all`, `none`, or a number such as `0.05`."""
    match setting:
        case "all":
            return 1.0
        case "none":
            return 0.0
        case _:
            return float(setting)


def _log() -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.records")
    return logger
