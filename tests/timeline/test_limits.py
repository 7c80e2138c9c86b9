"""Long timelines: what is kept of them is bounded, and still adds up."""

from math import fsum

from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.costs import LISTED as MOST_INTERRUPTIONS
from service.timeline.course import MAX_STRETCHES, SLOTS
from service.timeline.reading import read_lines
from service.timeline.repairs import LISTED as MOST_REPAIRS
from tests.timeline.shorthand import ledger, lines


def test_a_step_is_kept_in_24_bytes() -> None:
    columns = read_lines(lines(f"{number} step {number}" for number in range(10_000)))
    kept = sum(one.itemsize * len(one) for one in (columns.times, columns.numbers, columns.events))
    assert kept == 24 * 10_000
    assert columns.marks == []


def test_a_course_with_many_changes_is_cut_into_slots() -> None:
    count = MAX_STRETCHES
    made = ledger(["0 initialized", *(f"{10 * n}-{10 * n + 3} badput" for n in range(count)), f"{10 * count} released"])
    assert len(made.course) == SLOTS
    assert made.course[0].seconds == {"productive": 14.0, "other": 6.0}
    for category, seconds in made.seconds.items():
        assert fsum(one.seconds.get(category, 0.0) for one in made.course) == seconds


def test_a_course_with_few_changes_is_told_change_by_change() -> None:
    count = MAX_STRETCHES // 2 - 1
    made = ledger(["0 initialized", *(f"{10 * n}-{10 * n + 3} badput" for n in range(count)), f"{10 * count} released"])
    assert len(made.course) == 2 * count
    assert {len(one.seconds) for one in made.course} == {1}


def test_all_repairs_are_counted_and_the_first_are_told() -> None:
    count = MOST_REPAIRS + 500
    made = ledger(["0 initialized", *(f"{n // 2} step {n // 2}" for n in range(2, 2 * count + 2)), f"{count} released"])
    assert made.repair_counts == {"duplicate": count}
    assert [one.event for one in made.repairs] == [2 * n + 1 for n in range(1, MOST_REPAIRS + 1)]


def test_all_interruptions_are_counted_and_the_first_are_told() -> None:
    count = MOST_INTERRUPTIONS + 1
    events = ["0 initialized"]
    for number in range(1, count + 1):
        events += [f"{10 * number} interrupted resources_kept=true", f"{10 * number + 2} initialized"]
    made = account(read_lines(lines([*events, f"{10 * count + 10} released"])), Options())
    assert (made.interruption_count, len(made.interruptions)) == (count, MOST_INTERRUPTIONS)
    assert "runtime-goodput" not in made.inputs  # the rule takes no more records than are told
    assert made.inputs["runtime-goodput-estimate"]["interruption_count"] == count
    assert made.inputs["runtime-goodput-estimate"]["resume"] == 2
