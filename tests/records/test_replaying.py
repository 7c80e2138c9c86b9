"""Replay over many records: page by page, counted, and gathered into shifts."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import Raw

from service.errors import RuleNotFoundError
from service.model.publication import Bundle, Draft, Published, Record
from service.model.replay import Replay, Replayed
from service.usecases import replaying
from service.usecases.record import MOST_BYTES
from service.usecases.replaying import MOST_SHIFTS, ReplayRecords, shifts
from tests.benchmarks.questions import questions
from tests.benchmarks.rules import compiled, shipped
from tests.records.memory import NOW, TRAINING, HereExaminer, MemoryRecords, recorded

TEXT = shipped("training-gpu", "1.0.0")
WIDER = TEXT.replace(b"vms > 4 ||", b"vms > 8 ||").replace(b"version: 1.0.0", b"version: 1.1.0")
AT = datetime.fromtimestamp(NOW, UTC)
OLD = Published(name="training-gpu", version="1.0.0", digest="sha256:0", content=TEXT, author="directory", at=AT)
BUNDLE = Bundle(sequence=1, versions=(OLD,), live={"training-gpu": "1.0.0"})
NEW = Draft("training-gpu", "1.1.0", WIDER)


def filled(number: int) -> MemoryRecords:
    """A store with records of as many questions."""
    records = MemoryRecords()
    asyncio.run(records.add([recorded(TRAINING, one) for one in questions(number)]))
    return records


RECORDS = filled(700)
EXAMINER = HereExaminer({"1.0.0": TRAINING, "1.1.0": compiled(WIDER)})


def replay(candidate: Published | Draft = NEW, **how: Any) -> Replay:
    return asyncio.run(ReplayRecords(RECORDS, EXAMINER)(BUNDLE, candidate, **how))


def test_the_same_version_changes_nothing() -> None:
    made = replay(OLD)
    assert (made.replayed, made.changed, made.skipped, made.total, made.next) == (700, 0, 0, 700, None)
    assert made.shifts == []
    assert (made.rule, made.version, made.digest) == ("training-gpu", "1.0.0", "sha256:0")


def test_changes_are_counted_with_examples_of_the_newest() -> None:
    made = replay()
    newest = sorted(RECORDS.kept.values(), key=lambda one: one.decision_id, reverse=True)
    between = [
        one
        for one in newest
        if one.inputs["model"] == "other"
        and 4 < one.inputs["vms"] <= 8
        and one.inputs["gpus"] <= 32
        and not one.inputs["latency_critical"]
    ]
    assert len(between) > 5
    (shift,) = made.shifts
    assert (shift.before, shift.after, shift.count) == ("nvlink", "l4", len(between))
    assert [one.decision_id for one in shift.examples] == [one.decision_id for one in between[:5]]
    assert [one.inputs for one in shift.examples] == [one.inputs for one in between[:5]]
    assert made.changed == len(between)
    assert made.digest == NEW.digest


def test_the_candidate_stands_beside_the_rules_of_the_bundle() -> None:
    replay()
    files, rule = EXAMINER.asked[-1]
    assert files.documents == {"training-gpu/1.0.0.yaml": TEXT, "training-gpu/1.1.0.yaml": WIDER}
    assert files.live is not None
    assert files.live.strip() == b"training-gpu: 1.0.0"
    assert (rule.name, rule.version, rule.digest) == ("training-gpu", "1.1.0", NEW.digest)


def test_a_document_with_the_number_of_a_version_takes_its_place() -> None:
    replay(Draft("training-gpu", "1.0.0", WIDER))
    files, _ = EXAMINER.asked[-1]
    assert files.documents == {"training-gpu/1.0.0.yaml": WIDER}


@pytest.mark.parametrize("limit", [3, 19, 20, 21, 350, 699, 700, 701])
def test_pages_add_up(limit: int) -> None:
    whole, pages = replay(), [replay(limit=limit)]
    while pages[-1].next is not None:
        pages.append(replay(limit=limit, before=pages[-1].next))
    assert [one.replayed for one in pages[:-1]] == [limit] * (len(pages) - 1)
    assert 0 < pages[-1].replayed <= limit
    assert sum(one.replayed for one in pages) == whole.replayed
    assert sum(one.changed for one in pages) == whole.changed
    assert {one.total for one in pages} == {700}


def test_few_records_are_read_at_a_time() -> None:
    class Watched(MemoryRecords):
        """Remembers how many are read at a time."""

        async def page(self, rule: str, *, before: str | None = None, limit: int = 1000) -> list[Record]:
            read.append(limit)
            return await super().page(rule, before=before, limit=limit)

    read: list[int] = []
    records = Watched()
    records.kept = RECORDS.kept
    made = asyncio.run(ReplayRecords(records, EXAMINER)(BUNDLE, NEW, limit=100))
    assert (made.replayed, sum(read)) == (100, 101)
    assert max(read) * MOST_BYTES <= 5_000_000


def test_large_records_make_a_page_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    size = max(len(bytes(one.decision)) for one in RECORDS.kept.values())
    monkeypatch.setattr(replaying, "_MOST_BYTES", 20 * size)
    first = replay(limit=500)
    assert 20 < first.replayed < 60
    assert first.next is not None
    assert replay(limit=500, before=first.next).replayed > 20


def test_a_rule_without_records_has_nothing_to_replay() -> None:
    made = asyncio.run(ReplayRecords(MemoryRecords(), EXAMINER)(BUNDLE, NEW))
    assert (made.replayed, made.total, made.next) == (0, 0, None)


def test_a_rule_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(RuleNotFoundError):
        replay(Draft("training-gup", "1.0.0", WIDER))


def changed(number: int, after: str) -> tuple[Record, Replayed]:
    identity = f"{number:04}"
    record = Record(
        decision_id=identity,
        at=AT,
        rule="r",
        version="1.0.0",
        digest="sha256:0",
        inputs={"number": number},
        masked=(),
        result="a",
        decision=Raw(b"{}"),
    )
    return record, Replayed(decision_id=identity, status="changed", before="a", after=after)


def test_the_most_frequent_shifts_come_first_and_the_rarest_are_left_out() -> None:
    rows = [changed(number, f"b{number}") for number in range(200)] + [
        changed(number, "c") for number in range(200, 208)
    ]
    found = shifts(rows)
    assert len(found) == MOST_SHIFTS
    assert (found[0].after, found[0].count, len(found[0].examples)) == ("c", 8, 5)
    assert [one.after for one in found[1:]] == [f"b{number}" for number in range(MOST_SHIFTS - 1)]
