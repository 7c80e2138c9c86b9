"""What feeds the workers with rules: the keeper, in a thread of the process that starts them."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

from service.bootstrap.data_dir import occupied
from service.sandbox.runner import Sandbox
from service.settings import Settings
from service.store.bundles import Bundles
from service.store.conversations import Conversations
from service.store.database import Database
from service.store.directory import Directory
from service.store.ledger import Ledger
from service.store.records import Records
from service.store.signals import watch
from service.usecases.gate import Gate
from service.usecases.importing import ImportRules
from service.usecases.keep import Keeper
from service.usecases.sources import Limits, Sources

_PATIENCE: Final = 10
"""Seconds that the keeper has to end."""


def begin(settings: Settings) -> None:
    """One round of a keeper, in a data directory that no service uses.

    Raises:
        ServiceError: there is nothing to serve; the message says why.
    """

    async def once() -> None:
        async with _keeper(settings) as keeper:
            await keeper.begin()

    with occupied(Path(settings.data_dir)):
        asyncio.run(once())


@contextmanager
def kept(settings: Settings) -> Generator[None]:
    """Within this there is a bundle to serve, and a keeper that renews it.

    Raises:
        ServiceError: there is nothing to serve; the message says why.
    """
    thread = _Thread(settings)
    thread.start()
    try:
        thread.begun.result()
        yield
    finally:
        thread.stop()


class _Thread(Thread):
    """The keeper's thread; `begun` is done when there is something to serve, or fails."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(name="keeper", daemon=True)
        self._settings = settings
        self._running: Future[asyncio.Task[None]] = Future()
        self.begun: Future[None] = Future()

    def run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._keep())

    def stop(self) -> None:
        """Let it end, and wait for that."""
        task = self._running.result()
        with suppress(RuntimeError):  # it has ended already
            task.get_loop().call_soon_threadsafe(task.cancel)
        self.join(_PATIENCE)

    async def _keep(self) -> None:
        task = asyncio.current_task()
        if task is not None:  # as within every coroutine
            self._running.set_result(task)
        try:
            async with _keeper(self._settings) as keeper:
                await keeper.begin()
                self.begun.set_result(None)
                await keeper.run()
        except BaseException as error:
            if self.begun.done():
                raise
            self.begun.set_exception(error)


@asynccontextmanager
async def _keeper(settings: Settings) -> AsyncGenerator[Keeper]:
    """A keeper with its store and its sandbox, which belong to this event loop."""
    data_dir = Path(settings.data_dir)
    database = Database(settings.database_url, data_dir)
    ledger = Ledger(database)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        sandbox = await stack.enter_async_context(
            Sandbox(seconds=settings.check_seconds, memory_mb=settings.check_memory_mb, at_once=1)
        )
        sources = Sources(
            migrate=database.migrate,
            contacts=partial(watch, database),
            ledger=ledger,
            records=Records(database),
            conversations=Conversations(database),
            rules=Directory(settings.rules),
        )
        limits = Limits(
            poll=settings.rules_poll,
            record_days=settings.record_days,
            record_count=settings.record_count,
            conversation_count=settings.conversation_count,
        )
        yield Keeper(sources, ImportRules(ledger, Gate(sandbox)), Bundles(data_dir), limits)
