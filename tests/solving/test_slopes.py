"""Derivatives: against closed forms, at the ends of domains, and where there is none."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.analysis.solving.axis import Axis
from service.analysis.solving.slopes import slope
from tests.solving.curves import Curve

LIMITED = 14_180.0


def case(sentence: str, curve: Curve, place: float, expected: float) -> Any:
    return pytest.param(curve, place, expected, id=sentence)


def linear(x: float) -> float:
    """A goodput that has values up to a limit."""
    return 1 - x / LIMITED if 0 <= x <= LIMITED else math.nan


@pytest.mark.parametrize(
    ("curve", "place", "expected"),
    [
        case("a line", linear, 642.5, -1 / LIMITED),
        case("a line at its lower end", linear, 0.0, -1 / LIMITED),
        case("a line at its upper end", linear, LIMITED, -1 / LIMITED),
        case("a parabola", lambda x: x * x, 3.0, 6.0),
        case("a parabola at its lowest", lambda x: x * x, 0.0, 0.0),
        case("a parabola at its lowest, elsewhere", lambda x: (x - 7) ** 2 + 5, 7.0, 0.0),
        case("no influence", lambda _: 3.0, 100.0, 0.0),
        case("no influence but rounding", lambda x: x * 3 / x, 14.1, 0.0),
        case("a root", lambda x: math.sqrt(x) if x >= 0 else math.nan, 2.0, 0.5 / math.sqrt(2)),
        case("an exponential", math.exp, 10.0, math.exp(10)),
        case("a logarithm", lambda x: math.log(x) if x > 0 else math.nan, 1e-6, 1e6),
        case("next to a pole", lambda x: 1 / x if x else math.nan, 1e-9, -1e18),
        case("a scale of its own", lambda x: 1 - 1e6 * x - 1e14 * x * x, 1e-7, -2.1e7),
        case("large numbers", lambda x: 6 * x + 3.5e10, 5.4e11, 6.0),
    ],
)
def test_a_derivative(curve: Curve, place: float, expected: float) -> None:
    found = slope(curve, Axis(-1e30, 1e30, whole=False), place)
    assert found.value == pytest.approx(expected, rel=1e-8, abs=0)
    assert found.why is None


@pytest.mark.parametrize(
    ("curve", "place", "why"),
    [
        pytest.param(
            lambda x: max(0.0, 1 - x / 100), 100.0, "there is a corner here: -0.01 below, 0 above", id="a corner"
        ),
        pytest.param(lambda x: 1.0 if x < 100 else 2.0, 100.0, "the output jumps here", id="a jump"),
        pytest.param(
            lambda x: math.sqrt(x) if x >= 0 else math.nan, 0.0, "the output is not smooth here", id="no slope at all"
        ),
        pytest.param(lambda x: 3 * x, 5e-324, "the value is too close to 0", id="the least double"),
        pytest.param(
            lambda x: 1.0 if x == 5 else math.nan, 5.0, "the rule answers at this value alone", id="one value"
        ),
    ],
)
def test_no_derivative(curve: Curve, place: float, why: str) -> None:
    found = slope(curve, Axis(-1e30, 1e30, whole=False), place)
    assert (found.value, found.why) == (None, why)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param(3, 6.0, id="on both sides"),
        pytest.param(0, 1.0, id="at the minimum"),
        pytest.param(10, 19.0, id="at the maximum"),
        pytest.param(6, 11.0, id="where the next one is refused"),
        pytest.param(8, None, id="between two that are refused"),
    ],
)
def test_whole_numbers_take_steps(place: int, expected: float | None) -> None:
    found = slope(lambda n: math.nan if n in (7, 9) and place != 10 else float(n * n), Axis(0, 10, whole=True), place)
    assert found.value == expected
    assert found.why == (None if expected else "the rule answers at this value alone")


def test_nothing_is_looked_at_outside_the_bounds() -> None:
    def curve(x: float) -> float:
        assert 0.9 <= x <= 1.1
        return x**3

    assert slope(curve, Axis(0.9, 1.1, whole=False), 1.1).value == pytest.approx(3 * 1.1**2, rel=1e-8)


numbers = st.floats(-1e3, 1e3)


@settings(max_examples=settings().max_examples // 10)
@given(st.tuples(numbers, numbers, numbers, numbers), st.floats(0.01, 1e3))
def test_the_derivative_of_any_cubic(parts: tuple[float, float, float, float], place: float) -> None:
    a, b, c, d = parts
    found = slope(lambda x: ((a * x + b) * x + c) * x + d, Axis(-1e30, 1e30, whole=False), place)
    size = max(abs(a * place**3), abs(b * place**2), abs(c * place), abs(d))
    assert found.value == pytest.approx((3 * a * place + 2 * b) * place + c, rel=1e-7, abs=1e-10 * size / place)
