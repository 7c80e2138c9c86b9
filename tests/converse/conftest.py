"""One store of each kind for all tests of conversations, none of which knows the identities of another's."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from service.store.database import Database
from service.usecases.live import LiveRules
from tests.converse.replicas import Clock, Replica, opened, rules
from tests.databases import Place


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are coroutines run in a loop of asyncio, as the service does."""
    return "asyncio"


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A store with its tables: to make them takes longer than a conversation."""
    url = request.getfixturevalue("running_server").fresh() if request.param == "postgresql" else ""
    place = Place(url, tmp_path_factory.mktemp("conversations"))
    asyncio.run(_migrate(place))
    return place


@pytest.fixture(scope="session")
def shipped() -> LiveRules:
    """The shipped rules, compiled once."""
    return rules()


@pytest.fixture
def clock() -> Clock:
    """A time that moves only when it is told to."""
    return Clock()


@pytest.fixture
async def replicas(shared: Place, shipped: LiveRules, clock: Clock) -> AsyncIterator[list[Replica]]:
    """Two processes over one store."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(opened(shared)) for _ in range(2)]
        yield [Replica(store, shipped, clock) for store in stores]


async def _migrate(place: Place) -> None:
    database = Database(place.url, place.data_dir)
    await database.migrate()
    await database.close()
