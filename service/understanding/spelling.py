"""Words that look like others, as slips of the pen do; the door to rapidfuzz."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

SHORTEST: Final = 4
"""Letters of the shortest word that is compared."""
LIKE: Final = 78.0
"""How like two words are, of 100, that may be the same."""
LONG: Final = 8
"""Letters of a word in which one slip leaves no doubt."""


class Likeness(Struct, frozen=True):
    """The words that another one may be meant to be, the likest first, and whether the first is sure."""

    words: tuple[str, ...]
    sure: bool


def alike(word: str, known: Iterable[str]) -> Likeness:
    """The known words that this one looks like.

    It is sure of one in long words without digits that differ by one letter, or by two that changed places, if no
    other known word is nearly as like.
    """
    if len(word) < SHORTEST:
        return Likeness((), sure=False)
    found = process.extract(word, list(known), scorer=fuzz.ratio, score_cutoff=LIKE, limit=3)
    words = tuple(one for one, _, _ in found)
    alone = len(found) == 1 or (len(found) > 1 and OSA.distance(word, words[1]) > 2)  # noqa: PLR2004 - two letters
    plain = bool(words) and not any(one.isdigit() for one in word + words[0])
    sure = plain and alone and min(len(word), len(words[0])) >= LONG and OSA.distance(word, words[0]) == 1
    return Likeness(words, sure=sure and word[0] == words[0][0])
