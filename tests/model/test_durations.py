"""Lengths of time as people write them: a table, and what holds for any text."""

import re
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.model.durations import PATTERN, SECONDS, seconds
from tests.tables import table

NUMBERS = st.from_regex(r"[0-9]{1,12}(\.[0-9]{1,9})?", fullmatch=True, alphabet="0123456789.")
PARTS = st.lists(
    st.tuples(NUMBERS, st.sampled_from(["", " "]), st.sampled_from(sorted(SECONDS))), min_size=1, max_size=6
)
some = settings(max_examples=settings().max_examples // 4)

ISO = (("W", 604_800), ("D", 86_400), ("H", 3_600), ("M", 60), ("S", 1))


@pytest.mark.parametrize("row", table(Path(__file__).parent / "durations.yaml"))
def test_a_text_is_so_many_seconds(row: dict[str, Any]) -> None:
    assert seconds(row["text"]) == row["expect"].get("seconds")


@some
@given(PARTS, st.sampled_from(["", " "]))
def test_the_parts_of_a_text_add_up(parts: list[tuple[str, str, str]], between: str) -> None:
    found = seconds(between.join("".join(part) for part in parts))
    assert found is not None
    assert isclose(found, sum(float(number) * SECONDS[unit] for number, _, unit in parts), rel_tol=1e-12)


@some
@given(st.dictionaries(st.sampled_from("DHMS"), NUMBERS, min_size=1) | st.fixed_dictionaries({"W": NUMBERS}))
def test_the_parts_of_an_iso_text_add_up(numbers: dict[str, str]) -> None:
    days = "".join(f"{numbers[unit]}{unit}" for unit in "WD" if unit in numbers)
    clock = "".join(f"{numbers[unit]}{unit}" for unit in "HMS" if unit in numbers)
    found = seconds(f"P{days}T{clock}" if clock else f"P{days}")
    assert found is not None
    assert isclose(found, sum(float(numbers.get(unit, 0)) * length for unit, length in ISO), rel_tol=1e-12)


@some
@given(st.from_regex(PATTERN) | st.text() | st.text("0123456789. PTWDHMSmindhrs\n", max_size=12))
def test_the_pattern_for_json_schema_matches_what_is_read(text: str) -> None:
    assert (re.fullmatch(PATTERN, text) is not None) == (seconds(text) is not None)


@pytest.mark.parametrize(
    "text",
    ["9" * 1_000_000, "9 " * 500_000, "1s" * 500_000, "P" + "1D" * 500_000, "1." * 500_000, "9" * 12 + "h" * 1_000_000],
    ids=["digits", "numbers", "parts", "ISO parts", "points", "letters"],
)
def test_a_text_of_a_million_characters_is_refused(text: str) -> None:
    assert seconds(text) is None
