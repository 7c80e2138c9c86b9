"""Units as exact products of names, whatever library knows what the names mean.

Two units are the same if they measure the same and have the same scale: `kW*s` is `kJ`, while `h` is not `s`, and
`s/day` is not `1`. Scales are fractions, so nothing is lost to rounding.
"""

import math
from fractions import Fraction
from typing import Final

from msgspec import Struct

from service.language.unit_names import Atom

MAX_POWER: Final = 24
MAX_FRACTION: Final = 4
MAX_PARTS: Final = 20
"""Bounds of a unit that comes out of an expression: its powers, their denominators, its names.

Beyond them a scale would be a number with millions of digits, and no author would know the unit.
"""


class UnwieldyError(ArithmeticError):
    """The unit would be beyond all bounds."""


class Unit(Struct, frozen=True):
    """A product of powers of names, by the name that all spellings share; nothing in it is a plain number."""

    powers: dict[str, tuple[Atom, Fraction]] = {}

    def __mul__(self, other: "Unit") -> "Unit":
        """The unit of a product.

        Raises:
            UnwieldyError: it is beyond all bounds.
        """
        powers = dict(self.powers)
        for name, (atom, power) in other.powers.items():
            before = powers.get(name, (atom, Fraction(0)))
            powers[name] = (before[0], before[1] + power)
        return _bounded(powers)

    def __truediv__(self, other: "Unit") -> "Unit":
        """The unit of a quotient.

        Raises:
            UnwieldyError: it is beyond all bounds.
        """
        return self * other ** Fraction(-1)

    def __pow__(self, exponent: Fraction) -> "Unit":
        """The unit of a power.

        Raises:
            UnwieldyError: it is beyond all bounds.
        """
        return _bounded({name: (atom, power * exponent) for name, (atom, power) in self.powers.items()})

    @property
    def roots(self) -> dict[str, Fraction]:
        """What it measures, as powers of units that stand for themselves."""
        found: dict[str, Fraction] = {}
        for atom, power in self.powers.values():
            for root, times in atom.roots.items():
                found[root] = found.get(root, Fraction(0)) + times * power
        return {root: power for root, power in found.items() if power}

    @property
    def counts(self) -> bool:
        """Whether it counts: things of one kind, or anything."""
        return not self.powers or [power for atom, power in self.powers.values() if atom.counts] == [1]

    def __str__(self) -> str:
        """As an author writes it."""
        above = [_spelled(atom.word, power) for atom, power in self.powers.values() if power > 0]
        below = [_spelled(atom.word, -power) for atom, power in self.powers.values() if power < 0]
        return "/".join(["*".join(above) or "1", *below])


ONE: Final = Unit()
"""The unit of a ratio."""


def measures_same(one: Unit, other: Unit) -> bool:
    """Whether both measure the same, though perhaps in another scale."""
    return one.roots == other.roots


def same(one: Unit, other: Unit) -> bool:
    """Whether both are the same unit, scale and all."""
    return measures_same(one, other) and _ratio_to_the(one, other)[0] == 1


def ratio(one: Unit, other: Unit) -> float | None:
    """How many of the other make one of this; nothing if they measure different things, or if it is no double."""
    if not measures_same(one, other):
        return None
    scale, exponent = _ratio_to_the(one, other)
    try:
        return math.pow(scale, 1 / exponent)
    except OverflowError:
        return None


def _ratio_to_the(one: Unit, other: Unit) -> tuple[Fraction, int]:
    """The scale of `one / other` to a power that makes it a fraction, and that power."""
    powers = [(atom.scale, power) for atom, power in one.powers.values()]
    powers += [(atom.scale, -power) for atom, power in other.powers.values()]
    exponent = math.lcm(*(power.denominator for _, power in powers))
    return math.prod((scale ** int(power * exponent) for scale, power in powers), start=Fraction(1)), exponent


def _bounded(powers: dict[str, tuple[Atom, Fraction]]) -> Unit:
    kept = {name: one for name, one in powers.items() if one[1]}
    wild = any(abs(power) > MAX_POWER or power.denominator > MAX_FRACTION for _, power in kept.values())
    if wild or len(kept) > MAX_PARTS:
        raise UnwieldyError
    return Unit(kept)


def _spelled(word: str, power: Fraction) -> str:
    if power == 1:
        return word
    return f"{word}^{power}" if power.denominator == 1 else f"{word}^({power})"
