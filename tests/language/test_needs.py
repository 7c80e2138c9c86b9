"""What an expression needs in any case, and what only one way of it reads."""

from pathlib import Path
from typing import Any

import pytest

from service.language.cel import Environment
from service.language.expression import Expression
from service.language.needs import needed
from tests.language.variables import TYPES
from tests.tables import table

ENVIRONMENT = Environment({**TYPES, "half": "double", "pi": "double"})
BEHIND = {"half": frozenset({"x"}), "pi": frozenset[str]()}


@pytest.mark.parametrize("row", table(Path(__file__).parent / "needs.yaml"))
def test_an_expression_needs(row: dict[str, Any]) -> None:
    found = needed(Expression(row["text"], ENVIRONMENT).tree, BEHIND)
    assert sorted(found) == row["expect"]["needs"]
