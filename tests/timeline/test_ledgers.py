"""Ledgers that were reckoned by hand."""

from pathlib import Path
from typing import Any

import pytest

from tests.tables import table
from tests.timeline.shorthand import ledger

RATIOS = ("scheduling_goodput", "runtime_goodput")


@pytest.mark.parametrize("row", table(Path(__file__).with_name("ledgers.yaml")))
def test_a_ledger_is_as_reckoned(row: dict[str, Any]) -> None:
    made, expect = ledger(row["events"]), row["expect"]
    assert {name: value for name, value in made.seconds.items() if value} == expect["seconds"]
    costs = [[one.since_checkpoint, one.reschedule, one.resume] for one in made.interruptions]
    assert costs == expect.get("interruptions", [])
    assert made.named == expect.get("named", {})
    assert made.steps == expect.get("steps", made.steps)
    assert {code: count for code, count in made.repair_counts.items() if code != "end-open"} == {}
    for name in RATIOS:
        if name in expect:
            assert getattr(made, name) == pytest.approx(expect[name], abs=1e-6)
