"""Conversations in the database: each is a row that moves from turn to turn, and a row for each of its last turns.

The number of the turn is what replicas agree by: whoever comes from a turn that is not the last one changes nothing.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import json
from sqlalchemy import ColumnElement, Row, Select, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from service.model.conversation import Binding, Conversation, Kept, Reply, Turn
from service.store.database import Database
from service.store.pruning import prune
from service.store.tables import conversations as table
from service.store.tables import turns

TURNS: Final = 50
"""Turns of a conversation that are kept, for those who listen and for deliveries that come again."""

_ORIGIN: Final = [table.c.origin]
_INSERTS: Final = {
    "sqlite": sqlite.insert(table).on_conflict_do_nothing(index_elements=_ORIGIN).returning(table.c.id),
    "postgresql": postgresql.insert(table).on_conflict_do_nothing(index_elements=_ORIGIN).returning(table.c.id),
}
"""What SQLAlchemy has no common word for."""


class Conversations:
    """The conversations in a database; every method may raise StoreUnavailableError."""

    def __init__(self, database: Database) -> None:
        """Keep them in this database."""
        self._database = database

    async def begin(self, conversation: Conversation, turn: Turn, origin: str | None = None) -> bool:
        """Keep a new one with its first turn; not, if another one has the same origin."""
        binding = conversation.binding
        whose = {"platform": binding.platform, "channel": binding.channel, "person": binding.user, "origin": origin}
        row = {"id": conversation.id, **whose, **_state(conversation)}
        expired = delete(table).where(table.c.origin == origin, table.c.expires <= conversation.touched)
        async with self._database.open("write") as connection:
            if origin:
                await connection.execute(expired)
            if (await connection.execute(_INSERTS[connection.dialect.name].values(row))).first() is None:
                return False
            await _add(connection, conversation.id, turn)
            return True

    async def began(self, origin: str, now: datetime) -> Turn | None:
        """The first turn of the conversation that has an origin, if it is there."""
        first = select(turns).join(table).where(table.c.origin == origin, table.c.expires > now, turns.c.number == 1)
        async with self._database.open("read") as connection:
            row = (await connection.execute(first)).first()
            return _turn(row) if row else None

    async def find(self, identity: str, now: datetime, delivery: str | None = None) -> Kept | None:
        """One conversation, and the turn in which a delivery was answered."""
        async with self._database.open("read") as connection:
            row = (await connection.execute(_there(identity, now))).first()
            if row is None:
                return None
            conversation = json.decode(row.state, type=Conversation)
            if delivery is None:
                return Kept(conversation=conversation)
            same = select(turns).where(turns.c.conversation == identity, turns.c.delivery == delivery)
            before = (await connection.execute(same)).first()
            return Kept(conversation=conversation, answered=_turn(before) if before else None)

    async def advance(self, conversation: Conversation, turn: Turn) -> bool:
        """Keep the next turn, whole or not at all; not, if another one was kept since the conversation was found."""
        moved = update(table).where(table.c.id == conversation.id, table.c.turn == conversation.turn - 1)
        async with self._database.open("write") as connection:
            if not (await connection.execute(moved.values(_state(conversation)))).rowcount:
                return False
            await _add(connection, conversation.id, turn)
            old = turns.c.number <= turn.number - TURNS
            await connection.execute(delete(turns).where(turns.c.conversation == conversation.id, old))
            return True

    async def turns(self, identity: str, now: datetime, after: int) -> list[Turn] | None:
        """The turns that follow a number, as far as they are kept; nothing, if there is no such conversation."""
        later = select(turns).where(turns.c.conversation == identity, turns.c.number > after)
        async with self._database.open("read") as connection:
            row = (await connection.execute(_there(identity, now))).first()
            if row is None:
                return None
            if row.turn <= after:
                return []
            return [_turn(one) for one in await connection.execute(later.order_by(turns.c.number))]

    async def open(self, binding: Binding, now: datetime) -> list[datetime]:
        """When each conversation of somebody on a platform expires, in whichever channel; the first one first."""
        own = select(table.c.expires).where(*_of(binding), table.c.expires > now).order_by(table.c.expires)
        async with self._database.open("read") as connection:
            return [row.expires for row in await connection.execute(own)]

    async def latest(self, binding: Binding, now: datetime) -> str | None:
        """The conversation of a binding that was spoken to last."""
        own = select(table.c.id).where(*_of(binding), table.c.channel == binding.channel, table.c.expires > now)
        async with self._database.open("read") as connection:
            found: str | None = (await connection.execute(own.order_by(table.c.touched.desc()).limit(1))).scalar()
            return found

    async def end(self, identity: str) -> bool:
        """Remove one; whether it was there."""
        async with self._database.open("write") as connection:
            return bool((await connection.execute(delete(table).where(table.c.id == identity))).rowcount)

    async def trim(self, *, now: datetime, keep: int) -> int:
        """Remove those that have expired, and all but the `keep` that were spoken to last; how many went.

        Of very many, a part is left for the next call.
        """
        removed = await prune(self._database, table.c.id, table.c.expires <= now)
        newest = select(table.c.touched).order_by(table.c.touched.desc())
        async with self._database.open("read") as connection:
            last = (await connection.execute(newest.offset(keep).limit(1))).scalar()
        return removed if last is None else removed + await prune(self._database, table.c.id, table.c.touched <= last)


def _there(identity: str, now: datetime) -> Select[Any]:
    return select(table.c.state, table.c.turn).where(table.c.id == identity, table.c.expires > now)


def _of(binding: Binding) -> Sequence[ColumnElement[bool]]:
    return table.c.platform == binding.platform, table.c.person == binding.user


def _state(conversation: Conversation) -> dict[str, Any]:
    """The columns that change with each turn."""
    return {
        "turn": conversation.turn,
        "touched": conversation.touched,
        "expires": conversation.expires,
        "state": json.encode(conversation).decode(),
    }


async def _add(connection: AsyncConnection, identity: str, turn: Turn) -> None:
    reply = json.encode(turn.reply).decode()
    row = {"number": turn.number, "at": turn.at, "delivery": turn.delivery, "reply": reply}
    await connection.execute(insert(turns).values(conversation=identity, **row))


def _turn(row: Row[Any]) -> Turn:
    reply = json.decode(row.reply, type=Reply)
    return Turn(conversation=row.conversation, number=row.number, at=row.at, delivery=row.delivery, reply=reply)
