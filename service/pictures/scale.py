"""Where the ticks of an axis stand, and what is written at them."""

from math import floor, log10
from typing import Final

from msgspec import Struct

from service.pictures.wording import DAY, HOUR, MINUTE, UNITS

MOST_TICKS: Final = 7
_FEWEST: Final = 3
"""A unit is large enough for an axis of which it has so many."""

_STEPS: Final = {
    "h": (1.0, 2.0, 3.0, 6.0, 12.0, 24.0),
    "min": (1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0),
    "s": (1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0),
}
"""Steps that fit the clock; elsewhere 1, 2 and 5 times a power of ten do."""


class Tick(Struct, frozen=True):
    """A place on an axis, in the terms of the axis, and what is written at it."""

    at: float
    label: str


class TimeScale(Struct, frozen=True):
    """The axis of time: its unit in words, and its ticks at seconds since the start."""

    unit: str
    ticks: list[Tick]


_WORDS: Final = {DAY: "days", HOUR: "hours", MINUTE: "minutes", 1.0: "seconds", 1e-3: "milliseconds"}


def time_scale(period: float) -> TimeScale:
    """The axis for a period in seconds, from its start to its end."""
    size, unit = next(((size, unit) for size, unit in UNITS if period >= _FEWEST * size), UNITS[-1])
    length = period / size
    step = _step(length, _STEPS.get(unit, ()))
    numbers = [step * number for number in range(int(length / step + 1e-9) + 1)]
    return TimeScale(_WORDS[size], [Tick(number * size, f"{number:.6g}") for number in numbers])


def share_ticks(lowest: float) -> list[Tick]:
    """Ticks at the ends and in the middle of an axis of shares, which ends at 1."""
    return [Tick(at, f"{at * 100:.3g} %") for at in (lowest, (lowest + 1.0) / 2, 1.0)]


def lowest_of(shares: list[float]) -> float:
    """Where an axis of these shares may begin, so that their ups and downs can be seen: 0, or as near as they stay."""
    return max(begin for begin in (0.0, 0.5, 0.8, 0.9) if begin == 0.0 or begin <= min(shares, default=0.0))


def _step(length: float, clock: tuple[float, ...]) -> float:
    """The least step that needs no more ticks than there is room for."""
    for step in clock:
        if length / step < MOST_TICKS:
            return step
    power = 10.0 ** floor(log10(length / MOST_TICKS)) if length else 1.0
    return next((step * power for step in (1, 2, 5) if length / (step * power) < MOST_TICKS), 10 * power)
