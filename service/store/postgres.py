"""The door to PostgreSQL, for which a server that does not answer is a normal day."""

import asyncio
import os
import re
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection, conninfo
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy.ext.asyncio import AsyncConnection as Engaged
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from service.errors import SettingsError
from service.store.naming import CHANNEL

SCHEMES = ("postgresql://", "postgres://")

SILENCE = 2.0
"""Seconds in which a server must answer when it has nothing to do: at a connection, and when a transaction begins."""

PATIENCE = 10.0
"""Seconds that a statement may take; a server that is well gives up two seconds earlier by itself."""

LONG_PATIENCE = 3600.0
"""The same for a step of a migration, which may go through a large table."""

_Result = TypeVar("_Result")

_DEFAULTS: Mapping[str, str | int] = {
    "application_name": "gpu-rules",
    "connect_timeout": int(SILENCE),
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": int(SILENCE * 1000),
}
"""What an address that does not say otherwise gets: a host that has vanished is noticed in seconds, not in hours."""


class Connection(AsyncConnection[Any]):
    """A connection that gives up on a server which has stopped to answer.

    TCP notices only hosts that vanish; a server that is frozen still has its connections.
    """

    silence = SILENCE
    patience = PATIENCE

    async def wait(self, gen: PQGen[_Result], *args: Any, **options: Any) -> _Result:
        """Wait as long as it is reasonable, then cut the connection, which makes the wait fail."""
        idle = self.pgconn.transaction_status == TransactionStatus.IDLE
        limit = self.silence if idle else self.patience
        cut = asyncio.get_running_loop().call_later(limit, _cut, self.pgconn.socket)
        try:
            return await super().wait(gen, *args, **options)
        except psycopg.OperationalError as error:
            if cut.when() > asyncio.get_running_loop().time():
                raise
            message = f"no answer within {limit:g} s"
            raise psycopg.OperationalError(message) from error
        finally:
            cut.cancel()


class Address:
    """Where a database is, as libpq reads it: several hosts, files of passwords and all."""

    def __init__(self, url: str) -> None:
        """Read it.

        Raises:
            SettingsError: it is not an address of PostgreSQL. The message does not repeat it, for the password in it.
        """
        if not url.startswith(SCHEMES):
            message = "`GPU_RULES_DATABASE_URL` must begin with `postgresql://`; leave it empty for an SQLite file"
            raise SettingsError(message)
        if url.partition("://")[2].partition("/")[0].count("@") > 1:  # libpq takes a part of the password for the host
            message = "`GPU_RULES_DATABASE_URL` has more than one `@` before its path: write one in a password as `%40`"
            raise SettingsError(message)
        try:
            self._options: dict[str, Any] = {**_DEFAULTS, **conninfo.conninfo_to_dict(url)}
            seconds = max(float(self._options["connect_timeout"]), SILENCE) + 0.5
        except (psycopg.Error, ValueError) as error:
            said = re.split("[\"']", str(error))[0].strip(" :\n")
            message = f"`GPU_RULES_DATABASE_URL` is not an address of PostgreSQL: {said}"
            raise SettingsError(message) from None  # the cause repeats the address
        self._limit = seconds * (1 + str(self._options.get("host", "")).count(","))

    async def connect(self, *, autocommit: bool = False) -> Connection:
        """A new connection, within the time that all its hosts may take."""
        async with asyncio.timeout(self._limit):
            # Prepared statements are lost behind a pooler that lends a connection for one transaction only.
            return await Connection.connect(**self._options, autocommit=autocommit, prepare_threshold=None)

    async def wakes(self, beat: float) -> AsyncGenerator[Connection]:
        """A connection that listens: given at once, whenever it has heard something, and each `beat` seconds."""
        connection = await self.connect(autocommit=True)
        try:
            connection.silence += beat
            await connection.execute(f"LISTEN {CHANNEL}".encode())
            while True:
                yield connection
                async for _ in connection.notifies(timeout=beat, stop_after=1):
                    pass
        finally:
            await connection.close()

    def engine(self) -> AsyncEngine:
        """A pool of such connections, which looks at each before it is used."""
        return create_async_engine(
            "postgresql+psycopg://",
            async_creator=self.connect,
            pool_size=2,
            max_overflow=2,
            pool_timeout=SILENCE,
            pool_pre_ping=True,
            hide_parameters=True,
        )

    @staticmethod
    async def be_patient(connection: Engaged) -> None:
        """Let the statements of a connection take as long as a migration may."""
        driver = (await connection.get_raw_connection()).driver_connection
        if isinstance(driver, Connection):
            driver.patience = LONG_PATIENCE


def _cut(descriptor: int) -> None:
    """End both directions of a connection; who waits for it is told."""
    with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as end:  # it may have ended already
        end.shutdown(socket.SHUT_RDWR)
