"""What is known: how expressions ask for it, and which names they read without asking."""

from pathlib import Path
from typing import Any, Final

import pytest

from service.language.cel import CelCompileError
from service.language.expression import Expression
from service.language.guarding import bare
from service.language.presence import Asking
from tests.tables import table

NAMES: Final = {"row.x": "double", "row.y": "string", "site": "string", "store.price": "double"}
ENVIRONMENT: Final = Asking(NAMES, ["store"])


@pytest.mark.parametrize("row", table(Path(__file__).parent / "presence.yaml"))
def test_an_expression_asks(row: dict[str, Any]) -> None:
    try:
        found = ENVIRONMENT.compile(row["text"]).type
    except CelCompileError as error:
        [fault] = error.faults
        found = f"{fault.column}: {fault.message}"
    assert found == row["expect"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("row.x > 1.0", ["row.x"]),
        ("has(row.x) && row.x > 1.0", []),
        ("row.x > 1.0 && has(row.x)", ["row.x"]),
        ("has(row.x) || row.x > 1.0", ["row.x"]),
        ("!has(row.x) || row.x > 1.0", []),
        ("!has(row.x) && row.x > 1.0", ["row.x"]),
        ("!(has(row.x) && has(site)) || row.x > 1.0 && site == 'a'", []),
        ("!(has(row.x) || has(site)) || row.x > 1.0", ["row.x"]),
        ("(has(row.x) || has(site)) && row.x > 1.0", ["row.x"]),
        ("(has(row.x) && site == 'a' || has(row.x) && row.x > 2.0) && row.x > 1.0", ["site"]),
        ("has(row.x) ? row.x : store.price", ["store.price"]),
        ("!has(row.x) ? 0.0 : row.x", []),
        ("has(row.x) && has(site) ? row.x : row.x", ["row.x"]),
        ("has(store.price) && store.price > 1.0", []),
        ("has(store) && store.price > 1.0", []),
        ("[row.x, 1.0] == [store.price]", ["row.x", "store.price"]),
        ("true ? has(row.x) : site == 'a'", ["site"]),
    ],
)
def test_names_that_are_read_without_asking(text: str, expected: list[str]) -> None:
    tree = Expression(text, ENVIRONMENT).tree
    assert [one.name for one in bare(tree, {"store": frozenset({"store.price"})})] == expected
