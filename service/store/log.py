"""The audit log in the database: append only, numbered without a gap."""

from collections.abc import Sequence
from typing import Any

from msgspec import convert
from msgspec.structs import asdict
from sqlalchemy import Row, func, insert, literal_column, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from service.model.publication import Event
from service.store.naming import CHANNEL
from service.store.tables import CHANGES, MOVES, events

LARGEST = 2**63 - 1
"""The largest number that a column holds; nothing is numbered higher."""


async def last_sequence(connection: AsyncConnection) -> int:
    """The number of the last event; 0 if there is none."""
    last: int = (await connection.execute(LAST)).scalar_one()
    return last


async def has_changed(connection: AsyncConnection, seen: int) -> bool:
    """Whether an event about rules came after `seen`; tokens do not count."""
    later = select(events.c.sequence).where(events.c.sequence > min(seen, LARGEST), events.c.action.in_(CHANGES))
    return (await connection.execute(later.limit(1))).first() is not None


async def read_live(connection: AsyncConnection) -> dict[str, str]:
    """The live version of each rule that has one: what the last event that moved it says."""
    return {row.rule: row.version for row in await connection.execute(_LIVE)}


async def read_activations(connection: AsyncConnection) -> list[Event]:
    """The last event that made each version live, of those that ever were, the oldest first."""
    return [event_of(row) for row in await connection.execute(_ACTIVATIONS)]


async def append(connection: AsyncConnection, happened: Sequence[Event]) -> None:
    """Add events, which go on with the numbers, and tell those who listen as soon as the transaction is committed."""
    if not happened:
        return
    await connection.execute(insert(events), [asdict(event) for event in happened])
    if connection.dialect.name == "postgresql":
        await connection.execute(_NOTIFY, {"channel": CHANNEL, "sequence": str(happened[-1].sequence)})


def event_of(row: Row[Any]) -> Event:
    """One line of the log."""
    return convert(row._mapping, Event)


LAST = select(func.coalesce(func.max(events.c.sequence), literal_column("0")))
"""Asks for the number of the last event."""

_moves = select(func.max(events.c.sequence)).where(events.c.action.in_(MOVES)).group_by(events.c.rule)
_LIVE = select(events.c.rule, events.c.version).where(events.c.sequence.in_(_moves), events.c.version.is_not(None))

_last = select(func.max(events.c.sequence)).where(events.c.action == "activated")
_ACTIVATIONS = (
    select(events)
    .where(events.c.sequence.in_(_last.group_by(events.c.rule, events.c.version)))
    .order_by(events.c.sequence)
)

_NOTIFY = text("SELECT pg_notify(:channel, :sequence)")
