"""A formula as a curve over its unknown: what it is at each place, or why it is nothing there; asked once for each."""

from collections.abc import Callable, Iterable
from math import isnan, nan

from service.analysis.solving.axis import Axis, Number
from service.errors import DecisionError


class SpentError(Exception):
    """The curve was looked at as often as it may be."""


class HoleError(Exception):
    """There is a place without a value where the curve was followed."""

    def __init__(self, place: Number) -> None:
        """Say where."""
        super().__init__(place)
        self.place = place


class Curve:
    """Remembers every place that was looked at, and looks at so many."""

    def __init__(self, function: Callable[[Number], float], axis: Axis, evaluations: int) -> None:
        """The function raises DecisionError where it has no value."""
        self.axis = axis
        self.values: dict[Number, float] = {}
        self.refusals: dict[Number, DecisionError] = {}
        self._function = function
        self._left = evaluations

    def __call__(self, place: Number) -> float:
        """The value at a place; NaN where there is none.

        Raises:
            SpentError: it was looked at too often.
        """
        if place not in self.values:
            if self._left <= 0:
                raise SpentError
            self._left -= 1
            self.values[place] = self._value(place)
        return self.values[place]

    def followed(self, place: Number) -> float:
        """The value at a place where there should be one.

        Raises:
            HoleError: there is none.
            SpentError: the curve was looked at too often.
        """
        value = self(place)
        if isnan(value):
            raise HoleError(place)
        return value

    def has_value(self, place: Number) -> bool:
        """Whether there is a value at a place."""
        return not isnan(self(place))

    def defined(self, places: Iterable[Number] | None = None) -> list[tuple[Number, float]]:
        """The places that were looked at (or those of these) and the values there, in order."""
        looked = self.values if places is None else {place: self(place) for place in places}
        return sorted((place, value) for place, value in looked.items() if not isnan(value))

    def _value(self, place: Number) -> float:
        try:
            return self._function(place)
        except DecisionError as error:
            self.refusals[place] = error
            return nan
