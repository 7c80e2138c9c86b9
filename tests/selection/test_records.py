"""Records of what a selection chose: without what is sensitive, and made again by another version."""

from typing import Any, Final

import pytest
from msgspec import json

from service.model.publication import Record
from service.usecases.replay import replay
from tests.records.memory import recorded
from tests.selection.world import ENGINE, Selection, files, sample

GIVEN: Final[dict[str, Any]] = {"chips": ["large-chip"], "memory_each": 73.4215, "machine_count": 734215 // 1000}


def changed(*changes: tuple[str, str]) -> Selection:
    """The sample with other words."""
    text = sample("choose-machine")
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return Selection(files(choose_machine=text))


def sensitive(*names: str) -> Selection:
    """The sample with inputs marked as sensitive."""
    return changed(*((f"  {name}: {{type: ", f"  {name}: {{sensitive: true, type: ") for name in names))


def record(selection: Selection, given: dict[str, Any]) -> Record:
    return recorded(selection.program, given)


def chosen(one: Record) -> dict[str, Any]:
    found: dict[str, Any] = json.decode(one.decision)["selection"]
    return found


def test_a_record_holds_what_was_chosen() -> None:
    one = record(sensitive(), GIVEN)
    assert (one.masked, one.result) == ((), "candidates")
    assert chosen(one)["candidates"][0]["fields"]["machines"] == 734


def test_what_is_made_of_something_sensitive_is_in_no_record() -> None:
    one = record(sensitive("machine_count", "memory_each"), {**GIVEN, "memory_each": 734.215})
    assert one.masked == ("memory_each", "machine_count")
    assert one.result == "no-candidate"
    assert b"734" not in json.encode(one)
    assert [reason["because"] for row in chosen(one)["rejected"] for reason in row["because"]] == ["", ""]
    assert chosen(one)["relax"] == []


def test_fields_and_reasons_that_show_something_sensitive_are_left_out() -> None:
    one = record(sensitive("machine_count"), GIVEN)
    assert b"734" not in json.encode(one)
    candidate = chosen(one)["candidates"][0]
    assert candidate["key"] == "l-4"
    assert candidate["fields"] == {
        "machine": "l-4",
        "chip": "large-chip",
        "chips_per_machine": 4.0,
        "machines": None,
        "price_per_hour": None,
        "price_as_of": "2026-08-20",
    }
    assert candidate["because"] == candidate["caveats"] == []


def test_caveats_that_come_of_something_sensitive_are_left_out() -> None:
    one = record(sensitive("sold"), {"chips": ["large-chip"], "sold": "spot"})
    assert [caveat["id"] for caveat in json.decode(one.decision)["caveats"]] == ["quota"]


@pytest.mark.parametrize(
    ("change", "status", "after"),
    [
        (("because: it does not reckon in bf16", "because: no bf16"), "same", "l-4, l-8"),
        (("{by: row.chips,", "{by: row.chips, order: descending,"), "changed", "l-8, l-4"),
        (("row.memory_each >= memory_each", "row.memory_each >= memory_each * 2.0"), "changed", "no candidate"),
        (("match: row.chip in chips", 'match: row.chip in chips && region != "north"'), "changed", "no candidate"),
        (("{type: text, default: north}", "{type: text}"), "same", "l-4, l-8"),
        (("row.chip in chips", "row.chip in machines"), "changed", "inputs-missing"),
        (("  quota: {text: Quota is not known.}\n", ""), "changed", "l-4, l-8"),
    ],
)
def test_recorded_questions_are_put_to_another_version(change: tuple[str, str], status: str, after: str) -> None:
    given = {"chips": ["large-chip"], "memory_each": 60}
    before = record(sensitive(), given)
    [again] = replay(changed(change).program, ENGINE, [before])
    assert (again.status, again.before.partition(", caveat")[0], again.after) == (status, "l-4, l-8", after)


def test_what_is_masked_is_not_put_to_another_version() -> None:
    [again] = replay(sensitive().program, ENGINE, [record(sensitive("memory_each"), GIVEN)])
    assert again.status == "skipped"
