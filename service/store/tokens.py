"""Bearer tokens in the database, by the hash of their secret."""

from datetime import datetime
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from service.errors import ChangeError
from service.model.publication import Action, Event, Token
from service.store.database import Database
from service.store.log import append, last_sequence
from service.store.tables import tokens


class Tokens:
    """The tokens in a database; every method may raise StoreUnavailableError."""

    def __init__(self, database: Database) -> None:
        """Keep them in this database."""
        self._database = database

    async def add(self, token: Token, who: str) -> None:
        """Keep a new token, with an event.

        Raises:
            ChangeError: a token of this name is there, and was not revoked.
        """
        async with self._database.open("change") as connection:
            there = select(tokens.c.id).where(tokens.c.name == token.name, tokens.c.revoked.is_(None))
            if (await connection.execute(there)).first():
                message = f"a token is named `{token.name}` already: revoke it, or choose another name"
                raise ChangeError(message)
            sequence = await _log(connection, "token-created", token.name, who, token.created)
            values = asdict(token) | {"scopes": " ".join(token.scopes), "sequence": sequence}
            await connection.execute(insert(tokens).values(values))

    async def revoke(self, name: str, now: datetime, who: str) -> bool:
        """Revoke the token of a name, with an event; whether there was one to revoke."""
        async with self._database.open("change") as connection:
            in_use = update(tokens).where(tokens.c.name == name, tokens.c.revoked.is_(None))
            if not (await connection.execute(in_use.values(revoked=now))).rowcount:
                return False
            await _log(connection, "token-revoked", name, who, now)
            return True

    async def all(self) -> list[Token]:
        """All tokens that were ever made, the newest first."""
        async with self._database.open("read") as connection:
            return await read_tokens(connection)


async def read_tokens(connection: AsyncConnection) -> list[Token]:
    """All tokens, the newest first."""
    rows = await connection.execute(select(tokens).order_by(tokens.c.sequence.desc()))
    return [_token(row) for row in rows]


def _token(row: Row[Any]) -> Token:
    """A row as a token."""
    return Token(
        id=row.id,
        name=row.name,
        hash=row.hash,
        scopes=tuple(row.scopes.split()),
        created=row.created,
        expires=row.expires,
        revoked=row.revoked,
    )


async def _log(connection: AsyncConnection, action: Action, name: str, who: str, at: datetime) -> int:
    """Write what happened to a token; the number of the event."""
    sequence = await last_sequence(connection) + 1
    await append(connection, [Event(sequence=sequence, at=at, action=action, who=who, rule=name)])
    return sequence
