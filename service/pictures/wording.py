"""What a picture says: lengths of time and shares in words, and text of others cut so that it can do no harm."""

import unicodedata
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from service.model.ledger import Category

DAY: Final = 86_400.0
HOUR: Final = 3_600.0
MINUTE: Final = 60.0

UNITS: Final = ((DAY, "days"), (HOUR, "h"), (MINUTE, "min"), (1.0, "s"), (1e-3, "ms"))

_MANY: Final = 999.5
"""From here on three digits would hide some of those before the point."""

_STEERING: Final = frozenset(("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"))
"""Characters that have no place in XML, are invisible, or turn the direction of what stands beside them."""
_NARROW: Final = frozenset(" ijl.,:;'!|()[]-")
_BROAD: Final = frozenset("MWmw@%&")


def span(seconds: float) -> str:
    """A length of time to three digits: `30 days`, `36 h`, `90 min`, `72.5 s`.

    The unit is one that it has two of, or exactly one; below two minutes it is a second, and below that a millisecond.
    """
    for size, unit in UNITS:
        if seconds == size:
            return f"1 {'day' if unit == 'days' else unit}"
        if seconds >= 2 * size or (seconds > size and size <= 1):
            count = seconds / size
            return f"{count:.3g} {unit}" if count < _MANY else f"{count:,.0f} {unit}"
    return f"{seconds:.3g} s"


def percent(share: float) -> str:
    """A share as a percentage, to a tenth; what is not quite none or all is not called so."""
    text = f"{share * 100:.1f}"
    if text == "0.0":
        return "<0.1 %" if share > 0 else "0 %"
    if text == "100.0":
        return ">99.9 %" if share < 1 else "100 %"
    return f"{text} %"


def called(category: Category) -> str:
    """A category as people call it."""
    return "start-up" if category == "start_up" else category.replace("_", " ")


def cut(text: str, ems: float) -> str:
    """Text of a caller in one line that is no wider than so many times the size of its type."""
    line = " ".join("".join(one for one in text if one.isspace() or _is_harmless(one)).split())
    if width(line) <= ems:
        return line
    ends = accumulate(map(width, line))
    return line[: sum(end <= ems - 1 for end in ends)].rstrip() + "…"


def listed(items: Iterable[str], count: int, ems: float) -> str:
    """As many of `count` items as fit into a line, and how many more there are: `a, b, 4 more`."""
    shown, line = 0, ""
    for item in items:
        longer = f"{line}, {item}" if line else item
        if width(_with_rest(longer, count - shown - 1)) > ems:
            break
        shown, line = shown + 1, longer
    return _with_rest(line, count - shown) if shown else f"{count:,} of them"


def _with_rest(line: str, left: int) -> str:
    return f"{line}, {left:,} more" if left else line


def width(line: str) -> float:
    """About how wide a line is, in ems: as wide as in DejaVu Sans, the widest font that a picture may be shown in."""
    return sum(map(_width, line))


def _width(one: str) -> float:
    if one in _NARROW:
        return 0.4
    if one in _BROAD or unicodedata.east_asian_width(one) in ("W", "F"):
        return 1.0
    return 0.66 if one.islower() and one.isascii() else 0.8


def _is_harmless(character: str) -> bool:
    return unicodedata.category(character) not in _STEERING
