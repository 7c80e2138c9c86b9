"""What the recorder does with decisions: which ones it keeps, when it writes them, and what it gives up."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json, structs
from structlog.testing import capture_logs

from service.usecases import recorder as module
from service.usecases.recorder import Pace, Recorder, share_of
from tests.records.memory import TRAINING, Counts, MemoryRecords, decided, eventually, gone

QUICK = Pace(every=0.002, retry=0.002)
ASKED = {"model": "other", "vms": 3, "gpus": 16, "latency_critical": False}


class Desk:
    """A recorder, where it writes, and what it counts."""

    def __init__(self, *, share: float = 1.0, per_second: int = 10_000, pace: Pace = QUICK) -> None:
        self.records = MemoryRecords()
        self.counts = Counts()
        self.recorder = Recorder(self.records, self.counts, share=share, per_second=per_second, pace=pace)

    def decide(self, number: int) -> list[str]:
        """Make decisions, and say their identities."""
        decisions = [decided(TRAINING, ASKED) for _ in range(number)]
        for one in decisions:
            self.recorder(TRAINING, ASKED, one)
        return [one.decision_id for one in decisions]

    @property
    def settled(self) -> tuple[int, int]:
        """How many were written, and how many dropped."""
        return self.counts.written, self.counts.lost


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the recorder's clock."""
    now = [1_700_000_000.0]
    monkeypatch.setattr(module, "time", lambda: now[0])
    return lambda seconds: now.__setitem__(0, 1_700_000_000.0 + seconds)


def test_decisions_are_written_while_the_service_runs_and_at_its_end() -> None:
    async def run() -> Desk:
        desk = Desk()
        desk.recorder.start()
        first = desk.decide(3)
        await eventually(lambda: desk.settled == (3, 0))
        last = desk.decide(2)
        await desk.recorder.stop()
        assert list(desk.records.kept) == [*first, *last]
        return desk

    assert asyncio.run(run()).settled == (5, 0)


def test_nothing_is_written_on_the_way_of_a_request() -> None:
    async def run() -> None:
        desk = Desk(pace=Pace(every=3600))
        desk.recorder.start()
        desk.decide(10)
        await asyncio.sleep(0)
        assert desk.records.attempts == 0
        await desk.recorder.stop()
        assert desk.settled == (10, 0)

    asyncio.run(run())


def test_many_are_written_in_batches() -> None:
    async def run() -> list[int]:
        desk = Desk(pace=Pace(every=3600, batch=400))
        desk.recorder.start()
        desk.decide(1000)
        await desk.recorder.stop()
        return desk.records.sizes

    assert asyncio.run(run()) == [400, 400, 200]


@pytest.mark.parametrize(("setting", "share"), [("all", 1.0), ("none", 0.0), (".5", 0.5), ("0.05", 0.05), ("0.0", 0)])
def test_a_setting_means_a_share(setting: str, share: float) -> None:
    assert share_of(setting) == share


