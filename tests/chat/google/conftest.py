"""Certificates to check tokens by, and two replicas that serve Google Chat over one store."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from service.chat.google.endpoint import GoogleChat
from service.chat.google.tokens import Tokens
from service.chat.pace import Pace
from service.chat.talking import Talk
from service.store.conversations import Conversations
from service.usecases.live import LiveRules
from tests.chat.google.authority import ENDPOINT, Google, publishing
from tests.converse.replicas import Clock, Replica


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


Serve = Callable[..., Awaitable[GoogleChat]]


@pytest.fixture
async def serve(store: Conversations, shipped: LiveRules, google: Google) -> AsyncIterator[Serve]:
    """Makes replicas, which end with the test."""
    async with AsyncExitStack() as stack:

        async def make(*, audience: str = ENDPOINT, per_user: int = 1_000, per_channel: int = 1_000) -> GoogleChat:
            talk = Talk(Replica(store, shipped, Clock()).converse, Pace(per_user=per_user, per_channel=per_channel))
            chat = GoogleChat(talk, Tokens(audience, google.url))
            await stack.enter_async_context(chat.open(None))
            return chat

        yield make
