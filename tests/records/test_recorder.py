"""When the recorder writes decisions, and what a bug costs."""

import asyncio

import pytest
from msgspec import json
from structlog.testing import capture_logs

from service.usecases import record
from service.usecases import recorder as module
from service.usecases.record import MOST_FIELDS
from service.usecases.recorder import Pace
from tests.records.desk import ASKED, Desk
from tests.records.memory import TRAINING, decided, eventually
from tests.records.payroll import program


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


def test_a_recorder_that_ends_by_a_failure_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def dropped(_: int) -> None:
        message = "no space left on device"
        raise OSError(message)

    async def run() -> None:
        desk = Desk(per_second=0)
        monkeypatch.setattr(desk.counts, "dropped", dropped)
        desk.recorder.start()
        desk.decide(1)
        await eventually(lambda: bool(logs))

    with capture_logs() as logs:
        asyncio.run(run())
    assert [(one["log_level"], one["event"]) for one in logs] == [
        ("error", "work beside the requests has failed, and does not go on")
    ]


def test_a_recorder_that_was_never_started_stops_at_once() -> None:
    asyncio.run(Desk().recorder.stop())


def test_a_decision_over_very_long_lists_is_dropped_at_once() -> None:
    rule = program("list", [])
    trip = {"cost": 1, "place": "here"}
    asked = [{"trips": [trip] * number} for number in (MOST_FIELDS // 2, MOST_FIELDS // 2 + 1, 0)]
    answers = [decided(rule, one) for one in asked]

    async def run() -> None:
        desk = Desk()
        desk.recorder.start()
        for given, answer in zip(asked, answers, strict=True):
            desk.recorder(rule, given, answer)
        await desk.recorder.stop()
        assert list(desk.records.kept) == [answers[0].decision_id, answers[2].decision_id]
        assert desk.settled == (2, 1)

    asyncio.run(run())


@pytest.mark.parametrize(("spare", "settled"), [(0, (1, 0)), (-1, (0, 1))])
def test_a_record_that_is_too_large_is_dropped(
    monkeypatch: pytest.MonkeyPatch, spare: int, settled: tuple[int, int]
) -> None:
    answer = decided(TRAINING, ASKED)
    monkeypatch.setattr(record, "MOST_BYTES", len(json.encode(answer)) + len(json.encode(ASKED)) + spare)

    async def run() -> None:
        desk = Desk()
        desk.recorder.start()
        desk.recorder(TRAINING, ASKED, answer)
        await desk.recorder.stop()
        assert desk.settled == settled

    asyncio.run(run())
