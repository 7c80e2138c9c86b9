"""Two replicas that serve Slack, over one store."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from service.chat.pace import Pace
from service.chat.slack.endpoint import Slack
from service.chat.slack.hooks import Hooks as Sender
from service.chat.slack.signing import Signing
from service.chat.talking import Talk
from service.store.database import Database
from service.usecases.live import LiveRules
from tests.chat.slack.app import SECRET, Hooks, listening
from tests.converse.replicas import Clock, Replica, opened, rules
from tests.databases import Place


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are coroutines run in a loop of asyncio, as the service does."""
    return "asyncio"


@pytest.fixture(scope="session")
def shipped() -> LiveRules:
    """The shipped rules, compiled once."""
    return rules()


@pytest.fixture
async def shared(tmp_path: Path) -> Place:
    """A store of its own for each test: here, somebody's latest conversation matters."""
    place = Place("", tmp_path)
    database = Database(place.url, place.data_dir)
    await database.migrate()
    await database.close()
    return place


@pytest.fixture
def hooks() -> Iterator[Hooks]:
    """Where answers are sent to."""
    with listening() as listener:
        yield listener


Serve = Callable[..., Slack]


@pytest.fixture
async def serve(shared: Place, shipped: LiveRules, hooks: Hooks) -> AsyncIterator[Serve]:
    """Makes replicas, which end once they have answered."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(opened(shared))
        replicas: list[Slack] = []

        def make(*, per_user: int = 1_000, per_channel: int = 1_000, prompt: float = 30.0) -> Slack:
            converse = Replica(store, shipped, Clock()).converse
            talk = Talk(converse, Pace(per_user=per_user, per_channel=per_channel))
            replicas.append(Slack(talk, Signing(SECRET), Sender([hooks.url]), prompt=prompt))
            return replicas[-1]

        yield make
        for replica in replicas:
            async with replica.open(None):
                pass
