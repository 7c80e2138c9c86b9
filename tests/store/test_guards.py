"""The database itself refuses to change what never changes, whoever asks."""

import sqlite3

import psycopg
import pytest

from service.store.database import Database
from service.store.ledger import Ledger
from tests.databases import Place, run
from tests.store.changes import draft, publish

pytestmark = pytest.mark.anyio

EVENT = """INSERT INTO events (sequence, at, action, who, rule, why)
VALUES ({}, '2026-03-29 12:00:00', 'retired', '', 'a', '')"""

VERSION = """INSERT INTO versions (name, version, sequence, digest, content, author, at)
VALUES ('a', '1.0.0', 2, '', '', '', '2026-03-29 12:00:00')"""

STATEMENTS = {
    "an event can't be changed": "UPDATE events SET who = 'nobody'",
    "an event can't be removed": "DELETE FROM events WHERE sequence = 1",
    "an event can't be replaced": EVENT.format(1),
    "an event can't leave a gap": EVENT.format(4),
    "a version can't be changed": "UPDATE versions SET content = 'other'",
    "a version can't be removed": "DELETE FROM versions",
    "a version can't be replaced": VERSION,
}


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
async def test_history_stays(place: Place, database: Database, statement: str) -> None:
    ledger = Ledger(database)
    await ledger.apply(publish(draft("a"), draft("a", "1.1.0")))
    before = await ledger.bundle(), await ledger.events()
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.errors.RaiseException)):
        run(place, statement if place.url else statement.replace("INSERT", "INSERT OR REPLACE"))
    assert (await ledger.bundle(), await ledger.events()) == before
    assert await ledger.apply(publish(draft("b"), seen=2)) is not None
