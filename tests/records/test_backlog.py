"""What waits to be written is bounded by its size, and the newest stays."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from service.model.publication import Record
from service.usecases.backlog import Backlog, Waiting


def waiting(number: int, size: int) -> Waiting:
    record = Record(
        decision_id=f"{number:04}",
        at=datetime(2026, 3, 29, tzinfo=UTC),
        rule="r",
        version="1.0.0",
        digest="sha256:0",
        inputs={},
        masked=(),
        result="a",
        decision=Raw(b"{}"),
    )
    return Waiting(record, size)


def numbers(taken: list[Waiting]) -> list[int]:
    return [int(one.record.decision_id) for one in taken]


@settings(max_examples=settings().max_examples // 10)
@given(st.integers(1, 100), st.lists(st.integers(1, 40), max_size=30))
def test_the_newest_that_have_room_wait(limit: int, sizes: list[int]) -> None:
    backlog = Backlog(limit)
    lost = sum(backlog.add(waiting(number, size)) for number, size in enumerate(sizes))
    expected = [number for number in range(len(sizes)) if sum(sizes[number:]) <= limit]
    assert numbers(backlog.take(len(sizes) + 1)) == expected
    assert lost == len(sizes) - len(expected)


def test_what_is_put_back_comes_first_again() -> None:
    backlog = Backlog(100)
    for number in range(6):
        backlog.add(waiting(number, 10))
    taken = backlog.take(3)
    assert numbers(taken) == [0, 1, 2]
    assert backlog.put_back(taken) == 0
    assert (len(backlog), numbers(backlog.take(9))) == (6, [0, 1, 2, 3, 4, 5])


def test_what_is_put_back_has_to_make_room_for_what_came_meanwhile() -> None:
    backlog = Backlog(50)
    backlog.add(waiting(0, 20))
    backlog.add(waiting(1, 20))
    taken = backlog.take(2)
    backlog.add(waiting(2, 20))
    assert backlog.put_back(taken) == 1
    assert numbers(backlog.take(9)) == [1, 2]


def test_large_ones_are_taken_a_few_at_a_time() -> None:
    backlog = Backlog(10**9)
    for number in range(6):
        backlog.add(waiting(number, 900_000))
    assert numbers(backlog.take(500)) == [0, 1, 2]
    assert numbers(backlog.take(500)) == [3, 4, 5]
    assert backlog.take(500) == []
