"""Who watches a store hears of every change, of its loss, and of its return."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import pytest

from service.errors import StoreUnavailableError
from service.model.publication import Token
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.signals import watch
from service.store.tokens import Tokens
from tests.databases import Place, Server, run
from tests.store.changes import draft, publish
from tests.store.test_guards import EVENT
from tests.store.test_records import NOON

pytestmark = pytest.mark.anyio

BOUND = 30
NEVER = 3600.0

Contact = int | StoreUnavailableError


@asynccontextmanager
async def watching(place: Place, beat: float = NEVER) -> AsyncIterator[AsyncIterator[Contact]]:
    """Watch a store over connections of its own; what does not come fails after a while."""
    database = Database(place.url, place.data_dir)
    async with asyncio.timeout(BOUND), aclosing(watch(database, every=0.01, beat=beat)) as contacts:
        yield contacts
    await database.close()


async def test_every_change_is_told(place: Place, database: Database) -> None:
    async with watching(place) as contacts:
        assert await anext(contacts) == 0
        await Ledger(database).apply(publish(draft("a"), draft("b")))
        assert await anext(contacts) == 2
        token = Token(id="1", name="ci", hash="00", scopes=(), created=NOON)
        await Tokens(database).add(token, "ann")
        assert await anext(contacts) == 3
        await Tokens(database).revoke("ci", NOON, "ann")
        assert await anext(contacts) == 4


async def test_changes_while_nobody_asks_are_told_once(place: Place, database: Database) -> None:
    async with watching(place) as contacts:
        assert await anext(contacts) == 0
        for number in range(3):
            await Ledger(database).apply(publish(draft("a", f"1.{number}.0"), seen=number))
        assert await anext(contacts) == 3
        await Ledger(database).apply(publish(draft("b"), seen=3))
        assert await anext(contacts) == 4


async def test_a_sign_of_contact_comes_without_a_change(place: Place, database: Database) -> None:
    await Ledger(database).apply(publish(draft("a")))
    async with watching(place, beat=0.02) as contacts:
        assert [await anext(contacts) for _ in range(4)] == [1] * 4


async def test_a_change_that_was_not_announced_is_seen_all_the_same(place: Place, database: Database) -> None:
    async with watching(place, beat=0.02) as contacts:
        assert await anext(contacts) == 0
        assert (await Ledger(database).bundle()).sequence == 0
        run(place, EVENT.format(1))
        assert await _next(contacts, lambda contact: contact == 1) == 1


async def test_a_store_that_comes_later(place: Place) -> None:
    async with watching(place) as contacts:
        assert isinstance(await anext(contacts), StoreUnavailableError)
        database = Database(place.url, place.data_dir)
        await database.migrate()
        await database.close()
        assert await _next(contacts, _is_reached) == 0


async def test_a_server_that_goes_and_comes_back(postgresql_place: Place, server: Server) -> None:
    database = Database(postgresql_place.url, postgresql_place.data_dir)
    await database.migrate()
    async with watching(postgresql_place) as contacts:
        assert await anext(contacts) == 0
        with server.away():
            lost = await anext(contacts)
            assert "does not answer" in str(lost)
            assert "connection refused" in str(await _next(contacts, lambda contact: "refused" in str(contact)))
        assert await _next(contacts, _is_reached) == 0
        await Ledger(database).apply(publish(draft("a")))
        assert await anext(contacts) == 1
    await database.close()


async def test_a_server_that_freezes(postgresql_place: Place, server: Server) -> None:
    database = Database(postgresql_place.url, postgresql_place.data_dir)
    await database.migrate()
    await database.close()
    async with watching(postgresql_place, beat=0.02) as contacts:
        assert await anext(contacts) == 0
        with server.frozen():
            assert "no answer within" in str(await _next(contacts, lambda contact: not _is_reached(contact)))
        assert await _next(contacts, _is_reached) == 0


async def _next(contacts: AsyncIterator[Contact], wanted: Callable[[Contact], bool]) -> Contact:
    """The next contact of this kind."""
    while not wanted(contact := await anext(contacts)):
        pass
    return contact


def _is_reached(contact: Contact) -> bool:
    return isinstance(contact, int)
