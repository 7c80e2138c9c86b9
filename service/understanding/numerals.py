"""Numbers as people write them: which values a spelling can have.

A comma or a point before exactly three digits is a decimal sign in some countries and parts thousands in others, so
`1,500` has two readings. Whoever has more than one, or none, asks.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from service.language.phrases import folded, stem

MAX_DIGITS: Final = 40
MAX_EXPONENT: Final = 400
"""Longer numbers are no number that anyone asks for, and would take long to reckon with."""

_THOUSANDS: Final = re.compile(r"[1-9][0-9]{0,2}(?:([.,'_])[0-9]{3})(?:\1[0-9]{3})*")
_EITHER: Final = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")
_DECIMAL: Final = re.compile(r"(?:0|[1-9][0-9]*)?[.,][0-9]+|0|[1-9][0-9]*")

_UNITS: Final = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen"
)
_GERMAN: Final = (
    "null|eins|zwei|drei|vier|fuenf|sechs|sieben|acht|neun|zehn|elf|zwoelf|dreizehn|vierzehn|fuenfzehn|sechzehn|"
    "siebzehn|achtzehn|neunzehn"
)
_TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"

SMALL: Final[Mapping[str, int]] = {one: at for words in (_UNITS, _GERMAN) for at, one in enumerate(words.split("|"))}
"""Words for numbers below twenty, as `folded`: the stem of the German one is an article."""
TENS: Final[Mapping[str, int]] = {one: 10 * at for at, one in enumerate(_TENS.split("|"), 2)}
"""English words for tens; four may follow twenty."""


TWENTY: Final = 20


def in_words(word: str) -> int | None:
    """The number that a word is by itself."""
    low = folded(word)
    return SMALL.get(low, TENS.get(low))


TIMES: Final[Mapping[str, int]] = {
    stem(one): factor
    for factor, words in {
        12: "dozen|dutzend",
        100: "hundred|hundert",
        1_000: "thousand|tausend",
        10**6: "million|mio|millionen",
        10**9: "bn|milliarde|milliarden|mrd|billion",
        10**12: "trillion",
    }.items()
    for one in words.split("|")
}
"""Words that multiply the number before them."""
FALSE_FRIENDS: Final = frozenset(map(stem, ("billionen", "trillionen")))
"""A thousand times as much in German as in English: too large a mistake to guess."""
SUFFIXES: Final[Mapping[str, int]] = {"k": 1_000, "m": 10**6, "b": 10**9, "t": 10**12}
"""Letters that multiply the number that they stand at, where numbers count: 70B parameters."""


def readings(text: str) -> tuple[Fraction, ...]:
    """What a spelling can mean: one value, two, or none if it is no number that can be relied upon."""
    body, _, exponent = text.replace("E", "e").partition("e")
    if len(text) > MAX_DIGITS or abs(int(exponent or 0)) > MAX_EXPONENT:
        return ()
    if exponent:
        return (Fraction(text),) if "," not in body and _DECIMAL.fullmatch(body) else ()
    if _EITHER.fullmatch(body):
        return Fraction(body.replace(",", ".")), Fraction(body.replace(",", "").replace(".", ""))
    if _DECIMAL.fullmatch(body):
        return (Fraction(body.replace(",", ".")),)
    if _THOUSANDS.fullmatch(body):
        return (Fraction(re.sub(r"[^0-9]", "", body)),)
    head, sign, tail = body.rpartition("." if body.rfind(".") > body.rfind(",") else ",")
    if sign and sign not in head and _THOUSANDS.fullmatch(head):
        return (Fraction(f"{re.sub('[^0-9]', '', head)}.{tail}"),)
    return ()


def parted(text: str) -> bool:
    """Whether a comma stands where English puts one between thousands."""
    return bool(_EITHER.fullmatch(text)) and "," in text
