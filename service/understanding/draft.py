"""A text that is being read: its items, in clauses and sentences, and which of them are understood by now."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from service.language.phrases import TURNED, Token
from service.language.talk import Mark
from service.understanding.items import Item

_ENDS: Final = frozenset(".!?;\n\u2026")
_CUTS: Final = _ENDS | frozenset(",()[]{}|\u2022\u2013\u2014-:=")
_CHANGING: Final = frozenset("~\u2248<>\u2264\u2265\u00b1+#$\u20ac\u00a3^") | {TURNED}
_RANGE: Final = frozenset("-\u2013\u2014~/:")
_PIECE: Final = re.compile(r"[^\W_]+(?:[-_./][^\W_]+)*|\S")
"""Words that are joined without a space, as names of things often are."""
_OPENING: Final = 4
"""Items at the beginning of a sentence that make it a question."""
_PLAIN: Final[frozenset[Mark]] = frozenset(
    ("filler", "is", "asks", "total", "they", "with", "of", "very", "who", "and")
)


class Clause(Struct, frozen=True):
    """A part of a sentence: the items from `start` up to `end`.

    Nothing in it is sure if `unsure`. If it `presumes`, its sentence asks `which`, and what it names needs no value.
    """

    start: int
    end: int
    unsure: bool
    presumes: bool


class Draft:
    """The items of a text, and those that are understood."""

    def __init__(self, text: str, tokens: list[Token], items: list[Item]) -> None:
        """Nothing is understood yet."""
        self.text = text
        self.tokens = tokens
        self.items = items
        self.used: set[int] = set()
        self.ranges = {last: first for at in range(len(items)) for first, last in self._range(at)}
        self.range_ends = {first: last for last, first in self.ranges.items()}
        for last, first in self.ranges.items():
            self.items[first] = _like(items[first], items[last])

    def clauses(self) -> Iterator[Clause]:
        """The clauses of all sentences, in order."""
        start = 0
        while start < len(self.items):
            end = next((at for at in range(start, len(self.items)) if self._is(at, _ENDS)), len(self.items))
            yield from self._within(start, end)
            start = end + 1

    def _within(self, start: int, end: int) -> Iterator[Clause]:
        at, guess, presumes = start, self.is_guess(start, end), self.presumes(start, end)
        between = False
        for place in range(start, end + 1):
            between = between or (place < end and "between" in self._marks(place))
            if place == end or self._is(place, _CUTS) or ("and" in self._marks(place) and not between):
                yield Clause(at, place, guess or between or self._is_vague(at, place), presumes)
                at, between = place + 1, False

    def is_guess(self, start: int, end: int) -> bool:
        """Whether a sentence tells no facts: it guesses, or asks for a yes or no."""
        marks = [self._marks(at) for at in range(start, end)]
        presumes = self.presumes(start, end)
        if any("unsure" in one and "who" not in one and not (presumes and "whether" in one) for one in marks):
            return True
        if presumes:
            return False
        asks = end < len(self.items) and self.items[end].text == "?" and not self._answered(end)
        opens = bool(marks) and bool(marks[0] & {"asks", "whether"})
        return asks or opens

    def presumes(self, start: int, end: int) -> bool:
        """Whether a sentence asks `which`, and takes for granted what else it says."""
        return any("who" in self._marks(at) for at in range(start, min(end, start + _OPENING)))

    def _answered(self, at: int) -> bool:
        """Whether a question mark is followed by yes or no, as on a form."""
        return at + 1 < len(self.items) and bool(self.items[at + 1].marks & {"yes", "no"})

    def _is_vague(self, start: int, end: int) -> bool:
        """Whether its numbers are approximate, or one of several."""
        return any(
            self._marks(at) & {"about", "or"} or at in self.ranges or self._is_slash(at) or self._is(at, _CHANGING)
            for at in range(start, end)
        )

    def _is_slash(self, at: int) -> bool:
        if self.items[at].text not in ("/", "\\"):
            return False
        beside = [one for one in (at - 1, at + 1) if 0 <= one < len(self.items) and self.items[one].entry.noun]
        return len(beside) != 2  # noqa: PLR2004 - `GPUs/VM`

    def _range(self, at: int) -> Iterator[tuple[int, int]]:
        """The places of two amounts that are the ends of a range, if one begins here."""
        if self.items[at].kind != "amount":
            return
        place = at + 1
        if place < len(self.items) and self.items[place].entry.noun:
            place += 1
        joint, last = (self.items[place] if place < len(self.items) else None), place + 1
        ends: set[Mark] = {"to", "or"}
        if at > 0 and "between" in self.items[at - 1].marks:
            ends.add("and")
        if joint and joint.kind == "amount" and self.tokens[joint.start].joined:
            yield at, place
        elif (
            joint
            and last < len(self.items)
            and self.items[last].kind == "amount"
            and (joint.text in _RANGE or joint.marks & ends)
        ):
            yield at, last

    def _marks(self, at: int) -> frozenset[Mark]:
        """What a word does to those around it; nothing, if it is understood as something else."""
        return frozenset() if at in self.used else self.items[at].marks

    def _is(self, at: int, signs: frozenset[str]) -> bool:
        return self.items[at].kind == "sign" and self.items[at].text in signs and at not in self.used

    def plain(self, at: int) -> bool:
        """Whether an item adds nothing to its neighbors, or was understood already."""
        one = self.items[at]
        return at in self.used or (one.kind == "mark" and bool(one.marks & _PLAIN)) or (one.kind == "sign")

    def open(self, clause: Clause) -> list[int]:
        """The places of a clause that are not understood yet."""
        return [at for at in range(clause.start, clause.end) if at not in self.used]

    def words(self, start: int, end: int) -> str:
        """The text of items as it was written, on one line."""
        first, last = self.items[start], self.items[end - 1]
        return " ".join(self.text[self.tokens[first.start].start : self.tokens[last.end - 1].end].split())

    def piece(self, at: int) -> tuple[str, range]:
        """The unbroken piece of text that an item stands in, such as `nvidia-l4`, and the places of its items."""
        inside = self.tokens[self.items[at].start].start
        one = next(one for one in _PIECE.finditer(self.text) if one.end() > inside)
        starts = [self.tokens[item.start].start for item in self.items]
        places = [place for place, start in enumerate(starts) if one.start() <= start < one.end()]
        return one[0], range(places[0], places[-1] + 1)


def _like(first: Item, last: Item) -> Item:
    """The first amount of a range with the unit of the last, where it has none."""
    if first.amount is None or last.amount is None or not first.amount.bare or len(last.amount.parts) != 1:
        return first
    [part], [unit] = first.amount.parts, [one.unit for one in last.amount.parts]
    return structs.replace(first, amount=structs.replace(first.amount, parts=(structs.replace(part, unit=unit),)))


def has(item: Item, *marks: Mark) -> bool:
    """Whether a word of the language may do one of these things."""
    return not item.marks.isdisjoint(marks)
