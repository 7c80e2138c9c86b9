"""The first tables: events, versions, what was imported, tokens, records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them, with the guards of what never changes."""
    make_events()
    make_versions()
    make_tokens()
    make_records()
    for statement in GUARDS[op.get_bind().dialect.name]:
        op.execute(statement)


def words(name: str, *, key: bool = False, optional: bool = False) -> sa.Column[str]:
    """A column of text, in the order of its code points."""
    kind = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    return sa.Column(name, kind, primary_key=key, nullable=optional)


def moment(name: str, *, optional: bool = False) -> "sa.Column[object]":
    """A column of times in UTC."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=optional)


def number() -> "sa.types.TypeEngine[int]":
    """The type of a sequence; only INTEGER is the key of an SQLite table itself."""
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")


def told_by() -> "sa.Column[int]":
    """The event that a row came with."""
    return sa.Column("sequence", number(), sa.ForeignKey("events.sequence"), nullable=False, unique=True)


def make_events() -> None:
    """The audit log."""
    op.create_table(
        "events",
        sa.Column("sequence", number(), primary_key=True, autoincrement=False),
        moment("at"),
        words("action"),
        words("who"),
        words("rule"),
        words("version", optional=True),
        words("digest", optional=True),
        words("previous", optional=True),
        words("why"),
    )
    moved = sa.text("action IN ('activated', 'retired')")
    op.create_index("events_of_rule", "events", ["rule", "sequence"])
    op.create_index("events_that_move", "events", ["rule", "sequence"], sqlite_where=moved, postgresql_where=moved)


def make_versions() -> None:
    """Documents, and what `live.yaml` of the directory said."""
    op.create_table(
        "versions",
        words("name", key=True),
        words("version", key=True),
        told_by(),
        words("digest"),
        sa.Column("content", sa.LargeBinary, nullable=False),
        words("author"),
        moment("at"),
    )
    op.create_table("imported", words("rule", key=True), words("version"))


def make_tokens() -> None:
    """Tokens, of which no two in use have one name."""
    op.create_table(
        "tokens",
        words("id", key=True),
        told_by(),
        words("name"),
        words("hash"),
        words("scopes"),
        moment("created"),
        moment("expires", optional=True),
        moment("revoked", optional=True),
        sa.UniqueConstraint("hash"),
    )
    unrevoked = sa.text("revoked IS NULL")
    op.create_index(
        "tokens_in_use", "tokens", ["name"], unique=True, sqlite_where=unrevoked, postgresql_where=unrevoked
    )


def make_records() -> None:
    """Decisions that were made."""
    op.create_table(
        "records",
        words("decision_id", key=True),
        moment("at"),
        words("rule"),
        words("version"),
        words("digest"),
        words("inputs"),
        words("masked"),
        words("result"),
        words("decision"),
    )
    op.create_index("records_of_rule", "records", ["rule", "decision_id"])
    op.create_index("records_by_age", "records", ["at"])


SQLITE = [
    "CREATE TRIGGER events_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END",
    "CREATE TRIGGER events_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END",
    "CREATE TRIGGER versions_update BEFORE UPDATE ON versions BEGIN SELECT RAISE(ABORT, 'versions never change'); END",
    "CREATE TRIGGER versions_delete BEFORE DELETE ON versions BEGIN SELECT RAISE(ABORT, 'versions never change'); END",
    """CREATE TRIGGER events_insert BEFORE INSERT ON events
    WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM events)
    BEGIN SELECT RAISE(ABORT, 'events have no gaps'); END""",
    # `INSERT OR REPLACE` removes a row without asking the guard of DELETE.
    """CREATE TRIGGER versions_insert BEFORE INSERT ON versions
    WHEN EXISTS (SELECT 1 FROM versions WHERE name = NEW.name AND version = NEW.version)
    BEGIN SELECT RAISE(ABORT, 'versions never change'); END""",
]

POSTGRESQL = [
    """CREATE FUNCTION gpu_rules_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || ' never change';
    END $$""",
    """CREATE FUNCTION gpu_rules_count() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM events) THEN
        RAISE EXCEPTION USING MESSAGE = 'events have no gaps';
    END IF;
    RETURN NEW;
    END $$""",
    """CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION gpu_rules_refuse()""",
    """CREATE TRIGGER versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON versions
    FOR EACH STATEMENT EXECUTE FUNCTION gpu_rules_refuse()""",
    """CREATE TRIGGER events_count BEFORE INSERT ON events
    FOR EACH ROW EXECUTE FUNCTION gpu_rules_count()""",
]

GUARDS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
