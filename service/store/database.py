"""The door to the database: SQLite in a file, or PostgreSQL. All else in this room is the same for both."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from service.errors import SettingsError, StoreUnavailableError
from service.store import sqlite
from service.store.failures import is_broken, told
from service.store.naming import SERVER

if TYPE_CHECKING:
    from service.store.postgres import Address

Purpose = Literal["read", "watch", "write", "change", "migrate"]

_LIMITS = "SET LOCAL statement_timeout = '8s'; SET LOCAL idle_in_transaction_session_timeout = '10s'"

_ALONE = "SELECT pg_advisory_xact_lock(7235414870391)"  # any number will do; it is ours

_OPENINGS: dict[str, dict[Purpose, str]] = {
    "sqlite": {
        "read": "BEGIN",
        "watch": "PRAGMA query_only",  # asks for something, and begins nothing
        "write": "BEGIN IMMEDIATE",
        "change": "BEGIN IMMEDIATE",
        "migrate": "BEGIN IMMEDIATE",
    },
    "postgresql": {
        "read": f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; {_LIMITS}",
        "watch": f"SET TRANSACTION READ ONLY; {_LIMITS}",
        "write": _LIMITS,
        "change": f"{_LIMITS}; {_ALONE}",
        "migrate": f"SET LOCAL statement_timeout = 0; {_ALONE}",
    },
}
"""How a transaction for a purpose begins.

A `read` sees one moment, a `watch` with each statement the moment of that. A `change` is alone: SQLite has one writer
anyway, PostgreSQL has a lock that ends with the transaction; so the order of sequences is the order of commits. Who
vanishes in the middle of a transaction holds it for seconds only.
"""


class Database:
    """The database of a service; it belongs to one event loop, and opens connections as they are needed."""

    def __init__(self, url: str, data_dir: Path) -> None:
        """Take the PostgreSQL at `url`, or `gpu-rules.db` in the data directory if that is empty.

        Raises:
            SettingsError: `url` is not an address of PostgreSQL.
        """
        self.path = None if url else data_dir / sqlite.FILE
        self.address = _address(url) if url else None
        self._name = f"`{sqlite.FILE}`" if self.path else SERVER
        self._engine = self.address.engine() if self.address else sqlite.connect(data_dir / sqlite.FILE)

    @asynccontextmanager
    async def open(self, purpose: Purpose) -> AsyncGenerator[AsyncConnection]:
        """A transaction; it is committed at the end, or undone if the block fails.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        with told(self._name):
            async with self._engine.begin() as connection:
                await connection.exec_driver_sql(_OPENINGS[self._engine.dialect.name][purpose])
                yield connection

    async def migrate(self) -> None:
        """Bring the tables to their newest form; of several that start at once, one does it and the others wait.

        Raises:
            SettingsError: the database was made by a newer release, is damaged, or can't be made here.
            StoreUnavailableError: the database does not answer.
        """
        # Alembic takes 11 MB and a tenth of a second, and a worker never migrates.
        from service.store import schema  # noqa: PLC0415

        try:
            await self._prepare()
            async with self.open("read") as connection:
                if await connection.run_sync(schema.is_newest):
                    return
            async with self.open("migrate") as connection:
                if self.address:
                    await self.address.be_patient(connection)
                await connection.run_sync(schema.upgrade)
            await self.close()  # who was patient once does not serve requests
        except StoreUnavailableError as error:
            if self.path and is_broken(error.__cause__):
                message = f"`{self.path}` is damaged, or no SQLite database: restore it from a copy, or move it away"
                raise SettingsError(message) from error
            raise

    async def _prepare(self) -> None:
        """Make the file, where there is one."""
        if self.path:
            with told(self._name):
                await asyncio.to_thread(sqlite.create, self.path)

    async def close(self) -> None:
        """Close all connections; new ones are opened as they are needed."""
        await self._engine.dispose()


def _address(url: str) -> "Address":
    """A PostgreSQL; its driver takes 9 MB of each process that loads it.

    Raises:
        SettingsError: `url` is not an address of PostgreSQL.
    """
    from service.store.postgres import Address  # noqa: PLC0415

    return Address(url)
