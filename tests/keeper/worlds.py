"""A store that can be away, a directory, and the files that workers would follow: what a keeper stands between."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from service.errors import StoreUnavailableError
from service.model.publication import Bundle, Change, Draft, Event, Move
from service.model.status import KeeperStatus
from service.store.bundles import Bundles
from service.store.conversations import Conversations
from service.store.database import Database
from service.store.directory import Directory
from service.store.ledger import Ledger
from service.store.records import Records
from service.usecases.gate import Gate
from service.usecases.importing import ImportRules
from service.usecases.keep import Keeper
from service.usecases.sources import Limits, Sources
from tests.keeper.documents import tree
from tests.keeper.examiners import Plain

_WORKER = "(_connection_worker_thread)"
"""How the threads of aiosqlite are called. One that a keeper was cut off from still answers to the event loop."""
_PARTING = 2.0
"""Seconds that it may take for that."""
PATIENCE = 30.0
"""Seconds within which what a keeper does must show."""


class Trimmed(Records):
    """Remembers which records were to be removed."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.trimmed: list[tuple[datetime, int]] = []

    async def trim(self, *, before: datetime, keep: int) -> int:
        """Remember."""
        self.trimmed.append((before, keep))
        return 0


class Ailing(Ledger):
    """A ledger whose next looks fail, each in its way."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.away = False
        self.looks = 0
        self.failures: list[Exception] = []

    async def sequence(self) -> int:
        """The number of the last event, as long as it is there."""
        self._suffer()
        return (await super().bundle()).sequence

    async def bundle(self) -> Bundle:
        """As long as it is there."""
        self.looks += 1
        self._suffer()
        if self.failures:
            raise self.failures.pop(0)
        return await super().bundle()

    def _suffer(self) -> None:
        if self.away:
            message = "the database does not answer"
            raise StoreUnavailableError(message)


class World:
    """Everything around a keeper; `failures` are raised by the next examinations."""

    def __init__(self, place: Path) -> None:
        self.rules = place / "rules"
        self.data = place / "data"
        self.data.mkdir(exist_ok=True)
        self.database = Database("", self.data)
        self.ledger = Ailing(self.database)
        self.records = Trimmed(self.database)
        self.examiner = Plain()
        self.bundles = Bundles(self.data)

    def keeper(self) -> Keeper:
        """A keeper that has just been started."""
        sources = Sources(
            migrate=self._migrate,
            contacts=self._contacts,
            ledger=self.ledger,
            records=self.records,
            conversations=Conversations(self.database),
            rules=Directory(self.rules),
        )
        limits = Limits(poll=0.05, record_days=2, record_count=7)
        return Keeper(sources, ImportRules(self.ledger, Gate(self.examiner)), self.bundles, limits)

    @asynccontextmanager
    async def kept(self) -> AsyncGenerator[None]:
        """The time in which a keeper runs."""
        keeper = self.keeper()
        await keeper.begin()
        task = asyncio.create_task(keeper.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def write(self, live: dict[str, str], **versions: int) -> None:
        """Write files of `one`, by their version such as `v1_0_0` and limit, and `live.yaml`."""
        for name, limit in versions.items():
            number = name.removeprefix("v").replace("_", ".")
            self.put(f"one/{number}.yaml", tree("one", number, limit=limit))
        self.put("live.yaml", "\n".join(f"{name}: {version}" for name, version in live.items()).encode())

    def put(self, name: str, content: bytes) -> None:
        """Write one file."""
        path = self.rules / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    async def change(self, *drafts: Draft, moves: Sequence[Move] = ()) -> list[Event] | None:
        """A change by API."""
        return await self.ledger.apply(
            Change(who="ann", seen=await self.ledger.sequence(), drafts=drafts, moves=tuple(moves))
        )

    @property
    def served(self) -> dict[str, str]:
        """What workers would serve."""
        return Bundles(self.data).read().live

    @property
    def status(self) -> KeeperStatus:
        """What workers would show."""
        return self.bundles.status()

    async def _migrate(self) -> None:
        await self.ledger.sequence() if self.ledger.away else await self.database.migrate()

    async def _contacts(self) -> AsyncGenerator[int | StoreUnavailableError]:
        while True:
            try:
                yield await self.ledger.sequence()
            except StoreUnavailableError as error:
                yield error
            await asyncio.sleep(0.01)


@asynccontextmanager
async def world(place: Path) -> AsyncGenerator[World]:
    """A world whose store is closed in the end."""
    one = World(place)
    try:
        yield one
    finally:
        await one.database.close()


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while not condition():
        if asyncio.get_running_loop().time() > end:
            pytest.fail("it did not happen")
        await asyncio.sleep(0.01)


def tell(place: Path, story: Callable[[World], Awaitable[None]]) -> None:
    """Let something happen in a new world."""

    async def run() -> None:
        async with world(place) as one:
            await story(one)
        for thread in [one for one in threading.enumerate() if one.name.endswith(_WORKER)]:
            thread.join(_PARTING)

    asyncio.run(run())


async def started(one: World) -> None:
    """A service has run here before."""
    one.write({"one": "1.0.0"}, v1_0_0=3)
    await one.keeper().begin()
    assert one.served == {"one": "1.0.0"}
