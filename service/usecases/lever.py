"""A number of a question that can be changed while the rest stays: an input, or a column of a list in proportion."""

from collections.abc import Mapping
from math import fsum
from operator import gt, lt
from typing import Any, Protocol

from service.analysis.solving.axis import Axis, Number
from service.language.values import RefusedError, bounds, shown
from service.usecases.numbers import UNBOUNDED, Numeric


class Lever(Protocol):
    """Moves one number; where it stands is a place on an axis."""

    number: Numeric
    axis: Axis
    here: Number
    """Where it stands now."""

    def value(self, place: Number) -> Number:
        """The number there; of a column the sum."""
        ...

    def change(self, place: Number) -> dict[str, Any]:
        """The variables that are different there."""
        ...

    def turned(self, factor: float) -> Number:
        """The place at which the number is so many times as large; whole numbers are rounded towards zero."""
        ...

    def refusal(self, place: Number) -> RefusedError | None:
        """Why an input can't have the value that belongs to a place."""
        ...


class Single:
    """A single input: the place is its value."""

    def __init__(self, number: Numeric, value: Number) -> None:
        """Stand at the value."""
        self.number = number
        self.axis = number.axis
        self.here = value

    def value(self, place: Number) -> Number:
        """The place itself."""
        return place

    def change(self, place: Number) -> dict[str, Any]:
        """The input with that value."""
        return {self.number.name: place}

    def turned(self, factor: float) -> Number:
        """Exact where whole numbers are large."""
        if self.number.whole:
            return self.here * 2 if factor > 1 else _half(int(self.here))
        return self.here * factor

    def refusal(self, place: Number) -> RefusedError | None:
        """Of the input itself."""
        return _refusal(self.number, place)


class Column:
    """A column of a list: the place is the factor by which all its values are multiplied."""

    def __init__(self, number: Numeric, values: list[Number]) -> None:
        """Stand at 1."""
        self.number = number
        self.here: Number = 1.0
        self._values = values
        self._low, self._high = bounds(number.kind)
        self.axis = Axis(*self._factors(), whole=False)

    def value(self, place: Number) -> Number:
        """The sum of all values."""
        values = self._at(place)
        return sum(values) if self.number.whole else fsum(values)

    def change(self, place: Number) -> dict[str, Any]:
        """The column with all values multiplied."""
        return {self.number.name: self._at(place)}

    def turned(self, factor: float) -> Number:
        """The factor itself."""
        return factor

    def refusal(self, place: Number) -> RefusedError | None:
        """Of the least or the greatest value."""
        values = self._at(place)
        refused = (_refusal(self.number, value) for value in (min(values, default=0), max(values, default=0)))
        return next((one for one in refused if one), None) if values else None

    def _at(self, place: Number) -> list[Number]:
        if self.number.whole:
            return [value * 2 if place > 1 else _half(int(value)) if place < 1 else value for value in self._values]
        return [value * place for value in self._values]

    def _factors(self) -> tuple[float, float]:
        """The factors by which all values stay within the bounds of the column."""
        least, most = 0.0, UNBOUNDED
        for value in {min(self._values, default=0), max(self._values, default=0)} - {0}:
            below, above = (self._low, self._high) if value > 0 else (self._high, self._low)
            least = least if below is None else max(least, below / value)
            most = most if above is None else min(most, above / value)
        return least, most


def levers(numbers: Mapping[str, Numeric], inputs: Mapping[str, Any]) -> list[Lever]:
    """The numbers that a question gives, or that stand in by default."""
    found: list[Lever] = []
    for number in numbers.values():
        value = inputs.get(number.input)
        if value is not None:
            found.append(
                Column(number, [row[number.column] for row in value]) if number.column else Single(number, value)
            )
    return found


def _half(value: int) -> int:
    return value // 2 if value >= 0 else -(-value // 2)


def _refusal(number: Numeric, value: Number) -> RefusedError | None:
    """Only the range can be wrong: the number was right before it was turned."""
    low, high = (number.axis.low, number.axis.high) if number.whole else bounds(number.kind)
    unit = f" {number.unit}" if number.unit not in (None, "1") else ""
    for bound, is_out, words in ((low, lt, "below the minimum"), (high, gt, "above the maximum")):
        if bound is not None and is_out(value, bound):
            message = f"is {shown(value, bound)}{unit}, {words} of {shown(bound)}{unit}"
            return RefusedError("out-of-range", message)
    return None
