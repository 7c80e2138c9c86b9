"""A store with its tables, on both databases."""

from collections.abc import AsyncIterator

import pytest

from service.store.database import Database
from tests.databases import Place


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are coroutines run in a loop of asyncio, as the service does."""
    return "asyncio"


@pytest.fixture
async def database(place: Place) -> AsyncIterator[Database]:
    """A store that was set up just now."""
    database = Database(place.url, place.data_dir)
    await database.migrate()
    yield database
    await database.close()
