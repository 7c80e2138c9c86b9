"""What single names of units mean, exactly; the door to pint.

pint is loaded when the first name is looked up that needs it: by a check, or by a text of a chat with another unit
than the input has, never in order to decide. It sees single names only: it evaluates what it is given, so that
`9**9**9 s` would keep it busy for ever.
"""

from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from service.errors import nearest
from service.language.counted import COUNTED

if TYPE_CHECKING:
    from pint import UnitRegistry


class Atom(Struct, frozen=True):
    """One name of a unit as its author wrote it.

    `name` is the name that all its spellings share, `scale` how many of its `roots` it is (an hour is 3600 seconds),
    and `counts` says that it counts things.
    """

    word: str
    name: str
    scale: Fraction
    roots: dict[str, Fraction]
    counts: bool = False


@lru_cache(maxsize=4096)
def atom(word: str) -> Atom | None:
    """What a name of a unit means; one whose zero is not nothing, such as degrees Celsius, stands for itself alone."""
    registry = _registry()
    found = registry.parse_unit_name(word)
    if not found:
        return None
    prefix, kind, _ = found[0]
    name = f"{prefix}{kind}"
    roots = registry.Quantity(Fraction(1), name).to_root_units()
    if registry.Quantity(Fraction(0), name).to_root_units().magnitude != 0:
        return Atom(word, name, Fraction(1), {name: Fraction(1)})
    powers = {str(root): Fraction(str(power)) for root, power in roots.unit_items()}
    return Atom(word, name, Fraction(roots.magnitude), powers, counts=name in COUNTED)


def nearest_unit(word: str) -> str | None:
    """The name of a unit that looks most like this word, or nothing."""
    return nearest(word, _registry())


@cache
def _registry() -> "UnitRegistry[Fraction]":
    """All units: those of pint and those that count. It takes most of a second, so it is made when it is needed."""
    from pint import UnitRegistry  # noqa: PLC0415

    registry: UnitRegistry[Fraction] = UnitRegistry(non_int_type=Fraction, cache_folder=None)
    for word in COUNTED:
        registry.define(f"{word} = [{word}]")
    return registry