@given(st.sampled_from([0.01, 0.2, 0.5, 0.9]))
def test_the_sample_is_about_as_large_as_its_share(share: float) -> None:
    desk = Desk(share=share, per_second=10**9)
    kept = kept_of(desk, [f"0198f3c2-{one:04x}-7000-8000-{one * 7919:012x}" for one in range(4000)])
    assert abs(len(kept) - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5  # five standard deviations


def test_the_identity_alone_decides_who_is_in_the_sample() -> None:
    identities = [decided(TRAINING, ASKED).decision_id for _ in range(200)]
    small, again, large = (kept_of(Desk(share=share), identities) for share in (0.3, 0.3, 0.6))
    assert small == again
    assert 0 < len(small) < 200
    assert set(small) < set(large)


def test_of_an_empty_sample_nothing_is_kept() -> None:
    assert kept_of(Desk(share=0.0), [decided(TRAINING, ASKED).decision_id for _ in range(50)]) == []


def kept_of(desk: Desk, identities: list[str]) -> list[str]:
    """Those of the identities whose decisions are recorded."""

    async def run() -> list[str]:
        decision = decided(TRAINING, ASKED)
        desk.recorder.start()
        for one in identities:
            desk.recorder(TRAINING, ASKED, structs.replace(decision, decision_id=one))
        await desk.recorder.stop()
        assert desk.counts.lost == 0
        return list(desk.records.kept)

    return asyncio.run(run())


def test_more_than_a_second_may_have_are_dropped_and_counted(clock: Callable[[float], None]) -> None:
    async def run() -> None:
        desk = Desk(per_second=5)
        desk.recorder.start()
        first = desk.decide(8)[:5]
        clock(0.9)
        desk.decide(2)
        clock(1.0)
        second = desk.decide(6)[:5]
        clock(-3600)  # somebody sets the clock
        third = desk.decide(5)
        await desk.recorder.stop()
        assert list(desk.records.kept) == [*first, *second, *third]
        assert desk.settled == (15, 6)

    asyncio.run(run())


def test_a_recorder_that_never_starts_keeps_a_bounded_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_ASIDE", 20)
    desk = Desk()
    identities = desk.decide(30)

    async def run() -> None:
        desk.recorder.start()
        await desk.recorder.stop()

    asyncio.run(run())
    assert list(desk.records.kept) == identities[:20]
    assert desk.settled == (20, 10)


def test_an_outage_is_waited_for_and_told_once() -> None:
    async def run() -> list[str]:
        desk = Desk()
        desk.records.failure = gone()
        desk.recorder.start()
        identities = desk.decide(4)
        await eventually(lambda: desk.records.attempts > 3)
        identities += desk.decide(3)
        before = desk.records.attempts
        await eventually(lambda: desk.records.attempts > before + 2)
        assert desk.settled == (0, 0)
        desk.records.failure = None
        await eventually(lambda: desk.settled == (7, 0))
        await desk.recorder.stop()
        assert list(desk.records.kept) == identities
        return identities

    with capture_logs() as logs:
        asyncio.run(run())
    told = [(one["log_level"], one["event"]) for one in logs]
    assert told == [
        ("warning", "records can't be written, and wait for the store"),
        ("info", "records are written again"),
    ]
    assert logs[0]["reason"] == "the database does not answer"


def test_in_a_long_outage_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        size = await size_of_one()
        monkeypatch.setattr(module, "_BACKLOG_BYTES", size * 10 + size // 2)
        desk = Desk()
        desk.records.failure = gone()
        desk.recorder.start()
        identities = desk.decide(8)
        await eventually(lambda: desk.records.attempts > 1)
        identities += desk.decide(9)
        await eventually(lambda: desk.counts.lost == 7)
        desk.records.failure = None
        await desk.recorder.stop()
        assert list(desk.records.kept) == identities[-10:]
        assert desk.settled == (10, 7)

    asyncio.run(run())


async def size_of_one() -> int:
    """Bytes of a record of the question that is asked here."""
    desk = Desk()
    desk.recorder.start()
    desk.decide(1)
    await desk.recorder.stop()
    (record,) = desk.records.kept.values()
    return len(bytes(record.decision)) + len(json.encode(record.inputs))


def test_what_comes_while_the_store_hangs_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(module, "_BACKLOG_BYTES", 5 * await size_of_one())
        desk = Desk()
        desk.records.open.clear()
        desk.recorder.start()
        first = desk.decide(2)
        await eventually(lambda: desk.records.attempts == 1)
        desk.decide(20)
        await eventually(lambda: desk.counts.lost == 15)
        desk.records.open.set()
        await eventually(lambda: desk.settled == (7, 15))
        await desk.recorder.stop()
        assert set(first) < set(desk.records.kept)

    asyncio.run(run())


def test_the_end_does_not_wait_for_a_store_that_hangs() -> None:
    async def run() -> None:
        desk = Desk(pace=Pace(every=0.002, patience=0.05))
        desk.records.open.clear()
        desk.recorder.start()
        desk.decide(3)
        await eventually(lambda: desk.records.attempts == 1)
        desk.decide(4)
        await desk.recorder.stop()
        assert desk.settled == (0, 7)

    asyncio.run(run())


def test_the_end_does_not_wait_for_a_store_that_is_away() -> None:
    async def run() -> None:
        desk = Desk(pace=Pace(every=3600, retry=3600, patience=3600))
        desk.records.failure = gone()
        desk.recorder.start()
        desk.decide(3)
        await desk.recorder.stop()
        assert desk.settled == (0, 3)

    asyncio.run(run())


def test_a_bug_of_the_store_costs_one_batch_and_not_the_recorder() -> None:
    async def run() -> None:
        desk = Desk()
        desk.records.failure = ValueError("this can't be written")
        desk.recorder.start()
        desk.decide(3)
        await eventually(lambda: desk.settled == (0, 3))
        desk.records.failure = None
        desk.decide(2)
        await eventually(lambda: desk.settled == (2, 3))
        await desk.recorder.stop()

    with capture_logs() as logs:
        asyncio.run(run())
    assert [(one["event"], one["count"]) for one in logs] == [("records are lost", 3)]


def test_a_decision_that_has_no_form_in_json_costs_itself_alone() -> None:
    async def run() -> None:
        desk = Desk()
        desk.recorder.start()
        desk.recorder(TRAINING, {**ASKED, "vms": object()}, decided(TRAINING, ASKED))
        desk.decide(1)
        await desk.recorder.stop()
        assert desk.settled == (1, 1)

    with capture_logs() as logs:
        asyncio.run(run())
    (line,) = logs
    assert line == {
        "event": "a decision can't be recorded",
        "log_level": "error",
        "rule": "training-gpu 1.0.0",
        "error": "TypeError",
    }


def test_a_recorder_that_was_never_started_stops_at_once() -> None:
    asyncio.run(Desk().recorder.stop())
