"""Decisions that were made, in the database: written in batches, read a page at a time, trimmed by age and number."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Raw, json
from sqlalchemy import Row, func, select
from sqlalchemy.dialects import postgresql, sqlite

from service.model.publication import Record
from service.store.database import Database
from service.store.log import LARGEST
from service.store.pruning import prune
from service.store.tables import records as table

PIECE = 1_000
"""Records that are written at a time, so that no other writer waits long."""

_INSERTS = {
    "sqlite": sqlite.insert(table).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(table).on_conflict_do_nothing(),
}
"""What SQLAlchemy has no common word for."""


class Records:
    """The records in a database; every method may raise StoreUnavailableError."""

    def __init__(self, database: Database) -> None:
        """Keep them in this database."""
        self._database = database

    async def add(self, records: Sequence[Record]) -> None:
        """Keep these; one that is there already stays as it is."""
        rows = [_row(record) for record in sorted(records, key=lambda record: record.decision_id)]
        for start in range(0, len(rows), PIECE):
            async with self._database.open("write") as connection:
                await connection.execute(_INSERTS[connection.dialect.name], rows[start : start + PIECE])

    async def get(self, decision_id: str) -> Record | None:
        """One record."""
        async with self._database.open("read") as connection:
            row = (await connection.execute(select(table).where(table.c.decision_id == decision_id))).first()
            return _record(row) if row else None

    async def page(self, rule: str, *, before: str | None = None, limit: int = 1000) -> list[Record]:
        """Records of decisions by a rule, the newest first: those with an identity below `before`."""
        chosen = select(table).where(table.c.rule == rule).order_by(table.c.decision_id.desc())
        if before is not None:
            chosen = chosen.where(table.c.decision_id < before)
        async with self._database.open("read") as connection:
            return [_record(row) for row in await connection.execute(chosen.limit(min(limit, LARGEST)))]

    async def count(self, rule: str) -> int:
        """How many decisions by a rule are recorded."""
        counted = select(func.count()).select_from(table).where(table.c.rule == rule)
        async with self._database.open("read") as connection:
            return (await connection.execute(counted)).scalar_one()

    async def trim(self, *, before: datetime, keep: int) -> int:
        """Remove the records made before a moment, and all but the newest `keep`; how many went.

        Of very many, a part is left for the next call.
        """
        key = table.c.decision_id
        async with self._database.open("read") as connection:
            last = (await connection.execute(select(key).order_by(key.desc()).offset(keep).limit(1))).scalar()
        removed = await prune(self._database, key, table.c.at < before)
        return removed if last is None else removed + await prune(self._database, key, key <= last)


def _row(record: Record) -> dict[str, Any]:
    """A record as a row; what has a form of its own is text in JSON, which comes back as it was."""
    return {
        "decision_id": record.decision_id,
        "at": record.at,
        "rule": record.rule,
        "version": record.version,
        "digest": record.digest,
        "inputs": json.encode(record.inputs).decode(),
        "masked": json.encode(record.masked).decode(),
        "result": record.result,
        "decision": json.encode(record.decision).decode(),
    }


def _record(row: Row[Any]) -> Record:
    """A row as a record."""
    return Record(
        decision_id=row.decision_id,
        at=row.at,
        rule=row.rule,
        version=row.version,
        digest=row.digest,
        inputs=json.decode(row.inputs, type=dict[str, Any]),
        masked=json.decode(row.masked, type=tuple[str, ...]),
        result=row.result,
        decision=Raw(row.decision.encode()),
    )
