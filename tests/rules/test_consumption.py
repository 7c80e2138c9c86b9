"""A second reading of `consumption-option`: Google's flow where it can be followed, and never what is not sold."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from service.model.text import read
from tests.rules.shipped import decide

FACTS: Final = read((Path(__file__).parent / "second_edition.yaml").read_bytes())
SOLD_BY: Final[dict[str, list[str]]] = FACTS.value["sold_by"]
DAY: Final = 86_400.0
DURATIONS: Final = (60.0, 599.0, 600.0, DAY, 7 * DAY, 7 * DAY + 1, 30 * DAY, 90 * DAY, 90 * DAY + 1, 400 * DAY)


def questions(machine_type: str) -> Iterator[dict[str, Any]]:
    """Every kind of job for one machine type."""
    for duration, reserved, tolerant in product(DURATIONS, (False, True), (False, True)):
        yield {
            "machine_type": machine_type,
            "duration": duration,
            "reserved_capacity": reserved,
            "fault_tolerant": tolerant,
        }


def flow(given: dict[str, Any]) -> str:
    """Google's flow, which looks at no machine type."""
    if given["duration"] > 90 * DAY:
        return "reservation"
    if given["reserved_capacity"]:
        return "calendar"
    return "spot" if given["fault_tolerant"] else "flex_start"


def suits(given: dict[str, Any], option: str) -> bool:
    """Whether a job can be run so: long enough, certain enough, and not interrupted if it can't bear it."""
    duration: float = given["duration"]
    tolerant: bool = given["fault_tolerant"]
    reserved: bool = given["reserved_capacity"]
    return {
        "reservation": True,
        "calendar": duration <= 90 * DAY,
        "spot": tolerant and not reserved,
        "flex_start": duration <= 7 * DAY and not reserved,
        "on_demand": not reserved,
    }[option]


def recommended(given: dict[str, Any]) -> tuple[str, list[str]]:
    found = decide("consumption-option", given).outcome
    assert found is not None
    return found.id, found.recommend.get("consumption", [])


@pytest.mark.parametrize("machine_type", SOLD_BY)
def test_what_is_recommended_is_sold_and_suits_the_job(machine_type: str) -> None:
    sold = SOLD_BY[machine_type]
    for given in questions(machine_type):
        name, options = recommended(given)
        if name == "another_machine_type":
            assert not any(suits(given, one) for one in sold), given
        elif name == "flex_start_in_parts":
            assert "flex_start" in sold
            assert not any(suits(given, one) for one in sold), given
        else:
            [option] = options
            assert option in sold, given
            assert suits(given, option), given


@pytest.mark.parametrize("machine_type", SOLD_BY)
def test_the_flow_is_followed_wherever_what_it_ends_at_is_sold(machine_type: str) -> None:
    for given in questions(machine_type):
        end = flow(given)
        long_enough = end != "flex_start" or 600.0 <= given["duration"] <= 7 * DAY
        if end in SOLD_BY[machine_type] and long_enough:
            assert recommended(given)[1] == [end], given


def test_a_job_that_is_too_short_for_flex_start_asks_for_ten_minutes() -> None:
    given = {"duration": "5 min", "reserved_capacity": False, "fault_tolerant": False, "machine_type": "a3-ultragpu-8g"}
    found = decide("consumption-option", given).outcome
    assert found is not None
    assert found.id == "flex_start"
    assert any("Ask for 10 minutes" in one for one in found.caveats)
