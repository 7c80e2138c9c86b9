"""Text as people write it, cut into words, numbers and signs, alike whether it stands in a rule or comes from a chat.

Nothing is lost: what is none of the three is a sign, and every token knows where it stood. A number keeps its
spelling, since what `1,500` means is for others to say.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

MAX_TEXT: Final = 10_000
"""Characters of a text that are looked at."""

Kind = Literal["word", "number", "sign"]

_TOKEN: Final = re.compile(
    r"(?P<number>(?:(?<![\w.,])\.)?[0-9]+(?:[.,'_][0-9]+)*(?:[eE][+-]?[0-9]+(?![^\W_]))?)"
    r"|(?P<times>(?<=[0-9])[xX*\u00d7](?=[0-9]))"
    r"|(?P<word>[^\W\d_][^\W_]*(?:'[^\W\d_]+)*)"
    r"|(?P<sign>[^\s]|\n)"
)
_JOINED: Final = re.compile(r"(?<=[^\W_])[-_](?=[^\W_])")
_UMLAUTS: Final = str.maketrans({"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue"})
_ALIKE: Final = str.maketrans(
    dict.fromkeys("\u2019\u2018\u02bc\u00b4`", "'") | dict.fromkeys("\u2010\u2011\u2212", "-")
)
_NOTHING: Final = frozenset("\u00ad\u200c\u200d\u2060\ufeff\ufe0f")
"""Characters that only shape the text around them."""
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that let a reader see other digits than there are; each becomes a sign that makes readings unsure."""
TURNED: Final = "\ufffd"
_SHORTEST: Final = 3
"""Letters of the shortest word that has a plural."""


class Token(Struct, frozen=True):
    """A word, a number or a sign: its spelling, its stem, its place, and the `-` or `_` that joins it to the last."""

    kind: Kind
    text: str
    stem: str
    start: int
    end: int
    joined: str = ""


def cleaned(text: str) -> str:
    """The text with full-width letters, digits of all scripts, quotes and hyphens in their plain form.

    Small raised digits and fractions stay as they are: `10` with a raised 2 is not 102.
    """
    return "".join(map(_plain, unicodedata.normalize("NFC", text[:MAX_TEXT])))[:MAX_TEXT].translate(_ALIKE)


@lru_cache(maxsize=4096)
def _plain(one: str) -> str:
    if one.isascii():
        return one
    if one in _NOTHING:
        return ""
    if one in _TURNING:
        return TURNED
    match unicodedata.category(one):
        case "Nd":
            return str(unicodedata.digit(one))
        case "No" | "Cs" | "Co" | "Cn":
            return one
        case "Cf" | "Zs" | "Zl" | "Zp":
            return " "
        case _:
            plain = unicodedata.normalize("NFKC", one)
            return plain if len(plain) == 1 else one


def folded(word: str) -> str:
    """A word without case and accents; umlauts are two letters, as on a keyboard without them."""
    if word.isascii():
        return word.lower()
    low = word.casefold().translate(_UMLAUTS)
    return "".join(one for one in unicodedata.normalize("NFKD", low) if not unicodedata.combining(one))


def stem(word: str) -> str:
    """What the singular and the plural of a word share; it need not be a word."""
    low = folded(word).removesuffix("'s").removesuffix("'")
    return low[:-1] if len(low) >= _SHORTEST and low.endswith("s") and not low.endswith("ss") else low


def tokens(text: str) -> list[Token]:
    """The tokens of a text that was `cleaned`."""
    found: list[Token] = []
    joined = ""
    for one in _TOKEN.finditer(text):
        kind: Kind = "number" if one["number"] else "sign" if one["sign"] else "word"
        if kind == "sign" and _JOINED.match(text, one.start()):
            joined = one[0]
            continue
        low = one[0] if kind != "word" else stem(one[0])
        found.append(Token(kind, one[0], low, one.start(), one.end(), joined))
        joined = ""
    return found


@lru_cache(maxsize=16_384)
def phrase(text: str) -> tuple[str, ...]:
    """The stems of the words and numbers of a text, by which two spellings of a phrase are compared; `/` is `per`.

    Phrases of rules are asked for again and again; texts of people are not asked for here.
    """
    found = tokens(cleaned(text))
    return tuple("per" if one.text == "/" else one.stem for one in found if one.kind != "sign" or one.text in "/%")
