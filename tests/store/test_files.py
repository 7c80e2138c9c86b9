"""An SQLite file that is lost, damaged, locked or full: an error that says so, and then it goes on."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from service.errors import SettingsError, StoreUnavailableError
from service.store import sqlite
from service.store.database import Database
from service.store.ledger import Ledger
from tests.databases import Place
from tests.store.changes import draft, publish

pytestmark = pytest.mark.anyio

GARBAGE = b"no database at all, but long enough to be taken for one" * 40
HEAD = b"SQLite format 3\0" * 99


@pytest.fixture
async def file(sqlite_place: Place) -> Path:
    """The file of a store with one event."""
    database = Database("", sqlite_place.data_dir)
    await database.migrate()
    await Ledger(database).apply(publish(draft("a")))
    await database.close()
    return sqlite_place.data_dir / "gpu-rules.db"


async def test_a_file_is_for_this_user_alone(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


async def test_a_file_that_was_not_made(sqlite_place: Place) -> None:
    database = Database(sqlite_place.url, sqlite_place.data_dir)
    with pytest.raises(StoreUnavailableError, match="unable to open database file"):
        await Ledger(database).bundle()
    assert not sqlite_place.data_dir.exists()
    await database.close()


async def test_a_file_that_is_lost_is_not_made_anew(file: Path) -> None:
    database = Database("", file.parent)
    ledger = Ledger(database)
    before = await ledger.bundle()
    away = file.rename(file.with_suffix(".away"))
    for _ in range(2):
        with pytest.raises(StoreUnavailableError, match=r"`gpu-rules\.db` does not answer: unable to open"):
            await ledger.bundle()
    assert not file.exists()
    shutil.copy(away, file)
    assert await ledger.bundle() == before
    await database.close()


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be taken for one" * 40, b"SQLite format 3\0" * 99]
)
async def test_a_file_that_is_damaged(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    database = Database("", file.parent)
    with pytest.raises(SettingsError, match=r"gpu-rules\.db` is damaged"):
        await database.migrate()
    with pytest.raises(StoreUnavailableError, match=r"not a database|malformed"):
        await Ledger(database).bundle()
    await database.close()


async def test_a_directory_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    database = Database("", tmp_path / "file" / "data")
    with pytest.raises(SettingsError, match="not a directory; set `GPU_RULES_DATA_DIR`"):
        await database.migrate()
    await database.close()


async def test_a_file_that_another_program_has_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.1)
    holder, database = Database("", file.parent), Database("", file.parent)
    async with holder.open("change"):
        with pytest.raises(StoreUnavailableError, match="database is locked"):
            await Ledger(database).apply(publish(draft("b"), seen=1))
        assert (await Ledger(database).bundle()).sequence == 1  # who reads does not wait
    assert await Ledger(database).apply(publish(draft("b"), seen=1))
    await holder.close()
    await database.close()


@pytest.mark.parametrize(
    ("pragma", "said"),
    [("max_page_count = 1", "database or disk is full"), ("query_only = 1", "attempt to write a readonly database")],
)
async def test_a_disk_that_takes_nothing_more(file: Path, pragma: str, said: str) -> None:
    database = Database("", file.parent)
    with pytest.raises(StoreUnavailableError, match=said):
        await _fill(database, pragma)
    await database.close()


async def _fill(database: Database, pragma: str) -> None:
    async with database.open("change") as connection:
        await connection.execute(text(f"PRAGMA {pragma}"))
        await connection.execute(text("INSERT INTO imported VALUES ('a', hex(zeroblob(1000000)))"))
