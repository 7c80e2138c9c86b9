"""What changes between two versions of a catalog: rows by their keys, cell by cell, and how columns are declared."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from service.language.catalogs import Row, Table
from service.model.catalog import CatalogDocument
from service.model.difference import ChangedCell, ChangedRow


def changed_rows(old: CatalogDocument, new: CatalogDocument) -> list[ChangedRow]:
    """Rows that were removed, changed or added: those of the old version in its order, then the new ones in theirs.

    With another key every row is another one.
    """
    before, after = _by_key(old), _by_key(new)
    same = old.key == new.key
    found: list[ChangedRow] = []
    for key, row in before.items():
        if not same or key not in after:
            found.append(ChangedRow(change="removed", key=key))
        elif cells := [*_cells(row.values, after[key].values)]:
            found.append(ChangedRow(change="changed", key=key, cells=cells))
    return found + [ChangedRow(change="added", key=key) for key in after if not same or key not in before]


def changed_columns(old: CatalogDocument, new: CatalogDocument) -> list[str]:
    """The columns that are declared otherwise, or by one version alone."""
    names = dict.fromkeys([*old.columns, *new.columns])
    return [name for name in names if _bare(old, name) != _bare(new, name)]


def _by_key(document: CatalogDocument) -> dict[str, Row]:
    return {row.key: row for row in Table(document).rows}


def _cells(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[ChangedCell]:
    for name in dict.fromkeys([*before, *after]):
        if before.get(name) != after.get(name):
            yield ChangedCell(column=name, before=before.get(name), after=after.get(name))


def _bare(document: CatalogDocument, name: str) -> object:
    """A column without its words."""
    column = document.columns.get(name)
    return structs.replace(column, title=None, help=None) if column else None
