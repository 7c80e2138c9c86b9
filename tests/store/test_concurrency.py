"""Several writers and readers at once, each with connections of its own, as the workers of several replicas are."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from service.model.publication import Change, Draft, Event, Move
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.records import Records
from tests.databases import Place
from tests.store.changes import draft, publish
from tests.store.fold import holds
from tests.store.test_records import NOON, record

pytestmark = pytest.mark.anyio

ROUNDS = 10
WRITERS = 4


@asynccontextmanager
async def _opened(place: Place, number: int) -> AsyncIterator[list[Ledger]]:
    """As many ledgers of one store."""
    databases = [Database(place.url, place.data_dir) for _ in range(number)]
    await asyncio.gather(*(database.migrate() for database in databases))
    yield [Ledger(database) for database in databases]
    for database in databases:
        await database.close()


async def test_of_those_that_saw_the_same_one_wins(place: Place) -> None:
    async with _opened(place, WRITERS) as ledgers:
        for number in range(ROUNDS):
            rivals = [publish(draft(f"rule_{who}", f"1.{number}.0"), seen=number) for who in range(WRITERS)]
            results = await asyncio.gather(*(one.apply(change) for one, change in zip(ledgers, rivals, strict=True)))
            assert sorted(len(result) for result in results if result is not None) == [1]
        assert (await ledgers[0].bundle()).sequence == ROUNDS


async def test_all_get_through_when_each_looks_again(place: Place) -> None:
    async with _opened(place, WRITERS) as ledgers:
        await asyncio.gather(*(_insist(ledger, f"rule_{who}") for who, ledger in enumerate(ledgers)))
        events = await ledgers[0].events(limit=10_000)
        assert len(events) == WRITERS * ROUNDS * 2
        assert holds(await ledgers[0].bundle(), events)


async def test_a_bundle_is_one_moment_while_others_write(place: Place) -> None:
    async with _opened(place, 3) as (first, second, reader):
        writing = asyncio.gather(_insist(first, "a"), _insist(second, "b"))
        seen = [await reader.bundle()]
        while not writing.done():
            seen.append(await reader.bundle())
        await writing
        log: list[Event] = await reader.events(limit=10_000)
        assert all(holds(bundle, log) for bundle in seen)
        assert len({bundle.sequence for bundle in seen}) > 1
        assert [bundle.sequence for bundle in seen] == sorted(bundle.sequence for bundle in seen)


async def test_records_do_not_stand_in_the_way(place: Place, database: Database) -> None:
    records = Records(database)
    batches = [[record(number) for number in range(start, 1_000, 7)] for start in range(7)]
    async with _opened(place, 1) as (ledger,):
        await asyncio.gather(_insist(ledger, "a"), *(records.add(batch + batches[0]) for batch in batches))
        await asyncio.gather(_insist(ledger, "b"), *(records.trim(before=NOON, keep=10) for _ in range(3)))
    assert await records.count("a") == 10


async def test_those_who_give_up_leave_nothing_behind(database: Database) -> None:
    ledger = Ledger(database)
    for steps in range(0, 60, 2):
        seen = (await ledger.bundle()).sequence
        task = asyncio.create_task(ledger.apply(publish(draft("a", f"1.{steps}.0"), seen=seen)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
    events = await ledger.events(limit=10_000)
    assert holds(await ledger.bundle(), events)
    assert [one.sequence for one in await asyncio.gather(*(ledger.bundle() for _ in range(10)))] == [len(events)] * 10
    assert await ledger.apply(publish(draft("b"), seen=len(events)))


async def _insist(ledger: Ledger, rule: str) -> None:
    """Publish and activate version after version, looking again whenever another was faster."""
    for number in range(ROUNDS):
        version = f"1.{number}.0"
        made = None
        while made is None:
            change = Change(
                who=rule,
                seen=(await ledger.bundle()).sequence,
                drafts=(Draft(rule, version, version.encode()),),
                moves=(Move(rule, version),),
            )
            made = await ledger.apply(change)
        assert [event.action for event in made] == ["published", "activated"]
