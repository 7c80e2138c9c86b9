"""Rows that are wanted no more, removed in pieces, so that no other writer waits long."""

from typing import Any, Final

from sqlalchemy import Column, ColumnElement, delete, select

from service.store.database import Database

PIECE: Final = 1_000
"""Rows that are removed at a time."""
MOST_PIECES: Final = 1_000
"""Pieces that one call removes: what is left waits for the next call."""


async def prune(database: Database, key: Column[Any], unwanted: ColumnElement[bool]) -> int:
    """Remove the rows of a table, which its key stands for; how many went.

    Raises:
        StoreUnavailableError: the database does not answer.
    """
    removed = 0
    for _ in range(MOST_PIECES):
        async with database.open("write") as connection:
            piece = select(key).where(unwanted).limit(PIECE)
            went = (await connection.execute(delete(key.table).where(key.in_(piece)))).rowcount
        removed += went
        if went < PIECE:
            break
    return removed
