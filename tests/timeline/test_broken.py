"""Timelines with something wrong: repaired where that is certain, and told; else refused, with what to do."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from service.errors import TimelineRejectedError
from tests.tables import rows
from tests.timeline.shorthand import ledger

ROWS = rows(Path(__file__).with_name("broken.yaml"))
REPAIRED = [pytest.param(row, id=row["name"]) for row in ROWS if "repairs" in row["expect"]]
REFUSED = [pytest.param(row, id=row["name"]) for row in ROWS if "refused" in row["expect"]]


@pytest.mark.parametrize("row", REPAIRED)
def test_what_is_certain_is_put_right_and_told(row: dict[str, Any]) -> None:
    made, expect = ledger(row["events"]), row["expect"]
    told = defaultdict(list)
    for one in made.repairs:
        told[one.code].append(one.event)
    assert dict(told) == expect["repairs"]
    assert made.repair_counts == {code: len(events) for code, events in expect["repairs"].items()}
    assert {name: value for name, value in made.seconds.items() if value} == expect["seconds"]
    assert made.steps == expect.get("steps", made.steps)
    assert made.named == expect.get("named", made.named)
    costs = [[one.since_checkpoint, one.reschedule, one.resume] for one in made.interruptions]
    assert costs == expect.get("interruptions", costs)


@pytest.mark.parametrize("row", REFUSED)
def test_what_is_not_certain_is_refused_where_it_stands(row: dict[str, Any]) -> None:
    with pytest.raises(TimelineRejectedError) as caught:
        ledger(row["events"])
    first, expect = caught.value.issues[0], row["expect"]
    assert first.code == expect["refused"]
    if "event" in expect:
        assert first.path == f"line {expect['event']}"
        assert first.message.startswith(f"line {expect['event']}: ")
