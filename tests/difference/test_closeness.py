"""The search for the nearest values divides what is left, however small it is."""

import pytest
from hypothesis import given
from hypothesis.strategies import floats

from service.analysis.nearness.closeness import _between

DISTANCES = floats(min_value=1e-300, max_value=1e300)


@given(DISTANCES, DISTANCES)
def test_a_distance_between_two_lies_between_them(one: float, other: float) -> None:
    low, most = sorted((one, other))
    assert low <= _between(low, most) <= most


@pytest.mark.parametrize("most", [1e-300, 2e-13, 1.0, 1e300])
def test_a_distance_between_nothing_and_something_is_smaller_than_that(most: float) -> None:
    assert 0 < _between(0.0, most) < most
