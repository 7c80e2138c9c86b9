"""Versions, what is live, and the audit log: the events are the truth, and what is live follows from them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from msgspec import convert
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from service.model.publication import Bundle, Change, Draft, Event, Published
from service.store.consequences import Standing, consequences
from service.store.database import Database
from service.store.log import LARGEST, append, event_of, has_changed, last_sequence, read_activations, read_live
from service.store.tables import events, imported, versions
from service.store.tokens import read_tokens


class Ledger:
    """The versions and the events in a database; every method may raise StoreUnavailableError."""

    def __init__(self, database: Database, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Keep them in this database; `now` is the clock."""
        self._database = database
        self._now = now

    async def bundle(self) -> Bundle:
        """Everything at one moment; the versions in the order in which they were published."""
        async with self._database.open("read") as connection:
            rows = await connection.execute(select(versions).order_by(versions.c.sequence))
            return Bundle(
                versions=tuple(convert(row._mapping, Published) for row in rows),
                live=await read_live(connection),
                tokens=tuple(token for token in await read_tokens(connection) if token.revoked is None),
                activations=tuple(await read_activations(connection)),
                sequence=await last_sequence(connection),
            )

    async def apply(self, change: Change) -> list[Event] | None:
        """Make a change, whole or not at all; nothing if versions or what is live have changed since `change.seen`.

        Nothing also if `change.seen` is still to come: it was checked against another database. Drafts that are there
        with the same digest, and moves to what is live already, leave no event.

        Raises:
            VersionTakenError: a draft has the number of a version with another content.
            VersionNotFoundError: a move leads to a version that is neither there nor among the drafts.
            RuleNotFoundError: the same, and the rule has no version at all.
        """
        async with self._database.open("change") as connection:
            standing = await _standing(connection)
            if change.seen > standing.sequence or await has_changed(connection, change.seen):
                return None
            happened = consequences(change, standing, self._now())
            await append(connection, happened)
            await _keep(connection, change.drafts, happened)
            if change.imported is not None:
                await _remember(connection, change.imported)
            return happened

    async def imported(self) -> dict[str, str]:
        """What `live.yaml` of the directory said when it was last imported."""
        async with self._database.open("read") as connection:
            return {row.rule: row.version for row in await connection.execute(select(imported))}

    async def events(self, *, before: int | None = None, limit: int = 100, rule: str | None = None) -> list[Event]:
        """The audit log, the newest first: events with a sequence below `before`, of one rule or of all."""
        chosen = select(events).order_by(events.c.sequence.desc()).limit(min(limit, LARGEST))
        if before is not None:
            chosen = chosen.where(events.c.sequence < min(before, LARGEST))
        if rule is not None:
            chosen = chosen.where(events.c.rule == rule)
        async with self._database.open("read") as connection:
            return [event_of(row) for row in await connection.execute(chosen)]


async def _standing(connection: AsyncConnection) -> Standing:
    """How the store stands within this transaction."""
    rows = await connection.execute(select(versions.c.name, versions.c.version, versions.c.digest))
    return Standing(
        sequence=await last_sequence(connection),
        digests={(row.name, row.version): row.digest for row in rows},
        live=await read_live(connection),
    )


async def _keep(connection: AsyncConnection, drafts: Sequence[Draft], happened: Sequence[Event]) -> None:
    """Write the versions that were published by these events."""
    contents = {(draft.name, draft.version): draft.content for draft in drafts}
    published = [
        {
            "name": event.rule,
            "version": event.version,
            "sequence": event.sequence,
            "digest": event.digest,
            "content": contents[event.rule, event.version],
            "author": event.who,
            "at": event.at,
        }
        for event in happened
        if event.action == "published" and event.version
    ]
    if published:
        await connection.execute(insert(versions), published)


async def _remember(connection: AsyncConnection, said: dict[str, str]) -> None:
    """Replace what `live.yaml` said."""
    await connection.execute(delete(imported))
    if said:
        await connection.execute(insert(imported), [{"rule": rule, "version": said[rule]} for rule in said])
