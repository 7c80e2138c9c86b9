"""A PostgreSQL that is away, crashes or is stuck: an error that says so, in bounded time, and then it goes on."""

import asyncio
import signal
import socket
from pathlib import Path

import pytest
from sqlalchemy import text

from service.errors import SettingsError, StoreUnavailableError
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.postgres import _cut
from tests.databases import Place, Server
from tests.store.changes import draft, publish
from tests.store.fold import holds

pytestmark = pytest.mark.anyio

BOUND = 20
"""Seconds that anything may take on a busy machine."""


@pytest.fixture
def place(postgresql_place: Place) -> Place:
    """PostgreSQL, where a test does not say otherwise."""
    return postgresql_place


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
async def test_a_server_that_is_away_and_comes_back(database: Database, server: Server, how: signal.Signals) -> None:
    ledger = Ledger(database)
    await ledger.apply(publish(draft("a")))
    before = await ledger.bundle()
    with server.away(how):
        for _ in range(2):
            async with asyncio.timeout(BOUND):
                with pytest.raises(StoreUnavailableError, match="does not answer: connection refused"):
                    await ledger.apply(publish(draft("b"), seen=1))
                with pytest.raises(StoreUnavailableError):
                    await database.migrate()
    assert await ledger.bundle() == before
    assert await ledger.apply(publish(draft("b"), seen=1))


async def test_a_restart_between_two_questions_is_not_noticed(database: Database, server: Server) -> None:
    ledger = Ledger(database)
    assert [one.sequence for one in await asyncio.gather(*(ledger.bundle() for _ in range(4)))] == [0] * 4
    with server.away():
        pass
    assert [one.sequence for one in await asyncio.gather(*(ledger.bundle() for _ in range(4)))] == [0] * 4


async def test_a_server_that_is_frozen(place: Place, database: Database, server: Server) -> None:
    new = Database(place.url, place.data_dir)
    await Ledger(database).bundle()
    with server.frozen():
        async with asyncio.timeout(BOUND):
            with pytest.raises(StoreUnavailableError, match=r"no answer|timeout expired"):
                await Ledger(database).bundle()
            with pytest.raises(StoreUnavailableError, match=r"no answer|timeout expired"):
                await Ledger(new).bundle()
    assert (await Ledger(database).bundle()).sequence == 0
    assert (await Ledger(new).bundle()).sequence == 0
    await new.close()


def test_a_connection_that_has_ended_already_is_cut_without_a_word() -> None:
    with socket.socket() as never_connected:
        _cut(never_connected.fileno())
    _cut(-1)


async def test_nothing_that_was_confirmed_is_lost_when_the_server_crashes(database: Database, server: Server) -> None:
    ledger = Ledger(database)
    confirmed: list[int] = []
    enough = asyncio.Event()

    async def write() -> None:
        while not enough.is_set():
            try:
                number = (await ledger.bundle()).sequence
                done = await ledger.apply(publish(draft("a", f"1.{number}.0"), seen=number))
            except StoreUnavailableError:
                continue
            confirmed.extend(event.sequence for event in done or ())

    writing = asyncio.create_task(write())
    for _ in range(3):
        goal = len(confirmed) + 5
        while len(confirmed) < goal:
            await asyncio.sleep(0)
        await asyncio.to_thread(_crash, server)
    enough.set()
    await writing
    events = await ledger.events(limit=10_000)
    assert holds(await ledger.bundle(), events)
    assert set(confirmed) <= {event.sequence for event in events}


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://u:secret@127.0.0.1:1/db", "connection refused"),
        ("postgresql://u:secret@127.0.0.1:1,127.0.0.1:2/db", "connection refused"),
        ("postgresql://u:secret@nowhere.invalid/db", "does not answer: "),
        ("postgresql://u:secret@/db?host=/nowhere", "no such file or directory"),
    ],
)
async def test_what_is_said_of_a_server_that_is_not_there(tmp_path: Path, url: str, said: str) -> None:
    database = Database(url, tmp_path)
    with pytest.raises(StoreUnavailableError) as caught:
        await database.migrate()
    assert said in str(caught.value).lower()
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
    await database.close()


async def test_a_database_that_does_not_exist(server: Server, tmp_path: Path) -> None:
    database = Database(server.url("nowhere"), tmp_path)
    with pytest.raises(StoreUnavailableError, match='database "nowhere" does not exist'):
        await database.migrate()
    await database.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://u:secret@host/db", "must begin with `postgresql://`"),
        ("sqlite:///secret.db", "must begin with `postgresql://`"),
        ("host=127.0.0.1 password=secret", "must begin with `postgresql://`"),
        ("postgresql://u:secret@[::1/db", "is not an address of PostgreSQL"),
        ("postgresql://u:sec ret@host/db", "is not an address of PostgreSQL"),
        ("postgresql://u:secret@host/db?nonsense=secret", "invalid URI query parameter"),
        ("postgres://u:secret@host/db?connect_timeout=secret", "is not an address of PostgreSQL"),
    ],
)
def test_addresses_that_are_none(tmp_path: Path, url: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Database(url, tmp_path)
    assert said in str(caught.value)
    assert "sec" not in str(caught.value)


async def test_a_database_without_tables(place: Place) -> None:
    database = Database(place.url, place.data_dir)
    with pytest.raises(StoreUnavailableError, match="has not been set up"):
        await Ledger(database).bundle()
    await database.close()


async def test_a_mistake_of_the_program_is_no_outage(database: Database) -> None:
    with pytest.raises(Exception, match="syntax error"):
        await _run(database, "SELEC 1")


async def _run(database: Database, statement: str) -> None:
    async with database.open("read") as connection:
        await connection.execute(text(statement))


def _crash(server: Server) -> None:
    with server.away(signal.SIGQUIT):
        pass
