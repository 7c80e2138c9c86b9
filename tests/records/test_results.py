"""Results in words."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from service.usecases.results import Result, words
from tests.tables import table


@pytest.mark.parametrize("row", table(Path(__file__).with_name("results.yaml")))
def test_results_read(row: dict[str, Any]) -> None:
    before, after = convert(row["before"], Result), convert(row["after"], Result)
    assert list(words(before, after)) == row["expect"]
