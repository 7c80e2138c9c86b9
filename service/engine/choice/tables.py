"""Rows of catalogs as variables of expressions, and the rows that belong to a row."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from service.engine.choice.terms import Term
from service.language.catalogs import Row, Table
from service.language.presence import known
from service.model.selection import First


class Stored(Struct, frozen=True):
    """A row: its key in words, the columns of that, and the variables that it gives to expressions."""

    key: str
    columns: dict[str, Any]
    variables: dict[str, Any]


def stored(name: str, table: Table) -> tuple[Stored, ...]:
    """The rows of a catalog, called `name`."""
    return tuple(_stored(name, table, row) for row in table.rows)


def picked(row: Stored, names: Iterable[str]) -> dict[str, Any]:
    """Those of the variables of a row that have one of these names."""
    return {name: row.variables[name] for name in names if name in row.variables}


def absent(name: str, table: Table) -> dict[str, Any]:
    """The variables where there is no row: nothing of it is known."""
    return dict.fromkeys((known(name), *(known(f"{name}.{column}") for column in table.types)), False)


class JoinPlan:
    """How the row of another catalog is found that belongs to a row."""

    def __init__(
        self, name: str, table: Table, on: Mapping[str, Term], where: Term | None, first: First | None
    ) -> None:
        """Put the rows where they are found by the columns of `on`, those that come first in front."""
        self.name = name
        self.on = tuple(on.values())
        self.where = where
        self.absent = absent(name, table)
        self._rows: dict[tuple[Any, ...], list[Stored]] = {}
        for row in _ordered(table.rows, first):
            if all(column in row.values for column in on):
                found = self._rows.setdefault(tuple(row.values[column] for column in on), [])
                found.append(_stored(name, table, row))

    def candidates(self, values: tuple[Any, ...]) -> Sequence[Stored]:
        """The rows that have these values in the columns of `on`."""
        return self._rows.get(values, ())


def _ordered(rows: Sequence[Row], first: First | None) -> Iterable[Row]:
    if first is None:
        return rows
    sure = [row for row in rows if first.by in row.values]
    unsure = [row for row in rows if first.by not in row.values]
    return [*sorted(sure, key=lambda row: row.values[first.by], reverse=first.order == "descending"), *unsure]


def _stored(name: str, table: Table, row: Row) -> Stored:
    marks = {known(f"{name}.{column}"): column in row.values for column in table.types}
    values = {f"{name}.{column}": value for column, value in row.values.items()}
    columns = {column: row.values[column] for column in table.document.key}
    return Stored(row.key, columns, {known(name): True, **marks, **values})
