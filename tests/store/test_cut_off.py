"""A statement that is cut off in a transaction of SQLite: whoever writes next does not wait for what it held."""

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.database import Database

pytestmark = pytest.mark.anyio

LONG = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000000) SELECT x FROM n WHERE x > 999990"
"""The first row takes long, and others follow: a statement that is cut off then has more to give."""


@pytest.fixture
def uncollected() -> Iterator[None]:
    """The time in which garbage stays: Python closes cursors with it, and what they hold."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
async def test_a_statement_that_is_cut_off_holds_no_lock(tmp_path: Path) -> None:
    database = Database("", tmp_path)
    await database.migrate()
    reached = asyncio.Event()

    async def ask() -> None:
        async with database.open("change") as connection:
            reached.set()
            await connection.exec_driver_sql(LONG)

    asking = asyncio.create_task(ask())
    await reached.wait()
    await asyncio.sleep(0.05)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    async with database.open("change") as connection:
        assert (await connection.exec_driver_sql("SELECT 1")).scalar_one() == 1
    await database.close()
