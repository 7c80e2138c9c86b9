"""A selection whose expressions have been compiled: over inputs, rows of catalogs, and values of rows."""

from collections.abc import Iterator, Mapping
from typing import Final

from service.language.catalogs import Table
from service.language.compiling import BOOLEAN, SCALAR, Compiling, Wanted, further_down
from service.language.presence import Asking
from service.language.typed import Typed, typed
from service.language.variables import cel_type, variables
from service.model.loading import Loaded
from service.model.selection import Field, Join, Relax, Remark, SelectionDocument
from service.model.text import Path

ROW: Final = "row"
"""How expressions call a row of the catalog that is selected from."""

DEFINING: Final = ("outcome", "inputs", "constants", "derived", "joins", "values")
"""The sections that define names."""

_ANY: Final = SCALAR | {f"list({kind})" for kind in SCALAR}
_ROWS_COME: Final = "is a column of a row, and rows are seen from `match` on only"
_JOINS_COME: Final = "is a column of a joined row, which is seen from `values` on, and by the joins after it"

Tables = Mapping[str, Table | None]
"""The catalogs by the name that expressions have for their rows; nothing for one that can't be read."""


def type_selection(loaded: Loaded, document: SelectionDocument, tables: Tables) -> Typed:
    """Compile every expression of the document; what is wrong is in `diagnostics`, never raised."""
    asked = {name: one for name, one in document.asked.items() if name != ROW}  # which is reported elsewhere
    declared = {**variables(asked), **dict.fromkeys(document.constants, "double")}
    compiling = Compiling(loaded, declared, DEFINING, lambda types: Asking(types, document.joins))
    compiling.later = _later(document, tables)
    compiling.frame = "[(!(true && true) || (\n{}\n))]"
    compiling.define({("derived", name): text for name, text in document.derived.items()}, SCALAR)
    for wanted in conditions(document):
        compiling.compile(wanted)
    _see(compiling, ROW, tables)
    if document.match is not None:
        compiling.compile(Wanted(("match",), document.match, BOOLEAN))
    for name, join in document.joins.items():
        _join(compiling, name, join, tables)
    compiling.define({("values", name): text for name, text in document.values.items()}, SCALAR)
    for wanted in of_rows(document):
        compiling.compile(wanted)
    return typed(loaded, compiling)


def conditions(document: SelectionDocument) -> Iterator[Wanted]:
    """The conditions that see every derived value, and no row."""
    for index, requirement in enumerate(document.requires):
        yield Wanted(("requires", index, "check"), requirement.check, BOOLEAN)
    for index, problem in enumerate(document.problems):
        yield Wanted(("problems", index, "when"), problem.when, BOOLEAN)
    for name, caveat in document.caveats.items():
        if caveat.when is not None:
            yield Wanted(("caveats", name, "when"), caveat.when, BOOLEAN)


def of_rows(document: SelectionDocument) -> Iterator[Wanted]:
    """The expressions that see everything, values of rows included."""
    asked = document.asked
    for index, check in enumerate(document.keep):
        yield Wanted(("keep", index, "check"), check.check, BOOLEAN)
        if isinstance(check.relax, Relax) and check.relax.to is not None and check.relax.input in asked:
            kind = cel_type(asked[check.relax.input])
            yield Wanted(("keep", index, "relax", "to"), check.relax.to, frozenset({kind}))
    for index, key in enumerate(document.rank):
        yield Wanted(("rank", index, "by"), key.by, SCALAR)
    for name, field in document.candidate.fields.items():
        yield Wanted(field_path(name, field), field.value if isinstance(field, Field) else field, _ANY)
    for path, remark in remarks(document):
        if isinstance(remark, Remark) and remark.when is not None:
            yield Wanted((*path, "when"), remark.when, BOOLEAN)


def field_path(name: str, field: str | Field) -> Path:
    """Where the expression of a field stands."""
    path: Path = ("candidate", "fields", name)
    return (*path, "value") if isinstance(field, Field) else path


def remarks(document: SelectionDocument) -> Iterator[tuple[Path, str | Remark]]:
    """What may be said of a candidate."""
    for part, found in (("because", document.candidate.because), ("caveats", document.candidate.caveats)):
        for index, remark in enumerate(found):
            yield ("candidate", part, index), remark


def column_types(name: str, table: Table) -> dict[str, str]:
    """The types of the columns of a row, as expressions spell them."""
    return {f"{name}.{column}": kind for column, kind in table.types.items()}


def _later(document: SelectionDocument, tables: Tables) -> dict[str, str]:
    found = further_down((*document.derived, *document.values))
    for name, table in tables.items():
        found |= dict.fromkeys(column_types(name, table) if table else (), _ROWS_COME if name == ROW else _JOINS_COME)
    return found


def _see(compiling: Compiling, name: str, tables: Tables) -> None:
    """From here on expressions see the rows of a catalog."""
    table = tables.get(name)
    if table is None:
        compiling.doubt(name)
    else:
        compiling.add(column_types(name, table))


def _join(compiling: Compiling, name: str, join: Join, tables: Tables) -> None:
    table = tables.get(name)
    for column, text in join.on.items():
        kind = table.types.get(column) if table else None
        compiling.compile(Wanted(("joins", name, "on", column), text, frozenset({kind}) if kind else _ANY))
    _see(compiling, name, tables)
    if join.where is not None:
        compiling.compile(Wanted(("joins", name, "where"), join.where, BOOLEAN))
