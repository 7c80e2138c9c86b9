"""Rows of catalogs: whatever stands in one is read, or told; and the schema of a row says the same."""

from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as some
from jsonschema import Draft202012Validator

from service.language.catalogs import Table
from service.model.catalog import CatalogDocument
from service.model.loading import load
from service.model.text import read
from service.usecases.describing.rows import row_schema
from tests.selection.world import sample


def document() -> CatalogDocument:
    """The sample catalog."""
    found = load(sample("machines").encode()).document
    assert isinstance(found, CatalogDocument)
    return found


DOCUMENT: Final = document()
TABLE: Final = Table(DOCUMENT)
VALID: Final = Draft202012Validator(row_schema(DOCUMENT)).is_valid
ROWS: Final[list[dict[str, Any]]] = read(sample("machines").encode()).value["rows"]
NAMES: Final = [*DOCUMENT.columns, "source", "as_of", "retired", "colour"]
PYTHON: Final = {"string": str, "double": float, "bool": bool, "list(string)": list}

WORDS: Final = some.sampled_from(["s-1", "small-chip", "spot", "handbook", "2026-05-13", "soon", "", "x" * 301])
PLAIN: Final = some.one_of(some.none(), some.booleans(), some.sampled_from([0, 1, -1, 16, 17, 0.125, 0.1, 24.0]), WORDS)
RETIRED: Final = some.dictionaries(some.sampled_from(["on", "because", "source", "why"]), WORDS, max_size=3)
CELLS: Final = some.one_of(PLAIN, some.lists(PLAIN, max_size=3), RETIRED)
CHANGES: Final = some.dictionaries(some.sampled_from(NAMES), CELLS, max_size=2)
LEFT_OUT: Final = some.sets(some.sampled_from(NAMES), max_size=1)


@given(some.sampled_from(ROWS), CHANGES, LEFT_OUT)
@settings(max_examples=200)
def test_a_row_is_right_where_its_schema_says_so(row: dict[str, Any], changes: dict[str, Any], out: set[str]) -> None:
    raw = {name: value for name, value in {**row, **changes}.items() if name not in out}
    _, faults = TABLE.read(raw)
    unmarked = {name for name in ("retired", "source", "as_of") if raw.get(name) is None}  # no null is one
    assert (not faults) == VALID({name: value for name, value in raw.items() if name not in unmarked}), faults


@given(some.sampled_from(ROWS), CHANGES)
@settings(max_examples=100)
def test_a_right_row_has_values_of_the_types_that_expressions_see(row: dict[str, Any], changes: dict[str, Any]) -> None:
    read_, faults = TABLE.read({**row, **changes})
    if not faults:
        for name, value in read_.values.items():
            assert isinstance(value, PYTHON[TABLE.types[name]]), name
        assert TABLE.types.keys() - read_.values.keys() <= TABLE.unsure


@given(some.dictionaries(WORDS, CELLS, max_size=3))
@settings(max_examples=100)
def test_anything_can_stand_in_a_row(raw: dict[str, Any]) -> None:
    row, faults = TABLE.read(raw)
    assert faults
    assert isinstance(row.key, str)
