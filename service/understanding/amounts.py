"""Numbers of a text with the units that stand at them, and the values that they are of an input."""

import re
from fractions import Fraction
from typing import Final, assert_never

from msgspec import Struct

from service.language.values import bounds
from service.model.durations import seconds
from service.model.inputs import (
    AnyInput,
    BooleanInput,
    ChoiceInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
    TextInput,
)
from service.understanding.numerals import SUFFIXES, parted
from service.understanding.units import TIME, factor, is_bits_or_bytes

PERCENT: Final = "%"
_LETTER: Final = re.compile(r"[kKmMbBtT]")


class Part(Struct, frozen=True):
    """A number with its readings, and the unit after it, or nothing."""

    text: str
    readings: tuple[Fraction, ...]
    unit: str = ""


class Amount(Struct, frozen=True):
    """One number with its unit, or a length of time in several parts; `unsure` if its surroundings change it."""

    text: str
    parts: tuple[Part, ...]
    unsure: bool = False

    @property
    def bare(self) -> bool:
        """Whether it is a number alone."""
        return len(self.parts) == 1 and not self.parts[0].unit


class Fit(Struct, frozen=True):
    """The values, as JSON, that an amount can be of an input; one is sure, several are to be asked about.

    `converted` tells that it was given in another unit.
    """

    values: tuple[int | float, ...]
    converted: bool = False


def fit(amount: Amount, one: AnyInput) -> Fit | None:
    """What the amount is as a value of this input; nothing if it measures something else."""
    match one:
        case IntegerInput() | NumberInput():
            return _number(amount, one)
        case DurationInput():
            return _duration(amount)
        case BooleanInput() | ChoiceInput() | TextInput() | ListInput():
            return None
        case unreachable:
            assert_never(unreachable)


def _number(amount: Amount, one: IntegerInput | NumberInput) -> Fit | None:
    wanted = one.unit if one.unit and one.unit != "1" else ""
    if len(amount.parts) != 1:
        return _sum(amount, wanted)
    [part] = amount.parts
    found = part.readings
    if isinstance(one, IntegerInput) and parted(part.text):
        found = found[-1:]
    if not part.unit:
        return Fit(_json(found))
    if part.unit == PERCENT:
        return Fit(_json(tuple(each / 100 for each in found)), converted=True) if _is_ratio(one) else None
    times = factor(part.unit, wanted) if wanted else None
    if times is not None:
        return Fit(_json(tuple(each * times for each in found)), converted=part.unit != wanted)
    if is_bits_or_bytes(part.unit):
        return _bits_or_bytes(part, wanted)
    if _LETTER.fullmatch(part.unit) and not _is_ratio(one):
        return Fit(_json(tuple(each * SUFFIXES[part.unit.lower()] for each in found)), converted=True)
    return None


def _sum(amount: Amount, wanted: str) -> Fit | None:
    """Minutes and seconds for an input that is a number of seconds, say."""
    total = Fraction(0)
    for part in amount.parts:
        times = factor(part.unit, wanted)
        if times is None or len(part.readings) != 1:
            return None
        total += part.readings[0] * times
    return Fit(_json((total,)), converted=True)


def _bits_or_bytes(part: Part, wanted: str) -> Fit | None:
    """Both readings of `80 Gb`."""
    made = [factor(f"{part.unit[0].upper()}{unit}", wanted) for unit in ("B", "bit")]
    values = tuple(each * times for each in part.readings for times in made if times is not None)
    return Fit(_json(values), converted=True) if values else None


def _duration(amount: Amount) -> Fit | None:
    exact = seconds(amount.text)
    if exact is not None and all(len(part.readings) == 1 for part in amount.parts):
        return Fit((exact,))
    if any(part.unit.lower() not in TIME for part in amount.parts):
        return None
    totals: tuple[Fraction, ...] = (Fraction(0),)
    for part in amount.parts:
        totals = tuple(total + each * TIME[part.unit.lower()] for total in totals for each in part.readings)
    return Fit(_json(totals[:2]))


def _is_ratio(one: IntegerInput | NumberInput) -> bool:
    low, high = bounds(one)
    return isinstance(one, NumberInput) and (one.unit or "1") == "1" and low is not None and low >= 0 and high == 1


def _json(found: tuple[Fraction, ...]) -> tuple[int | float, ...]:
    values: list[int | float] = []
    for one in found:
        try:
            values.append(int(one) if one.denominator == 1 and abs(one) < 2**63 else float(one))
        except OverflowError:
            values.append(float("inf"))
    return tuple(values)
