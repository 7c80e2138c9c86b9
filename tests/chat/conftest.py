"""What all platforms are tested over: the shipped rules, and a store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.store.conversations import Conversations
from service.store.database import Database
from service.usecases.live import LiveRules
from tests.converse.replicas import opened, rules
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
async def store(tmp_path: Path) -> AsyncIterator[Conversations]:
    """A store of its own for each test: here, somebody's latest conversation matters."""
    place = Place("", tmp_path)
    database = Database(place.url, place.data_dir)
    await database.migrate()
    await database.close()
    async with opened(place) as conversations:
        yield conversations
