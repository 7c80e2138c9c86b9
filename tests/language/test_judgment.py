"""What expressions mean when inputs are missing: a value all the same, what is asked for, or no value at all."""

from pathlib import Path
from typing import Any

import pytest

from service.language.cel import Environment
from service.language.expression import Expression, Failed, Known, Scope, Unknown
from tests.language.variables import TYPES, VALUES
from tests.tables import table

ENVIRONMENT = Environment({**TYPES, "half": "double", "broken": "double"})


def scope(given: list[str]) -> Scope:
    partial = Scope({name: VALUES[name] for name in given})
    partial.define("half", Expression("x / 2.0", ENVIRONMENT).judge(partial))
    partial.define("broken", Failed("zero is no divisor"))
    return partial


@pytest.mark.parametrize("row", table(Path(__file__).parent / "judgment.yaml"))
def test_an_expression_is_judged(row: dict[str, Any]) -> None:
    judgment = Expression(row["text"], ENVIRONMENT).judge(scope(row["given"]))
    match judgment:
        case Known(value=value):
            found: dict[str, Any] = {"value": value}
        case Unknown(reads=reads):
            found = {"asks": list(reads)}
        case Failed(reason=reason):
            found = {"failed": reason}
    assert found == row["expect"]
