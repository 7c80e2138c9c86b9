"""A store of records in memory, which can fail, and other stand-ins; questions with answers as they are recorded."""

from asyncio import Event, get_running_loop, sleep
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from uuid_utils import uuid7

from service.engine.engine import Engine
from service.engine.program import Program
from service.errors import StoreUnavailableError
from service.model.decision import Decision
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.files import RuleFiles
from service.model.nearest import Nearest
from service.model.publication import Record
from service.model.replay import Replayed
from service.model.rule import RuleId
from service.usecases.masking import secrets
from service.usecases.ready import ready
from service.usecases.record import Made, record_of
from service.usecases.replay import replay
from tests.benchmarks.rules import compiled, shipped

NOW: Final = 1_700_000_000.25
TRAINING: Final = compiled(shipped("training-gpu", "1.0.0"))
ENGINE: Final = Engine()
BOUND: Final = 10.0
"""Seconds after which what does not happen has failed."""


class MemoryRecords:
    """Records by identity; `failure` is raised while there is one, and writes wait for `open`."""

    def __init__(self) -> None:
        self.kept: dict[str, Record] = {}
        self.sizes: list[int] = []
        self.failure: Exception | None = None
        self.attempts = 0
        self.open = Event()
        self.open.set()

    async def add(self, records: Sequence[Record]) -> None:
        self.attempts += 1
        await self.open.wait()
        if self.failure:
            raise self.failure
        self.sizes.append(len(records))
        for record in records:
            self.kept.setdefault(record.decision_id, record)

    async def get(self, decision_id: str) -> Record | None:
        return self.kept.get(decision_id)

    async def page(self, rule: str, *, before: str | None = None, limit: int = 1000) -> list[Record]:
        wanted = (
            one for one in self.kept.values() if one.rule == rule and (before is None or one.decision_id < before)
        )
        return sorted(wanted, key=lambda one: one.decision_id, reverse=True)[:limit]

    async def count(self, rule: str) -> int:
        return sum(one.rule == rule for one in self.kept.values())

    async def trim(self, *, before: datetime, keep: int) -> int:
        newest = sorted(self.kept.values(), key=lambda one: one.decision_id, reverse=True)
        gone = [one for place, one in enumerate(newest) if place >= keep or one.at < before]
        for one in gone:
            del self.kept[one.decision_id]
        return len(gone)


class Counts:
    """What the recorder says of itself."""

    def __init__(self) -> None:
        self.written = 0
        self.lost = 0

    def recorded(self, count: int) -> None:
        self.written += count

    def dropped(self, count: int) -> None:
        self.lost += count


class HereExaminer:
    """Replays in this process, with the program that a version number stands for."""

    def __init__(self, programs: Mapping[str, Program]) -> None:
        self._programs = programs
        self.asked: list[tuple[RuleFiles, RuleId]] = []

    async def examine(self, *_: Any, **__: Any) -> Examination:
        raise AssertionError("a replay asked for `examine`")

    async def compare(self, *_: Any) -> Difference:
        raise AssertionError("a replay asked for `compare`")

    async def nearest(self, *_: Any) -> Nearest:
        raise AssertionError("a replay asked for `nearest`")

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        self.asked.append((files, rule))
        return replay(self._programs[rule.version], ENGINE, records)


class BuildingExaminer(HereExaminer):
    """Replays in this process what the documents say."""

    def __init__(self) -> None:
        super().__init__({})

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        (version,) = ready(files, [rule])
        return replay(version.program, ENGINE, records)


def gone() -> StoreUnavailableError:
    return StoreUnavailableError("the database does not answer")


def decided(program: Program, given: Mapping[str, Any]) -> Decision:
    """A decision with an identity of its own."""
    return ENGINE.decide(program, given, str(uuid7()))


def recorded(program: Program, given: Mapping[str, Any]) -> Record:
    """The record of a decision.

    Raises:
        DecisionError: the question is refused, so there is nothing to record.
    """
    waiting = record_of(Made(NOW, program, given, decided(program, given)), secrets(program))
    assert waiting is not None
    return waiting.record


async def eventually(holds: Callable[[], bool]) -> None:
    """Let others run until a condition holds."""
    end = get_running_loop().time() + BOUND
    while not holds():
        assert get_running_loop().time() < end, "it never came to hold"
        await sleep(0.001)
