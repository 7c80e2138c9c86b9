"""Compiles checked catalogs and selections into programs."""

from collections.abc import Mapping
from functools import partial

from service.engine.choice.plan import plan
from service.engine.guards import guards
from service.engine.program import CatalogProgram, Common, FormulaProgram, SelectionProgram, inputs_read, trace_reads
from service.language.catalogs import Table
from service.language.presence import known
from service.language.reading import Reader
from service.language.typed import Typed
from service.model.loading import Loaded
from service.model.selection import SelectionDocument


def build_catalog(loaded: Loaded, table: Table) -> CatalogProgram:
    """A catalog that has passed every check; it is asked nothing."""
    common = Common(
        id=loaded.identify(table.document),
        inputs={},
        lists={},
        reader=Reader({}),
        guards=(),
        derived={},
        constants={},
        reads={},
    )
    return CatalogProgram(common, table.document, table)


def build_selection(
    typed: Typed,
    document: SelectionDocument,
    catalogs: Mapping[str, CatalogProgram],
    estimates: Mapping[str, FormulaProgram],
) -> SelectionProgram:
    """A selection that has passed every check.

    `catalogs` are those that it reads, by the names of their rows; `estimates` its formulas, by their inputs.
    """
    inputs, derived = document.asked, {name: typed.expressions["derived", name] for name in document.derived}
    constants = {name: constant.value for name, constant in document.constants.items()}
    reads = trace_reads(derived, {**constants, **dict.fromkeys(map(known, (*constants, *inputs, *derived)), 0.0)})
    common = Common(
        id=typed.loaded.identify(document),
        inputs=inputs,
        lists={},
        reader=Reader(inputs),
        guards=tuple(guards(document, typed.expressions, partial(inputs_read, inputs, reads))),
        derived=derived,
        constants=constants,
        reads=reads,
    )
    made = plan(typed, document, {name: one.table for name, one in catalogs.items()})
    read = tuple(dict.fromkeys(one.common.id for one in catalogs.values()))
    return SelectionProgram(common, document, made, read, estimates)
