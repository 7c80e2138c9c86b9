"""What the recorder does while the store does not answer."""

import asyncio

import pytest
from msgspec import json
from structlog.testing import capture_logs

from service.usecases import recorder as module
from service.usecases.recorder import Pace
from tests.records.desk import Desk
from tests.records.memory import eventually, gone


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
