"""Lengths of time, shares, and the text of others, in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.pictures.scale import lowest_of, share_ticks, time_scale
from service.pictures.wording import cut, listed, percent, span, width


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "0 s"),
        (0.0005, "0.0005 s"),
        (0.25, "250 ms"),
        (1.0, "1 s"),
        (1.5, "1.5 s"),
        (72.5, "72.5 s"),
        (60.0, "1 min"),
        (900.0, "15 min"),
        (5_400.0, "90 min"),
        (3_600.0, "1 h"),
        (86_400.0, "1 day"),
        (129_600.0, "36 h"),
        (30 * 86_400.0, "30 days"),
        (3_650 * 86_400.0, "3,650 days"),
    ],
)
def test_a_length_of_time_is_told_in_a_unit_that_fits(seconds: float, words: str) -> None:
    assert span(seconds) == words


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0, "0 %"),
        (1e-9, "<0.1 %"),
        (0.001, "0.1 %"),
        (0.873, "87.3 %"),
        (0.9999, ">99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_a_share_is_called_none_or_all_only_if_it_is(share: float, words: str) -> None:
    assert percent(share) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ECC error", "ECC error"),
        ("  two\nlines\tand  gaps ", "two lines and gaps"),
        ("\x1b[31mred\x00", "[31mred"),
        ("turned \u202eback\u2066", "turned back"),
        ("un\ud800paired", "unpaired"),
        ("not\ufffe\uffff there", "not there"),
        ("a very long reason that nobody reads", "a very long reason…"),
        ("漢字" * 20, "漢字" * 5 + "漢…"),
        ("\u200b", ""),
    ],
)
def test_the_text_of_others_is_one_short_harmless_line(text: str, words: str) -> None:
    assert cut(text, 12) == words


@given(st.text(max_size=60), st.floats(min_value=2.0, max_value=30.0))
def test_text_that_is_cut_is_no_wider_than_asked_for(text: str, ems: float) -> None:
    line = cut(text, ems)
    assert width(line) <= ems
    assert line.isprintable() or " " in line


@pytest.mark.parametrize(
    ("items", "ems", "line"),
    [
        (["one"], 10.0, "one"),
        (["one", "two"], 10.0, "one, two"),
        (["one", "two", "three", "four"], 10.0, "one, 3 more"),
        (["a name too long for this line", "two"], 10.0, "2 of them"),
    ],
)
def test_a_list_says_how_many_did_not_fit(items: list[str], ems: float, line: str) -> None:
    assert listed(items, len(items), ems) == line


@pytest.mark.parametrize(
    ("period", "unit", "labels"),
    [
        (1.0, "milliseconds", ["0", "200", "400", "600", "800", "1000"]),
        (60.0, "seconds", ["0", "10", "20", "30", "40", "50", "60"]),
        (14_400.0, "hours", ["0", "1", "2", "3", "4"]),
        (86_400.0, "hours", ["0", "6", "12", "18", "24"]),
        (7 * 86_400.0, "days", ["0", "2", "4", "6"]),
        (90 * 86_400.0, "days", ["0", "20", "40", "60", "80"]),
        (3_650 * 86_400.0, "days", ["0", "1000", "2000", "3000"]),
    ],
)
def test_an_axis_of_time_has_round_numbers_in_a_unit_that_fits(period: float, unit: str, labels: list[str]) -> None:
    scale = time_scale(period)
    assert (scale.unit, [one.label for one in scale.ticks]) == (unit, labels)


@given(st.floats(min_value=1e-6, max_value=1e9))
def test_any_axis_of_time_has_a_few_ticks_within_the_period(period: float) -> None:
    ticks = time_scale(period).ticks
    assert 2 <= len(ticks) <= 8
    assert all(0 <= one.at <= period * (1 + 1e-9) for one in ticks)
    assert len({one.label for one in ticks}) == len(ticks)


@pytest.mark.parametrize(
    ("shares", "lowest"), [([], 0.0), ([0.3, 1.0], 0.0), ([0.5], 0.5), ([0.85], 0.8), ([0.99], 0.9)]
)
def test_an_axis_of_shares_begins_where_their_ups_and_downs_can_be_seen(shares: list[float], lowest: float) -> None:
    assert lowest_of(shares) == lowest


def test_the_ends_of_an_axis_of_shares_are_labeled() -> None:
    assert [one.label for one in share_ticks(0.8)] == ["80 %", "90 %", "100 %"]
