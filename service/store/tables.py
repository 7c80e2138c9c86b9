"""The tables of the store, as the newest migration leaves them.

What is live is in no table: it is what the events say, so that the two can never differ. The rows of `versions` and
`events` never change; triggers in the database hold that against every hand, our own mistakes included. Tokens,
records and conversations have no such guard: tokens are revoked, records are trimmed, and conversations go on.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeEngine

MOVES = ("activated", "retired")
"""The events that say what is live."""

CHANGES = ("published", *MOVES)
"""The events that are about rules, and not about tokens."""


class Moment(TypeDecorator[datetime]):
    """A time with its zone, always UTC: SQLite has no zones, and PostgreSQL answers in that of the session."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """In UTC; a time without a zone is a mistake in the program."""
        if value is not None and value.tzinfo is None:
            message = f"a time without a zone can't be stored: {value}"
            raise ValueError(message)
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """With its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Text, in the order of its code points on both databases.

    PostgreSQL takes neither NUL nor half a surrogate pair, which JSON and URLs can carry; both become marks.
    """

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """`C` is the order of SQLite; that of a language would put identities in another order than their times."""
        return dialect.type_descriptor(Text(collation="C") if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """What both databases take."""
        return None if value is None else value.encode(errors="replace").decode().replace("\0", "\ufffd")


Number = BigInteger().with_variant(Integer, "sqlite")  # only INTEGER is the key of an SQLite table itself

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("sequence", Number, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("action", Words, nullable=False),
    Column("who", Words, nullable=False),
    Column("rule", Words, nullable=False),
    Column("version", Words),
    Column("digest", Words),
    Column("previous", Words),
    Column("why", Words, nullable=False),
)
Index("events_of_rule", events.c.rule, events.c.sequence)
_moved = text("action IN ('activated', 'retired')")
Index("events_that_move", events.c.rule, events.c.sequence, sqlite_where=_moved, postgresql_where=_moved)

versions = Table(
    "versions",
    metadata,
    Column("name", Words, primary_key=True),
    Column("version", Words, primary_key=True),
    Column("sequence", Number, ForeignKey("events.sequence"), nullable=False, unique=True),
    Column("digest", Words, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("author", Words, nullable=False),
    Column("at", Moment, nullable=False),
)

imported = Table(
    "imported",
    metadata,
    Column("rule", Words, primary_key=True),
    Column("version", Words, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Words, primary_key=True),
    Column("sequence", Number, ForeignKey("events.sequence"), nullable=False, unique=True),
    Column("name", Words, nullable=False),
    Column("hash", Words, nullable=False, unique=True),
    Column("scopes", Words, nullable=False),
    Column("created", Moment, nullable=False),
    Column("expires", Moment),
    Column("revoked", Moment),
)
_unrevoked = text("revoked IS NULL")
Index("tokens_in_use", tokens.c.name, unique=True, sqlite_where=_unrevoked, postgresql_where=_unrevoked)

records = Table(
    "records",
    metadata,
    Column("decision_id", Words, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("rule", Words, nullable=False),
    Column("version", Words, nullable=False),
    Column("digest", Words, nullable=False),
    Column("inputs", Words, nullable=False),
    Column("masked", Words, nullable=False),
    Column("result", Words, nullable=False),
    Column("decision", Words, nullable=False),
)
Index("records_of_rule", records.c.rule, records.c.decision_id)
Index("records_by_age", records.c.at)

conversations = Table(
    "conversations",
    metadata,
    Column("id", Words, primary_key=True),
    Column("turn", Number, nullable=False),
    Column("platform", Words, nullable=False),
    Column("channel", Words, nullable=False),
    Column("person", Words, nullable=False),
    Column("origin", Words, unique=True),
    Column("touched", Moment, nullable=False),
    Column("expires", Moment, nullable=False),
    Column("state", Words, nullable=False),
)
Index("conversations_of_person", conversations.c.platform, conversations.c.person, conversations.c.expires)
Index("conversations_by_age", conversations.c.touched)
Index("conversations_by_end", conversations.c.expires)

turns = Table(
    "conversation_turns",
    metadata,
    Column("conversation", Words, ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Number, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("delivery", Words),
    Column("reply", Words, nullable=False),
    UniqueConstraint("conversation", "delivery"),
)
