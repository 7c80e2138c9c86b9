"""Quantities with a unit as people write them, turned into the unit of an input."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from service.language.counted import COUNTED
from service.language.phrases import stem
from service.language.unit_names import atom
from service.model.durations import SECONDS

_GERMAN: Final = {
    0.001: "millisekunde|millisekunden",
    1.0: "sek|sekunde|sekunden",
    60.0: "minuten",
    3600.0: "std|stunde|stunden",
    86400.0: "tag|tage|tagen",
    604800.0: "woche|wochen|wk",
}
TIME: Final = {stem(word): Fraction(str(size)) for word, size in SECONDS.items()} | {
    stem(word): Fraction(str(size)) for size, words in _GERMAN.items() for word in words.split("|")
}
"""Seconds in each unit of time, by the stem of its name."""
UNFIXED: Final = frozenset(map(stem, ("month", "mo", "monat", "monate", "year", "yr", "jahr", "jahre", "quarter")))
"""Lengths of time that are now longer, now shorter."""

_BYTES: Final = {
    stem(f"{prefix}{word}"): f"{symbol}B"
    for symbol, prefix in {"k": "k", "M": "m", "G": "g", "T": "t", "P": "p"}.items()
    for word in ("b", "ib")
}
_IN_FULL: Final = {"gigabyte": "GB", "terabyte": "TB", "megabyte": "MB", "gig": "GB"}
_LONGEST: Final = 16


def spelled(word: str) -> str | None:
    """A unit as a unit library spells it; nothing for bits that may be bytes (`Gb`), and for what is no word."""
    if not (word.isascii() and word.isalpha()) or len(word) > _LONGEST:
        return None
    low = stem(word)
    if low in _BYTES and (word.islower() or word.endswith(("B", "Bs"))):
        return _BYTES[low][0] + ("iB" if "i" in low else "B")
    if low in _BYTES:
        return None
    return _IN_FULL.get(low, word)


def is_bits_or_bytes(word: str) -> bool:
    """Whether it is spelled as a number of bits where bytes are as likely."""
    return stem(word) in _BYTES and spelled(word) is None


def factor(unit: str, wanted: str) -> Fraction | None:
    """By what a number in one unit is multiplied to be one in the other; nothing if they measure different things."""
    parts, goal = unit.split("/"), wanted.split("/")
    if len(parts) != len(goal) or set(wanted) & set("()*^"):
        return None
    made = Fraction(1)
    for at, (one, other) in enumerate(zip(parts, goal, strict=True)):
        single = _single(one.strip(), other.strip())
        if single is None:
            return None
        made = made / single if at else made * single
    return made


@lru_cache(maxsize=4096)
def _single(unit: str, wanted: str) -> Fraction | None:
    word = spelled(unit)
    if word is None:
        return None
    if word == wanted:
        return Fraction(1)
    if wanted in COUNTED:
        return Fraction(1) if stem(unit) == stem(wanted) else None
    if stem(unit) in TIME and stem(wanted) in TIME:
        return TIME[stem(unit)] / TIME[stem(wanted)]
    one, other = atom(word), atom(wanted)
    if one is None or other is None or one.roots != other.roots or one.counts != other.counts:
        return None
    return one.scale / other.scale
