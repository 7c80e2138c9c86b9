"""Constants that turn one unit into another, as an author would write them."""

import re
from fractions import Fraction
from math import isfinite

from msgspec import Struct

from service.analysis.quantities import Unit, ratio

_NO_NAME = re.compile(r"[^a-z0-9]+")


class Conversion(Struct, frozen=True):
    """How to come from one unit to another: `verb` (`divide` or `multiply`) by a constant, given as YAML."""

    verb: str
    constant: str


def conversion(found: Unit, wanted: Unit) -> Conversion | None:
    """The constant that makes a value in the unit `wanted` of one in `found`; nothing if no author could write it.

    Its number is above one, as people know it: 3600 seconds per hour, not a part of an hour per second.
    """
    made = ratio(found, wanted)
    whole = all(power.denominator == 1 for _, power in (found / wanted).powers.values())
    if not made or not whole or not isfinite(1 / made):
        return None
    if made >= 1:
        return Conversion("multiply", _constant(made, wanted / found))
    return Conversion("divide", _constant(1 / made, found / wanted))


def _constant(value: float, unit: Unit) -> str:
    return f"{_name(unit)}: {{value: {value!r}, unit: {unit}}}"


def _name(unit: Unit) -> str:
    """`seconds_per_day`, where the unit is as simple as that."""
    names = {power: atom.name for atom, power in unit.powers.values()}
    if len(names) != len(unit.powers) or names.keys() != {1, -1}:
        return "factor"
    return _NO_NAME.sub("_", f"{names[Fraction(1)]}s_per_{names[Fraction(-1)]}".lower())
