"""A catalog as it is written: columns that can't be right, a key that tells no row, rows that are not as declared."""

from collections.abc import Iterator, Set

from service.analysis.declarations import column_findings, unknown
from service.errors import Diagnostic
from service.language.catalogs import Fault, Table
from service.language.cells import as_input, cell_reader
from service.language.values import RefusedError
from service.model.catalog import MARKS, AnyColumn, CatalogDocument
from service.model.inputs import AnyInput, TextInput
from service.model.loading import Loaded
from service.model.names import RESERVED
from service.model.text import Path


def catalog(loaded: Loaded, document: CatalogDocument) -> Iterator[Diagnostic]:
    """Every finding about the columns, the key, the sources and the rows of a catalog."""
    yield from _sources(loaded, document)
    faulty: set[str] = set()
    for name, column in document.columns.items():
        found = [*_column(loaded, ("columns", name), name, column)]
        faulty |= {name} if found else set()
        yield from found
    yield from _key(loaded, document)
    yield from _rows(loaded, document, faulty)


def _sources(loaded: Loaded, document: CatalogDocument) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for index, one in enumerate(document.sources):
        if one.id in seen:
            yield loaded.at(("sources", index, "id"), "duplicate-name", f"another source is called `{one.id}` already")
        if one.id is not None:
            seen.add(one.id)


def _column(loaded: Loaded, path: Path, name: str, column: AnyColumn) -> Iterator[Diagnostic]:
    if name in MARKS:
        yield loaded.at(path, "reserved-name", f"`{name}` is what rows have beside their columns: choose another name")
    elif name in RESERVED:
        yield loaded.at(path, "reserved-name", f"`{name}` is a word of the language or of the API: choose another name")
    one = as_input(column)
    found = [] if isinstance(one, TextInput) else [*column_findings(loaded, path, one)]
    yield from found
    fault = _default(column) if column.default is not None and not found else None
    if fault:
        yield loaded.at((*path, "default"), "bad-default", fault)


def _default(column: AnyColumn) -> str | None:
    if column.many:
        return "a column with `many` has no default: write `[]` in the row"
    if column.optional:
        return "a row without a value is unknown or has the default: take out `optional` or `default`"
    try:
        cell_reader(column)(column.default)
    except RefusedError as refused:
        return f"the default {refused}"
    return None


def _key(loaded: Loaded, document: CatalogDocument) -> Iterator[Diagnostic]:
    for index, name in enumerate(document.key):
        column = document.columns.get(name)
        if column is None and not loaded.declares("columns", name):
            yield loaded.at(("key", index), "unknown-name", unknown(name, document.columns, "column"))
        elif column is not None and (column.optional or column.many):
            why = "is a list" if column.many else "may be unknown"
            yield loaded.at(("key", index), "bad-key", f"`{name}` {why}: rows are told apart by single known values")


def _rows(loaded: Loaded, document: CatalogDocument, faulty: Set[str]) -> Iterator[Diagnostic]:
    """What is wrong with each row; what follows from one of the `faulty` columns or cells is not told again."""
    table, first = Table(document), dict[str, int]()
    keyed = loaded.declares("key") and not any(path[:1] == ("key",) for path in loaded.pruned)
    for index, raw in enumerate(document.rows):
        row, faults = table.read(raw)
        pruned = any(path[:2] == loaded.written(("rows", index)) for path in loaded.pruned)
        for fault in faults:
            if not _follows(loaded, fault, faulty) and not (pruned and fault.code == "missing-key"):
                yield loaded.at(("rows", index, *fault.path), fault.code, fault.message)
        if keyed and not faults and first.setdefault(row.key, index) != index:
            line = loaded.text.place(loaded.written(("rows", first[row.key]))).line
            yield loaded.at(("rows", index), "duplicate-key", f"the row on line {line} has the key `{row.key}` already")


def _follows(loaded: Loaded, fault: Fault, faulty: Set[str]) -> bool:
    """Whether a fault of a cell comes of its column, which is faulty or was taken out."""
    column = str(fault.path[0]) if fault.path else ""
    return column in faulty or (fault.code == "unknown-key" and loaded.declares("columns", column))


def as_inputs(name: str, table: Table) -> dict[str, AnyInput]:
    """The columns of a row as inputs that take the same, as expressions spell them."""
    return {f"{name}.{column}": as_input(one) for column, one in table.document.columns.items()}
