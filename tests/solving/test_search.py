"""The search for a target: against closed forms, over wide ranges, and where there is nothing to find."""

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.solving.curves import Curve, found, meetings, over, refuse, within

WIDE = (-1e30, 1e30)
POSITIVE = (0.0, 1e18)
MONTH = 30 * 86_400.0


def case(sentence: str, curve: Curve, target: float, span: tuple[float, float], expected: list[Any]) -> Any:
    return pytest.param(curve, target, span, expected, id=sentence)


def goodput(period: float, resume: float, reschedule: float) -> Curve:
    """Runtime goodput with one interruption so long after its checkpoint."""
    return within(0, period - reschedule - resume, lambda x: (period - reschedule - resume - x) / (period - reschedule))


def estimate(cost: float, reschedule: float) -> Curve:
    """Runtime goodput of a month with so many interruptions."""
    most = MONTH / (cost + reschedule)
    return within(0, most, lambda n: (MONTH - n * reschedule - n * cost) / (MONTH - n * reschedule))


@pytest.mark.parametrize(
    ("curve", "target", "span", "expected"),
    [
        case("a falling line", lambda x: 1 - x / 1e4, 0.5, POSITIVE, [5000.0]),
        case("a line through zero", lambda x: x * 1e10, 0, WIDE, [0.0]),
        case("a rate far below one", lambda x: 1 - x * 1e6, 0.93, (0.0, 1.0), [7e-8]),
        case("a target next to nothing", lambda x: 1 - x, 1e-9, (0.0, 1.0), [1 - 1e-9]),
        case("a parabola on both sides", lambda x: x * x - 5 * x, -6, WIDE, [2.0, 3.0]),
        case("a parabola that touches", lambda x: (x - 3) ** 2 + 1, 1, WIDE, [3.0]),
        case("a parabola that touches zero", lambda x: (x - math.sqrt(2)) ** 2, 0, WIDE, [math.sqrt(2)]),
        case("a valley that touches from above", lambda x: over(5, x) + x / 5, 2, (0.01, 1e12), [5.0]),
        case("a parabola that stays above", lambda x: x * x + 1, 0, WIDE, []),
        case("three crossings", lambda x: (x - 1) * (x - 20) * (x - 300), 0, WIDE, [1.0, 20.0, 300.0]),
        case("a square root", lambda x: math.sqrt(49 * x), 826.24, POSITIVE, [826.24**2 / 49]),
        case("a pole is no crossing", lambda x: over(1, x - 5), 0, (0.0, 10.0), []),
        case("a pole between places", lambda x: over(1, x - math.pi), 0, (0.0, 10.0), []),
        case("a crossing beside a pole", lambda x: over(1, x - 5.1), 4, (0.0, 10.0), [5.35]),
        case("a jump is no crossing", lambda x: 0.4 if x < 100 else 0.6, 0.5, (0.0, 1e6), []),
        case("a jump over zero is none", lambda x: -1 if x < 100 else 1, 0, (0.0, 1e6), []),
        case("a jump onto the target", lambda x: 0.4 if x < 100 else 0.6, 0.6, (0.0, 1e6), [(100.0, 1e6)]),
        case("a step", lambda x: math.ceil(x / 8), 12, (0.0, 1e6), [(math.nextafter(88.0, 89), 96.0)]),
        case("a value that stops falling", lambda x: max(0.0, 1 - x / 100), 0, POSITIVE, [(100.0, 1e18)]),
        case("before it stops falling", lambda x: max(0.0, 1 - x / 100), 0.5, POSITIVE, [50.0]),
        case("a short level stretch", lambda x: max(0.0, x - 5) + max(0.0, -x), 0, WIDE, [(0.0, 5.0)]),
        case("no influence, on the target", lambda _: 3.0, 3, (0.0, 1e6), [(0.0, 1e6)]),
        case("no influence, off the target", lambda _: 3.0, 4, (0.0, 1e6), []),
        case("no influence but rounding", lambda x: over(x * 3, x), 3, (1.0, 1e6), [(1.0, 1e6)]),
        case("a target at the lower end", within(0, 14_180, lambda x: 1 - x / 14_180), 1, (0.0, 3e8), [0.0]),
        case("a target at the upper end", within(0, 14_180, lambda x: 1 - x / 14_180), 0, (0.0, 3e8), [14_180.0]),
        case("a narrow domain", within(1e6, 1.04e6, lambda x: x - 1e6), 500, (0.0, 1e7), [1_000_500.0]),
        case("two domains", lambda x: x if not 10 < x < 1e6 else refuse(), 2e6, (0.0, 1e9), [2e6]),
        case("a goodput of 0.95", goodput(14_400, 70, 150), 0.95, (0.0, 315_360_000.0), [642.5]),
        case("a goodput of 0.99", goodput(14_400, 70, 150), 0.99, (0.0, 315_360_000.0), [72.5]),
        case("a goodput out of reach", goodput(14_400, 70, 150), 0.999, (0.0, 315_360_000.0), []),
        case("interruptions of a month", estimate(1200, 600), 0.95, POSITIVE, [129_600 / 1230]),
        case("a whole number", lambda n: float(n**3), 2.7e13, (0, 10**9), [30_000]),
        case("no whole number", lambda n: float(n**3), 2.7e13 + 1e9, (0, 10**9), []),
        case("a whole number among few", lambda n: 100 / n, 20, (1, 100), [5]),
        case("a whole number of 50 bits", float, -(2.0**50), (-(2**63), 2**63 - 1), [-(2**50)]),
        case("several whole numbers in a row", lambda n: float(n // 10), 7, (0, 10**9), [(70, 79)]),
        case("whole numbers apart", lambda n: float((n - 10) ** 2), 9, (0, 10**9), [7, 13]),
        case("whole numbers that are refused", lambda n: n if n % 2 == 0 else refuse(), 500, (0, 900), [500]),
        case("refused everywhere", lambda _: refuse(), 1, (0.0, 1.0), []),
        case("one value alone", lambda x: 4 * x, 20, (5.0, 5.0), [5.0]),
        case("one whole number alone", lambda x: 4 * x, 20, (5, 5), [5]),
    ],
)
def test_what_is_found(curve: Curve, target: float, span: tuple[float, float], expected: list[Any]) -> None:
    searched = found(curve, target, span)
    assert searched.complete
    assert meetings(searched) == [pytest.approx(one, rel=1e-8) for one in expected]
    values = dict(searched.values)
    assert all(values[one.low] == pytest.approx(target, rel=1e-9, abs=1e-12) for one in searched.meetings)


@pytest.mark.parametrize(
    ("curve", "target", "span"),
    [
        pytest.param(lambda x: x - math.floor(x), 0.5, (0.0, 1e6), id="a sawtooth"),
        pytest.param(lambda x: math.sin(x * x), 0.5, (0.0, 1e4), id="a wave that gets shorter"),
        pytest.param(lambda n: float(n % 7), 3, (0, 10**9), id="a remainder"),
    ],
)
def test_what_turns_too_fast_may_have_more_solutions(curve: Curve, target: float, span: tuple[float, float]) -> None:
    searched = found(curve, target, span)
    assert searched.meetings
    assert not searched.complete


def test_no_more_than_so_many_are_listed() -> None:
    searched = found(lambda n: float(n % 2), 1, (0, 900))
    assert meetings(searched) == list(range(1, 201, 2))
    assert not searched.complete


def test_what_was_found_is_not_lost_when_the_effort_is_spent() -> None:
    searched = found(lambda x: (x - 1) * (x - 20), 0, evaluations=40)
    assert not searched.complete
    assert searched.values
    assert len(searched.values) <= 40


@pytest.mark.parametrize(
    ("curve", "span", "reachable"),
    [
        pytest.param(goodput(14_400, 70, 150), (0.0, 3e8), (0.0, 14_180 / 14_250), id="up to where it is refused"),
        pytest.param(lambda x: x * x - 5 * x, (-10.0, 10.0), (-6.25, 150.0), id="down to a minimum between places"),
        pytest.param(lambda n: float(-((n - 77_777) ** 2)), (0, 10**6), (-(922_223.0**2), 0.0), id="whole numbers"),
        pytest.param(lambda _: 3.0, (0.0, 1.0), (3.0, 3.0), id="one value"),
    ],
)
def test_the_range_of_the_values(curve: Curve, span: tuple[float, float], reachable: tuple[float, float]) -> None:
    values = [value for _, value in found(curve, 1e9, span).values]
    assert (min(values), max(values)) == pytest.approx(reachable, rel=1e-12, abs=1e-12)


def test_the_ends_of_the_domain_are_neighbors_of_what_is_refused() -> None:
    searched = found(within(0.1, 1e6, lambda x: x), 2, (-1e30, 1e30))
    assert [(one.low, one.high) for one in searched.pieces] == [(0.1, 1e6)]
    behind = [place for place, _ in searched.refusals]
    assert behind == [math.nextafter(0.1, 0), math.nextafter(1e6, 2e6)]
    assert str(searched.refusals[0][1]) == f"{behind[0]} is outside"


def test_a_hole_is_found_where_the_curve_is_followed() -> None:
    searched = found(lambda x: over(1, x - 4.5), 3, (0.0, 9.0))
    assert [(one.low, one.high) for one in searched.pieces] == [
        (0.0, math.nextafter(4.5, 0)),
        (math.nextafter(4.5, 5), 9.0),
    ]
    assert meetings(searched) == pytest.approx([4.5 + 1 / 3])


def test_a_hint_leads_to_a_domain_that_lies_between_the_places() -> None:
    narrow = within(123_456.7, 123_456.8, lambda x: x)
    assert meetings(found(narrow, 123_456.75, (0.0, 1e9))) == []
    assert meetings(found(narrow, 123_456.75, (0.0, 1e9), hints=[123_456.72])) == [123_456.75]


few = settings(max_examples=settings().max_examples // 10)
sizes = st.floats(-6, 12).map(lambda power: 10**power)


@few
@given(st.sampled_from([-1, 1]), sizes, st.floats(-1e6, 1e6), st.floats(0.001, 1e6))
def test_the_root_of_any_line(sign: int, slope: float, shift: float, root: float) -> None:
    searched = found(lambda x: sign * slope * x + shift, sign * slope * root + shift, (0.0, 1e18))
    allowed = 1e-9 * abs(sign * slope * root + shift) / slope + 1e-12 * (root + abs(shift) / slope)
    assert meetings(searched) == [pytest.approx(root, rel=1e-9, abs=2 * allowed)]
    assert searched.complete


@few
@given(sizes, st.floats(1.01, 1e6), sizes)
def test_both_roots_of_any_parabola(low: float, ratio: float, scale: float) -> None:
    high = low * ratio
    searched = found(lambda x: scale * (x - low) * (x - high), 0)
    assert meetings(searched) == [pytest.approx(low, rel=1e-9), pytest.approx(high, rel=1e-9)]


@few
@given(st.floats(1e3, 1e8), st.floats(0.0, 0.4), st.floats(0.0, 0.2), st.floats(0.001, 0.999))
def test_the_root_of_any_goodput(period: float, resume: float, reschedule: float, share: float) -> None:
    """The closed form of (t_w - t_re - t_rm - x) / (t_w - t_re) = g."""
    t_rm, t_re = resume * period, reschedule * period
    top = (period - t_re - t_rm) / (period - t_re)
    target = share * top
    closed = (period - t_re) * (top - target)
    searched = found(goodput(period, t_rm, t_re), target, (0.0, 1e18))
    assert meetings(searched) == [pytest.approx(closed, rel=1e-6, abs=1e-9 * period)]
    assert searched.complete


@few
@given(st.integers(1, 10**12), st.integers(1, 10**6), st.booleans())
def test_a_whole_number_is_found_exactly_or_both_neighbors(n: int, factor: int, between: bool) -> None:
    assume(not between or n < 10**8)  # further up, half a step is less than the tolerance
    searched = found(lambda x: float(factor * x), factor * (n + 0.5 * between), (0, 2**62))
    if between:
        assert meetings(searched) == []
        assert {n, n + 1} <= {place for place, _ in searched.values}
    else:
        assert meetings(searched) == [n]
