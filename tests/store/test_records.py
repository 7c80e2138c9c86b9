"""Records: kept once, read by pages, trimmed by age and by number."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec import Raw
from msgspec.structs import replace

from service.model.publication import Record
from service.store.database import Database
from service.store.records import PIECE, Records
from service.usecases import ports

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)


def record(number: int, rule: str = "a") -> Record:
    """A record; the higher its number, the younger it is."""
    return Record(
        decision_id=f"0195e0aa-{number:04x}-7000-8000-00000000000a",
        at=NOON + timedelta(seconds=number),
        rule=rule,
        version="1.0.0",
        digest="sha256:00",
        inputs={"vms": number, "share": 1.0, "large": 2**63, "text": 'é\0"', "list": [{"b": None, "a": True}]},
        masked=("secret",),
        result="l4",
        decision=Raw(b'{"z": 1,  "a": 1.0, "text": "\\u0000"}'),
    )


async def test_a_record_comes_back_as_it_was(database: Database) -> None:
    await Records(database).add([record(1)])
    assert await Records(database).get(record(1).decision_id) == record(1)
    assert await Records(database).get("0195e0aa") is None
    assert await Records(database).get("\0\ud800") is None


async def test_what_is_there_already_stays_as_it_is(database: Database) -> None:
    records: ports.Records = Records(database)
    await records.add([record(1)])
    await records.add([replace(record(1), result="other"), record(2), replace(record(2), result="other")])
    await records.add([])
    assert [(one.result, one.decision_id) for one in await records.page("a")] == [
        ("l4", record(2).decision_id),
        ("l4", record(1).decision_id),
    ]


async def test_pages_go_from_the_newest_to_the_oldest(database: Database) -> None:
    records = Records(database)
    await records.add([record(number, "ab"[number % 2]) for number in range(10)])
    page = await records.page("b", limit=2)
    assert page == [record(9, "b"), record(7, "b")]
    assert await records.page("b", before=page[-1].decision_id, limit=2) == [record(5, "b"), record(3, "b")]
    assert await records.page("b", before=record(1).decision_id) == []
    assert await records.page("c") == []
    assert [await records.count(rule) for rule in "abc"] == [5, 5, 0]


async def test_identities_are_in_the_order_of_their_characters(database: Database) -> None:
    ids = ["A", "B", "a", "a-b", "aa", "b", "é"]
    await Records(database).add([replace(record(1), decision_id=one) for one in ids])
    assert [one.decision_id for one in await Records(database).page("a")] == ids[::-1]
    assert [one.decision_id for one in await Records(database).page("a", before="aa")] == ["a-b", "a", "B", "A"]


@pytest.mark.parametrize(
    ("before", "keep", "left"),
    [
        pytest.param(-1, 10, range(10), id="nothing is old, and there is room for all"),
        pytest.param(4, 10, range(4, 10), id="those before a moment go"),
        pytest.param(0, 3, range(7, 10), id="all but the newest go"),
        pytest.param(8, 3, range(8, 10), id="age counts more than number"),
        pytest.param(5, 8, range(5, 10), id="those that are kept for their number may be too old"),
        pytest.param(100, 0, range(0), id="all go"),
    ],
)
async def test_trimming(database: Database, before: int, keep: int, left: range) -> None:
    records = Records(database)
    await records.add([record(number, "ab"[number % 2]) for number in range(10)])
    assert await records.trim(before=NOON + timedelta(seconds=before), keep=keep) == 10 - len(left)
    kept = sorted(one.at for one in [*await records.page("a"), *await records.page("b")])
    assert kept == [NOON + timedelta(seconds=number) for number in left]


async def test_many_records_are_written_and_trimmed_piece_by_piece(database: Database) -> None:
    records = Records(database)
    many = 2 * PIECE + 1
    await records.add([record(number) for number in range(many)])
    assert await records.count("a") == many
    assert await records.trim(before=NOON, keep=1) == many - 1
    assert await records.page("a") == [record(many - 1)]


async def test_of_very_many_records_a_part_is_trimmed_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.pruning.MOST_PIECES", 1)
    records = Records(database)
    await records.add([record(number) for number in range(PIECE + 3)])
    assert [await records.trim(before=NOON, keep=1) for _ in range(3)] == [PIECE, 2, 0]
