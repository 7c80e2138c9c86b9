"""Tables: made once, whoever comes first, and the same as the program believes."""

import asyncio
import subprocess
import sys
from importlib.resources import files
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, Connection
from sqlalchemy.types import TypeEngine

from service.errors import SettingsError
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.tables import metadata
from tests.databases import Place, run
from tests.store.changes import draft, publish

pytestmark = pytest.mark.anyio

PROGRAM = """
import asyncio, sys
from pathlib import Path
from service.store.database import Database

async def main():
    database = Database(sys.argv[1], Path(sys.argv[2]))
    sys.stdin.readline()
    await database.migrate()
    await database.close()

asyncio.run(main())
"""


async def test_the_steps_lead_to_the_tables_that_the_program_knows(database: Database) -> None:
    async with database.open("read") as connection:
        assert await connection.run_sync(_differences) == []


async def test_a_second_start_changes_nothing(database: Database) -> None:
    await Ledger(database).apply(publish(draft("a")))
    before = await Ledger(database).bundle()
    await database.migrate()
    assert await Ledger(database).bundle() == before


async def test_many_that_start_at_once_in_one_process(place: Place) -> None:
    databases = [Database(place.url, place.data_dir) for _ in range(5)]
    await asyncio.gather(*(database.migrate() for database in databases))
    for database in databases:
        assert (await Ledger(database).bundle()).sequence == 0
        await database.close()


def test_two_processes_that_start_at_once(place: Place) -> None:
    command = [sys.executable, "-c", PROGRAM, place.url, str(place.data_dir)]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
        for _ in range(2)
    ]
    for process in started:  # all wait for the line that starts them
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    assert [(process.communicate(timeout=60)[1], process.returncode) for process in started] == [("", 0)] * 2


async def test_tables_of_a_newer_release_are_refused(place: Place, database: Database) -> None:
    statement = "UPDATE alembic_version SET version_num = '9999'"
    run(place, statement)
    with pytest.raises(SettingsError, match="made by a newer release"):
        await database.migrate()


def _differences(connection: Connection) -> list[object]:
    """What Alembic would change to make the tables those of the program, their types in words."""

    def differs(_: object, __: object, column: Column[Any], there: TypeEngine[Any], ___: object) -> bool:
        known = column.type.compile(connection.dialect).replace("VARCHAR", "TEXT")  # one type under two names
        return there.compile(connection.dialect) != known

    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": differs}), metadata))


def test_the_steps_travel_with_the_package() -> None:
    names = {step.name for step in (files("service.store") / "migrations" / "versions").iterdir()}
    assert "step_0001.py" in names
