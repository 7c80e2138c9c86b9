"""The values that an unknown can take, in their order: whole numbers, or doubles, of which there is a next one, too."""

from collections.abc import Callable, Iterator
from math import log10
from struct import pack, unpack
from typing import Final

from msgspec import Struct

Number = float | int

_EVENLY: Final = 8
_TINY: Final = 1e-12
_TINY_SHARE: Final = 1e-18
"""Down to which value the magnitudes of a range that reaches zero are looked at: the smaller of the two, the second as
a part of the largest magnitude."""
_CLOSE: Final = 24
"""Places that come ever closer to each end of a range, two to a power of ten."""


class Axis(Struct, frozen=True):
    """A range of whole numbers or of doubles; each value has a place, and neighbors have neighboring places."""

    low: Number
    high: Number
    whole: bool

    @property
    def count(self) -> int:
        """How many values there are."""
        return self.place(self.high) - self.place(self.low) + 1

    def place(self, value: Number) -> int:
        """The place of a value: its number among all doubles, counted from zero."""
        if self.whole:
            return int(value)
        bits: int = unpack("<q", pack("<d", value))[0]
        return bits if bits >= 0 else -(bits + (1 << 63))

    def at(self, place: int) -> Number:
        """The value at a place."""
        if self.whole:
            return place
        value: float = unpack("<d", pack("<q", abs(place)))[0]
        return value if place >= 0 else -value

    def snapped(self, value: float) -> Number:
        """The nearest value that there is."""
        clipped = min(max(value, self.low), self.high)
        return int(min(max(round(clipped), self.low), self.high)) if self.whole else float(clipped)

    def middle(self, one: Number, other: Number) -> Number | None:
        """The value in the middle between two places; nothing if they are neighbors."""
        first, last = sorted((self.place(one), self.place(other)))
        place = (first + last) // 2
        return None if place == first else self.at(place)

    def moved(self, value: Number, places: int, bound: Number) -> Number:
        """The value so many places further on, or the bound if that comes before."""
        place, end = self.place(value) + places, self.place(bound)
        return self.at(min(place, end) if places > 0 else max(place, end))

    def grid(self, low: Number, high: Number, *, per_decade: int, most: int) -> list[Number]:
        """Values from low to high: evenly spread, over the powers of ten as well, and close to both ends.

        There are at most so many. The evenly spread ones are as many as eight powers of ten have.
        """
        if self.whole and high - low < most:
            return list(range(int(low), int(high) + 1))
        parts = _EVENLY * per_decade
        evenly = (low * (1 - part / parts) + high * (part / parts) for part in range(parts + 1))
        powers = [*_magnitudes(low, high, per_decade), *(-one for one in _magnitudes(-high, -low, per_decade))]
        width = high / 2 - low / 2
        close = [width * 10 ** (-step / 2) for step in range(_CLOSE)]
        ends = [*(low + one for one in close), *(high - one for one in close)]
        inside = {self.snapped(one) for one in (*evenly, *powers, *ends) if low <= one <= high}
        return _thinned(sorted({low, high, *inside}), most)


def _magnitudes(low: float, high: float, per_decade: int) -> Iterator[float]:
    """The positive values of a range, evenly over the powers of ten."""
    if high <= 0:
        return
    least = low if low > 0 else max(min(_TINY, high * _TINY_SHARE), 5e-324)
    decades = log10(high) - log10(least)
    count = int(decades * per_decade) + 1
    for step in range(count + 1):
        yield min(max(10 ** (log10(least) + decades * step / count), least), high) if step < count else high


def _thinned(values: list[Number], most: int) -> list[Number]:
    """At most so many of the values, the ends among them."""
    if len(values) <= most:
        return values
    return [values[round(step * (len(values) - 1) / (most - 1))] for step in range(most)]


def boundary(axis: Axis, holds: Callable[[Number], bool], yes: Number, no: Number) -> tuple[Number, Number]:
    """Neighbors between `yes`, where something holds, and `no`, where it does not: it holds at the first of them."""
    while (middle := axis.middle(yes, no)) is not None:
        if holds(middle):
            yes = middle
        else:
            no = middle
    return yes, no


def reach(axis: Axis, holds: Callable[[Number], bool], yes: Number, end: Number) -> Number:
    """How far something holds from `yes` on towards `end`; quick if it is not far."""
    step = 1 if end > yes else -1
    while yes != end:
        following = axis.moved(yes, step, end)
        if not holds(following):
            return boundary(axis, holds, yes, following)[0]
        yes = following
        step *= 4
    return yes
