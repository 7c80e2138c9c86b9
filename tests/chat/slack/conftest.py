"""Two replicas that serve Slack, over one store."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from service.chat.pace import Pace
from service.chat.slack.endpoint import Slack
from service.chat.slack.hooks import Hooks as Sender
from service.chat.slack.signing import Signing
from service.chat.talking import Talk
from service.store.conversations import Conversations
from service.usecases.live import LiveRules
from tests.chat.slack.app import SECRET, Hooks, listening
from tests.converse.replicas import Clock, Replica


@pytest.fixture
def hooks() -> Iterator[Hooks]:
    """Where answers are sent to."""
    with listening() as listener:
        yield listener


Serve = Callable[..., Awaitable[Slack]]


@pytest.fixture
async def serve(store: Conversations, shipped: LiveRules, hooks: Hooks) -> AsyncIterator[Serve]:
    """Makes replicas, which end once they have answered."""
    async with AsyncExitStack() as stack:

        async def make(*, per_user: int = 1_000, per_channel: int = 1_000, prompt: float = 30.0) -> Slack:
            talk = Talk(Replica(store, shipped, Clock()).converse, Pace(per_user=per_user, per_channel=per_channel))
            slack = Slack(talk, Signing(SECRET), Sender([hooks.url]), prompt=prompt)
            await stack.enter_async_context(slack.open(None))
            return slack

        yield make
