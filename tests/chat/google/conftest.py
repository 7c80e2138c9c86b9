"""Certificates to check tokens by, and two replicas that serve Google Chat over one store."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from service.chat.google.endpoint import GoogleChat
from service.chat.google.tokens import Tokens
from service.chat.pace import Pace
from service.chat.talking import Talk
from service.store.database import Database
from service.usecases.live import LiveRules
from tests.chat.google.authority import ENDPOINT, Google, publishing
from tests.converse.replicas import Clock, Replica, opened, rules
from tests.databases import Place


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are coroutines run in a loop of asyncio, as the service does."""
    return "asyncio"


@pytest.fixture(scope="session")
def keys() -> Iterator[Google]:
    """Keys take long to make."""
    with publishing() as google:
        yield google


@pytest.fixture
def google(keys: Google) -> Google:
    """Google as it is, whatever a test has made of it."""
    keys.status = 200
    keys.fetched.clear()
    return keys


@pytest.fixture(scope="session")
def shipped() -> LiveRules:
    """The shipped rules, compiled once."""
    return rules()


Serve = Callable[..., GoogleChat]


@pytest.fixture
async def serve(tmp_path: Path, shipped: LiveRules, google: Google) -> AsyncIterator[Serve]:
    """Makes replicas over a store of their own."""
    place = Place("", tmp_path)
    database = Database(place.url, place.data_dir)
    await database.migrate()
    await database.close()
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(opened(place))
        replicas: list[GoogleChat] = []

        def make(*, audience: str = ENDPOINT, per_user: int = 1_000, per_channel: int = 1_000) -> GoogleChat:
            talk = Talk(Replica(store, shipped, Clock()).converse, Pace(per_user=per_user, per_channel=per_channel))
            replicas.append(GoogleChat(talk, Tokens(audience, google.url)))
            return replicas[-1]

        yield make
        for replica in replicas:
            async with replica.open(None):
                pass
