"""The door to SQLite: one file in the data directory."""

import os
import sqlite3
import time
from asyncio import CancelledError
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from service.errors import SettingsError

FILE = "gpu-rules.db"

PATIENCE = 5.0
"""Seconds that a writer waits for the others."""

_ATTEMPTS = 100
"""How often it is tried within that time where SQLite does not wait by itself."""

_FIRST = (
    "PRAGMA synchronous = FULL",  # what was answered outlives a power cut: no sequence is given twice
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA journal_size_limit = 67108864",
)


def connect(path: Path) -> AsyncEngine:
    """The connections to a file, which must be there (see `create`): a lost file is an error, never an empty store."""
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=_place(path), query={"uri": "true"}),
        pool_size=2,
        max_overflow=2,
        pool_timeout=PATIENCE,
        hide_parameters=True,
        connect_args={"timeout": PATIENCE, "isolation_level": None},  # transactions begin where we say
    )
    _prepare(engine, path)
    return engine


def create(path: Path) -> None:
    """Make the directory and the file, for the eyes of this user only, where they are not there yet.

    The file is set to WAL, so that readers and a writer do not wait for each other.

    Raises:
        SettingsError: the directory can't be made or written.
        sqlite3.Error: the file is no database, or can't be used.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        message = f"the database `{path}` can't be made: {said}; set `GPU_RULES_DATA_DIR`"
        raise SettingsError(message) from error
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or attempt == _ATTEMPTS:
                    raise
                time.sleep(PATIENCE / _ATTEMPTS)  # others are just doing the same
            else:
                return


def _prepare(engine: AsyncEngine, path: Path) -> None:
    """Set up each new connection, and drop those to a file that is not the one at the path any more."""

    @event.listens_for(engine.sync_engine, "do_connect")
    def _(*_: object) -> None:
        # A failure within aiosqlite leaves a thread behind that may look for a loop which is closed by then.
        sqlite3.connect(_place(path), uri=True).close()

    @event.listens_for(engine.sync_engine, "connect")
    def _(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        try:
            cursor = connection.cursor()
            for statement in _FIRST:
                cursor.execute(statement)
            cursor.close()
            entry.info["file"] = _identity(path)
        except BaseException:
            connection.close()  # nobody else will
            raise

    @event.listens_for(engine.sync_engine, "invalidate")
    def _(connection: DBAPIConnection, _: ConnectionPoolEntry, __: BaseException | None) -> None:
        # A statement that was cut off holds the lock of its transaction until Python collects it, and closing the
        # connection does not change that. Who is being cancelled may be cancelled once more; it is closed all the same.
        with suppress(Exception, CancelledError):
            connection.rollback()

    @event.listens_for(engine.sync_engine, "checkout")
    def _(_: DBAPIConnection, entry: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
        if entry.info["file"] != _identity(path):
            message = "the file was replaced"
            raise DisconnectionError(message)


def _place(path: Path) -> str:
    """The file as SQLite is told of it: to be read and written, and never to be made."""
    return f"file:{quote(str(path.absolute()))}?mode=rw"


def _identity(path: Path) -> tuple[int, int]:
    """Which file is at the path.

    Raises:
        sqlite3.OperationalError: none is.
    """
    try:
        found = path.stat()
    except OSError as error:
        message = "unable to open database file"
        raise sqlite3.OperationalError(message) from error
    return found.st_dev, found.st_ino
