"""Keep what is served in step with the store and with the directory of rules: one of these runs beside the workers.

It writes the bundle that the workers follow, so whatever happens to the store or to the directory, they have the last
one that was good. Once begun, it never ends by a failure: it says so, waits, and goes on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from service.errors import (
    BusyError,
    ChangeError,
    DataDamagedError,
    RuleEnteredError,
    RuleError,
    SandboxError,
    ServiceError,
    SettingsError,
    StoreUnavailableError,
)
from service.usecases.importing import ImportRules
from service.usecases.lineage import Lineage
from service.usecases.noticeboard import NoticeBoard
from service.usecases.sources import Limits, Shown, Sources

AGAIN: Final = 1.0
"""Seconds until something that failed is tried again."""
TRIM: Final = 60.0
"""Seconds between two removals of what is old."""

_WRONG: Final = (RuleError, RuleEnteredError, SettingsError)
"""Why nothing is taken from a directory until somebody changes it."""
_HINDERED: Final = (ChangeError, BusyError, SandboxError)
"""Why nothing is taken now, though it may be a little later."""


class Keeper:
    """Follows the store, imports the directory, writes the bundle, removes old records and conversations."""

    def __init__(self, sources: Sources, importing: ImportRules, shown: Shown, limits: Limits) -> None:
        """Take the parts."""
        self._sources = sources
        self._importing = importing
        self._shown = shown
        self._limits = limits
        self._board = NoticeBoard(shown)
        self._migrated = asyncio.Event()
        self._stamp: Hashable = object()  # unlike every stamp: nothing was imported yet
        self._lineage = Lineage(sources.ledger, shown)
        self._written: int | None = None

    async def begin(self) -> None:
        """Make sure that there is a bundle to serve: a new one or, while the store or the directory fail, the last one.

        Raises:
            ServiceError: there is neither; the reason that there is no new one.
        """
        try:
            await self._migrate()
            await self._first()
        except (StoreUnavailableError, SettingsError) as error:
            self._again(error)
            self._board.lost(error)
        except DataDamagedError as error:
            self._again(error)
            _log().error("there is no new bundle; the last one is served", reason=str(error))
        except OSError as error:
            self._again(error)
            _unwritable(error)

    def _again(self, error: ServiceError | OSError) -> None:
        """Begin with what was served last; where there is nothing, or it is damaged, that is an error."""
        if self._shown.exists():
            self._shown.read()
        elif isinstance(error, OSError):
            message = f"`GPU_RULES_DATA_DIR` can't be written: {(error.strerror or str(error)).lower()}"
            raise SettingsError(message) from error
        else:
            raise error

    async def run(self) -> None:
        """Keep on; it ends by being canceled."""
        async with asyncio.TaskGroup() as tasks:
            for work in (self._follow, self._watch, self._trim):
                tasks.create_task(self._endless(work))

    async def _migrate(self) -> None:
        await self._sources.migrate()
        self._migrated.set()
        self._board.reached()

    async def _first(self) -> None:
        """Import the directory, and write the bundle; what was served last is not replaced by nothing."""
        try:
            await self._import()
        except (*_WRONG, *_HINDERED):
            if not self._shown.exists() and not (await self._lineage.bundle()).live:
                raise
        await self._write()

    async def _follow(self) -> None:
        """Write a bundle whenever the store has changed."""
        if not self._migrated.is_set():
            await self._migrate()
        async with aclosing(self._sources.contacts()) as contacts:
            async for contact in contacts:
                if isinstance(contact, StoreUnavailableError):
                    self._board.lost(contact)
                    continue
                if contact != self._written:
                    await self._write()
                self._board.reached()

    async def _watch(self) -> None:
        """Import the directory whenever it has changed."""
        await self._migrated.wait()
        async with aclosing(self._sources.rules.changes(self._limits.poll, self._stamp)) as changes:
            async for _ in changes:
                while not await self._imported():
                    await asyncio.sleep(AGAIN)

    async def _trim(self) -> None:
        await self._migrated.wait()
        while True:
            before = datetime.now(UTC) - timedelta(days=self._limits.record_days)
            await self._sources.records.trim(before=before, keep=self._limits.record_count)
            await self._sources.conversations.trim(now=datetime.now(UTC), keep=self._limits.conversation_count)
            await asyncio.sleep(TRIM)

    async def _imported(self) -> bool:
        """Import the directory; whether that is done with, for better or worse, until it changes again."""
        try:
            await self._import()
        except _WRONG:
            return True
        except (*_HINDERED, StoreUnavailableError):
            return False
        return True

    async def _import(self) -> None:
        """Import the directory; the board tells how it went, and the stamp whether it is done with.

        Raises:
            ServiceError: nothing was taken.
        """
        await self._lineage.bundle()
        stamp = await asyncio.to_thread(self._sources.rules.stamp)
        try:
            files = await asyncio.to_thread(self._sources.rules.read)
            warnings = await self._importing(files)
        except _WRONG as error:
            self._stamp = stamp
            self._board.refused(error)
            raise
        except _HINDERED as error:
            self._board.refused(error)
            raise
        self._stamp = stamp
        self._board.imported(warnings)

    async def _write(self) -> None:
        self._written = (await self._lineage.show()).sequence

    async def _endless(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do it again and again, whatever happens; work that comes to an end is done."""
        while True:
            try:
                return await work()
            except (StoreUnavailableError, SettingsError) as error:
                self._board.lost(error)
            except OSError as error:
                _unwritable(error)
            except Exception as error:
                _log().error("the keeper failed, and goes on", exc_info=error)
            await asyncio.sleep(AGAIN)


def _unwritable(error: OSError) -> None:
    _log().error("the data directory can't be written", reason=str(error))


def _log() -> structlog.stdlib.BoundLogger:
    log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.keeper")
    return log
