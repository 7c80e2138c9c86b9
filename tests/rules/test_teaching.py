"""Figures that can't be right are answered with what is probably wrong about them."""

from pathlib import Path
from typing import Any

import pytest

from service.errors import InputsRejectedError, ProblemMetError
from tests.rules.shipped import decide
from tests.tables import table


@pytest.mark.parametrize("row", table(Path(__file__).parent / "teaching.yaml"))
def test_a_message_teaches(row: dict[str, Any]) -> None:
    expect = row["expect"]
    with pytest.raises((InputsRejectedError, ProblemMetError)) as refused:
        decide(row["rule"], row["given"])
    (issue,) = refused.value.issues
    assert issue.path == f"$.inputs.{expect['path']}"
    assert [words for words in expect["words"] if str(words) not in issue.message] == []
    assert expect.get("lacks", "{") not in issue.message
