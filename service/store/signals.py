"""Tells soon after the store has changed, and when it can't be reached."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from service.errors import StoreUnavailableError
from service.store.database import Database
from service.store.failures import told
from service.store.log import LAST, last_sequence
from service.store.naming import SERVER

if TYPE_CHECKING:
    from service.store.postgres import Address

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two attempts to reach a store that is away: at first, and in the end."""

_LOOKS = 10
"""Looks at a file before it is made sure that it is still the one at its place."""


async def watch(
    database: Database, *, every: float = 0.1, beat: float = 2.0
) -> AsyncGenerator[int | StoreUnavailableError]:
    """The sequence of the last event: at once, soon after it changes, and each `beat` seconds as a sign of contact.

    An attempt to reach the store that fails is an error that is yielded, not raised; the attempts go on for ever.
    SQLite is looked at every `every` seconds, PostgreSQL tells. Close it when done (`contextlib.aclosing`).
    """
    clock = asyncio.get_running_loop().time
    pause = FIRST_PAUSE
    while True:
        last, due = -1, 0.0
        try:
            async with aclosing(_sequences(database, every, beat)) as sequences:
                async for sequence in sequences:
                    pause = FIRST_PAUSE
                    if sequence != last or clock() >= due:
                        last, due = sequence, clock() + beat
                        yield sequence
        except StoreUnavailableError as error:
            yield error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _sequences(database: Database, every: float, beat: float) -> AsyncGenerator[int]:
    """The sequence again and again, until the contact is lost."""
    return _heard(database.address, beat) if database.address else _looked(database, every)


async def _looked(database: Database, every: float) -> AsyncGenerator[int]:
    """Look, wait, and look again; over one connection for a while, as that costs a quarter."""
    while True:
        async with database.open("watch") as connection:
            for _ in range(_LOOKS):
                yield await last_sequence(connection)
                await asyncio.sleep(every)


async def _heard(address: "Address", beat: float) -> AsyncGenerator[int]:
    """Look when told, and each `beat` seconds for what was not heard."""
    with told(SERVER):
        async with aclosing(address.wakes(beat)) as wakes:
            async for connection in wakes:
                found = await (await connection.execute(_LAST)).fetchone()
                yield found[0] if found else 0


_LAST = str(LAST).encode()
