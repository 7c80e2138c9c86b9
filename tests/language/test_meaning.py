"""What expressions mean when everything is known: a table, and a check that it leaves no function out."""

from math import isnan
from pathlib import Path
from typing import Any

import pytest

from service.language.expression import Expression, Failed, Known
from service.language.functions import ALLOWED
from service.language.syntax import Call, walk
from tests.language.variables import ENVIRONMENT, known
from tests.tables import rows, table

MEANING = Path(__file__).parent / "meaning.yaml"


@pytest.mark.parametrize("row", table(MEANING))
def test_an_expression_means(row: dict[str, Any]) -> None:
    judgment = Expression(row["text"], ENVIRONMENT).judge(known())
    match judgment:
        case Known(value=value):
            wanted = row["expect"]["value"]
            assert type(value) is type(wanted)
            assert value == wanted or (isnan(value) and isnan(wanted))
        case Failed(reason=reason):
            assert row["expect"]["failed"] in reason
        case _:
            pytest.fail(f"nothing is missing, yet it is {judgment}")


def test_the_table_leaves_no_function_and_no_operator_out() -> None:
    trees = [Expression(row["text"], ENVIRONMENT).tree for row in rows(MEANING)]
    used = {part.function for tree in trees for part in walk(tree) if isinstance(part, Call)}
    assert used == ALLOWED
