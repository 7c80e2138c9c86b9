"""Whatever a job lives through: its ledger closes, and counts each second as it was."""

from collections import Counter
from math import fsum

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.errors import TimelineRejectedError
from service.model.ledger import CATEGORIES, Ledger
from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.painting import PRECEDENCE
from service.timeline.reading import read_lines
from tests.timeline.jobs import ORDER, Job, jobs


@settings(max_examples=200)
@given(jobs())
def test_every_second_counts_as_what_it_was(job: Job) -> None:
    made, final = account(read_lines([json.encode(event) for event in job.events]), Options()), job.counted()
    counts = Counter(final)
    closes(made)
    assert made.period == len(final)
    assert made.seconds == {category: counts[category] for category in CATEGORIES}
    assert made.steps == len(job.steps)
    for told, cost in zip(made.interruptions, job.costs, strict=True):
        assert told.since_checkpoint == sum(final[place] == "lost_progress" for place in cost.lost)
        assert told.reschedule == sum(final[place] == "rescheduling" for place in cost.reschedule)
        assert told.resume >= sum(final[place] in ("start_up", "restoring") for place in cost.resume)


def closes(made: Ledger) -> None:
    """Shares add to one, and so does what they are made of."""
    assert abs(fsum(made.shares.values()) - 1) < 1e-12
    assert abs(fsum(made.seconds.values()) - made.period) <= 1e-12 * made.period
    assert all(share >= 0 for share in made.shares.values())
    runtime = made.runtime_goodput or 0.0
    assert abs(made.scheduling_goodput * runtime - made.shares["productive"]) < 1e-12
    assert made.course[0].start == 0
    assert made.course[-1].end == made.period
    assert all(before.end == after.start for before, after in zip(made.course, made.course[1:], strict=False))
    for one in made.course:
        assert abs(fsum(one.seconds.values()) - (one.end - one.start)) < 1e-6


TIMES = st.floats(-1e9, 1e9, allow_nan=False)
NUMBERS = st.integers(0, 12)
ANYTHING = st.lists(
    st.one_of(
        st.fixed_dictionaries({"event": st.just("step"), "time": TIMES, "step": NUMBERS}),
        st.fixed_dictionaries(
            {
                "event": st.sampled_from(
                    ("requested", "allocated", "initialized", "interrupted", "released", "checkpoint_restored")
                ),
                "time": TIMES,
            }
        ),
        st.fixed_dictionaries({"event": st.just("checkpoint_saved"), "time": TIMES, "duration": st.floats(0, 1e8)}),
        st.tuples(TIMES, TIMES, st.sampled_from(ORDER[:-1])).map(
            lambda one: {"event": "badput", "start": min(one[:2]), "end": max(one[:2]), "category": one[2]}
        ),
    ),
    max_size=12,
)


@settings(max_examples=300)
@given(ANYTHING)
def test_any_events_have_a_ledger_that_closes_or_are_refused(events: list[dict[str, object]]) -> None:
    try:
        made = account(read_lines([json.encode(event) for event in events]), Options())
    except TimelineRejectedError as error:
        assert error.issues  # noqa: PT017 - both are right, neither is expected
    else:
        closes(made)


def test_the_precedence_is_the_documented_one() -> None:
    assert PRECEDENCE == ORDER
