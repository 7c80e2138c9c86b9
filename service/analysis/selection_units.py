"""Units of catalogs and of selections: that each is one, and that what is compared or carried fits.

A selection counts machines, accelerators and the like all the time; what is counted has no unit there, but money.
"""

from collections.abc import Iterator
from typing import Final

from service.analysis.fitting import measured
from service.analysis.meaning import SelectionMeaning
from service.analysis.measuring import FREE, Measured
from service.analysis.quantities import Unit, same
from service.analysis.units import Declared
from service.errors import Diagnostic
from service.language.catalogs import Table
from service.language.cells import as_input
from service.language.choosing import conditions, field_path, of_rows
from service.language.counted import MONEY
from service.model.catalog import CatalogDocument
from service.model.loading import Loaded
from service.model.selection import Field
from service.model.text import Path

_MONEY: Final = frozenset(MONEY.split())


def catalog_units(loaded: Loaded, document: CatalogDocument) -> Iterator[Diagnostic]:
    """Every unit of a catalog that does not exist."""
    declared = Declared(loaded)
    for name, column in document.columns.items():
        declared.number(("columns", name), name, column.unit)
    yield from declared.diagnostics


def selection_units(meaning: SelectionMeaning) -> Iterator[Diagnostic]:
    """Every unit of a selection that does not exist, and every place where units do not fit."""
    typed, document = meaning.typed, meaning.document
    declared = Declared(typed.loaded)
    for section, inputs in (("outcome", document.outcome), ("inputs", document.inputs)):
        for name, one in inputs.items():
            declared.column((section, name), name, one)
    for name, constant in document.constants.items():
        declared.number(("constants", name), name, constant.unit)
    fields = Declared(typed.loaded)
    for name, field in document.candidate.fields.items():
        if isinstance(field, Field) and field.unit is not None:
            fields.number(("candidate", "fields", name), name, field.unit)
    yield from (*declared.diagnostics, *fields.diagnostics)
    known = {name: _plain(one) for name, one in declared.units.items()}
    for name, table in meaning.tables.items():
        known |= _columns(typed.loaded, name, table) if table else {}
    yield from _fitting(meaning, known, {name: _plain(one) for name, one in fields.units.items()})


def _fitting(
    meaning: SelectionMeaning, known: dict[str, Measured], fields: dict[str, Measured]
) -> Iterator[Diagnostic]:
    """In the order of evaluation; a named value has the unit that comes out."""
    typed, document = meaning.typed, meaning.document
    for name in document.derived:
        known[name] = yield from measured(typed, ("derived", name), known)
    for path in (*(one.path for one in conditions(document)), ("match",)):
        yield from measured(typed, path, known)
    for name, join in document.joins.items():
        for column in join.on:
            found = yield from measured(typed, ("joins", name, "on", column), known)
            yield from _same(meaning, ("joins", name, "on", column), found, known.get(f"{name}.{column}", FREE))
        yield from measured(typed, ("joins", name, "where"), known)
    for name in document.values:
        known[name] = yield from measured(typed, ("values", name), known)
    wanted: dict[Path, Measured] = {}
    for index, check in enumerate(document.keep):
        wanted["keep", index, "relax", "to"] = known.get(check.relaxed or "", FREE)
    wanted |= {field_path(name, document.candidate.fields[name]): one for name, one in fields.items()}
    for one in of_rows(document):
        found = yield from measured(typed, one.path, known)
        yield from _same(meaning, one.path, found, wanted.get(one.path, FREE))


def _same(meaning: SelectionMeaning, path: Path, found: Measured, wanted: Measured) -> Iterator[Diagnostic]:
    if found.unit is not None and wanted.unit is not None and not found.bare and not same(found.unit, wanted.unit):
        message = f"`{wanted.unit}` is needed here, and the expression gives `{found.unit}`"
        yield meaning.typed.loaded.at(path, "unit-mismatch", message)


def _columns(loaded: Loaded, name: str, table: Table) -> dict[str, Measured]:
    """The units of the columns of a row; what is wrong with them is told of the catalog."""
    declared = Declared(loaded)
    for column, one in table.document.columns.items():
        declared.column(("from",), f"{name}.{column}", as_input(one))
    return {column: _plain(one) for column, one in declared.units.items()}


def _plain(one: Measured) -> Measured:
    """Without what is counted."""
    if one.unit is None:
        return one
    kept = {name: (atom, power) for name, (atom, power) in one.unit.powers.items() if not atom.counts or name in _MONEY}
    return Measured(Unit(kept))
