"""Columns and rolling goodput, against a reckoning that looks at each stretch."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.model.ledger import CATEGORIES, Category, Stretch
from service.pictures.course import PRODUCTIVE, Course, window_of
from service.pictures.stacking import MOST_MARKS, layers, marks
from tests.pictures.ledgers import DAY, interruption, stretches

PARTS = st.lists(st.tuples(st.sampled_from(CATEGORIES), st.integers(1, 10_000).map(float)), min_size=1, max_size=8)


def overlap(course: tuple[Stretch, ...], start: float, end: float) -> float:
    """The productive part of a time, as a fraction of it."""
    both = ((max(start, one.start), min(end, one.end), one.seconds.get("productive", 0.0) > 0) for one in course)
    return sum(max(last - first, 0.0) for first, last, counts in both if counts) / (end - start)


@given(PARTS, st.floats(min_value=0.01, max_value=1.0))
def test_rolling_goodput_is_the_productive_part_of_the_window_before(
    parts: list[tuple[Category, float]], part: float
) -> None:
    course = stretches(parts)
    window = course[-1].end * part
    for moment, share in Course(course).rolling(window, points=3):
        assert share == pytest.approx(overlap(course, moment - window, moment), abs=1e-9)


@given(PARTS, st.integers(1, 12))
def test_columns_share_out_all_the_time(parts: list[tuple[Category, float]], most: int) -> None:
    course = stretches(parts)
    columns = Course(course, most).columns()
    assert len(columns) == min(len(course), most)
    assert all(sum(one.shares) == pytest.approx(1.0) for one in columns)
    assert all(before.end == after.start for before, after in pairwise(columns))
    productive = sum(one.shares[PRODUCTIVE] * (one.end - one.start) for one in columns)
    assert productive == pytest.approx(sum(one.seconds.get("productive", 0.0) for one in course))


def test_few_stretches_are_columns_as_they_are() -> None:
    course = Course(stretches([("start_up", 30.0), ("productive", 60.0), ("saving", 10.0)]))
    assert [(one.start, one.end) for one in course.columns()] == [(0, 30), (30, 90), (90, 100)]
    assert course.column_width is None


def test_columns_of_one_category_are_one_step() -> None:
    columns = Course(stretches([("start_up", 10.0), ("start_up", 10.0), ("saving", 10.0)])).columns()
    first, last = layers(columns)
    assert (first.category, first.outlines) == ("saving", [[(0, 1), (0, 0), (30, 0), (30, 1)]])
    assert (last.category, last.outlines) == ("start_up", [[(0, 1), (0, 0), (20, 0), (20, 1)]])


@pytest.mark.parametrize(
    ("period", "window"),
    [
        (0.006, 0.0005),
        (1.0, 0.05),
        (3_600.0, 300.0),
        (14_400.0, 900.0),
        (DAY, 7_200.0),
        (30 * DAY, 2 * DAY),
        (90 * DAY, 7 * DAY),
        (3_650 * DAY, 180 * DAY),
    ],
)
def test_a_window_is_a_length_that_people_think_in(period: float, window: float) -> None:
    assert window_of(period) == pytest.approx(window)


@given(st.lists(st.floats(0.0, 1_000.0), max_size=300))
def test_every_interruption_is_under_one_mark_that_stands_near(offsets: list[float]) -> None:
    found = marks([interruption(offset) for offset in offsets], 1_000.0)
    assert len(found) <= MOST_MARKS
    assert sorted(one.offset for mark in found for one in mark.interruptions) == sorted(offsets)
    assert all(abs(one.offset - mark.offset) <= 1_000.0 / MOST_MARKS for mark in found for one in mark.interruptions)
