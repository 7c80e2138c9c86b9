"""A text as a row of items: amounts, phrases of the rule, words of every chat, signs, and words that are none of it."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct, structs

from service.language.phrases import Token
from service.language.talk import MARKS, Mark
from service.understanding.amounts import Amount
from service.understanding.assigned import assigned
from service.understanding.lexicon import Entry, Lexicon, lengths
from service.understanding.numerals import SMALL, TENS, TIMES
from service.understanding.quantities import Quantities
from service.understanding.spelling import Likeness, alike
from service.understanding.units import TIME

Kind = Literal["amount", "phrase", "mark", "sign", "word"]

_LENGTHS: Final = lengths(MARKS)
COMMON: Final = (
    frozenset(word for key in MARKS for word in key) | SMALL.keys() | TENS.keys() | TIMES.keys() | TIME.keys()
)
"""Stems that are never taken for a misspelled word of a rule."""
_COMPARED: Final = 60
"""Unknown words of a text that are compared with those of the rule."""
_GAPS: Final = 4
"""Words between the words of a truth value, as in `latency is still not critical`."""
_BETWEEN: Final[frozenset[Mark]] = frozenset({"not", "unsure", "is", "asks", "filler", "very", "they"})


class Item(Struct, frozen=True):
    """One item: the tokens from `start` up to `end`, and what they are.

    `nots` counts denials inside a phrase, `very` tells of a degree, which a denial does not simply reverse, `guess` of
    a word that is only like one of the phrase.
    """

    kind: Kind
    start: int
    end: int
    text: str
    amount: Amount | None = None
    entry: Entry = Entry()
    marks: frozenset[Mark] = frozenset()
    nots: int = 0
    very: bool = False
    guess: bool = False


class Scanner:
    """Cuts one text into items."""

    def __init__(self, text: str, tokens: list[Token], lexicon: Lexicon) -> None:
        """`tokens` are those of `text`."""
        self._text = text
        self._tokens = tokens
        self._lexicon = lexicon
        self._stems = ["per" if one.text == "/" else one.stem for one in tokens]
        self._guessed: set[int] = set()
        self._correct()
        self._assigned = assigned(text, tokens, lexicon.inputs)
        self._quantities = Quantities(text, tokens, lexicon, known=self._known_at, assigned=self._assigned)

    def items(self) -> Iterator[Item]:
        """The items, in order; each token belongs to one."""
        at = 0
        while at < len(self._tokens):
            found = self._at(at)
            yield found
            at = found.end

    def _correct(self) -> None:
        """Read unknown words as the words of the rule that they look like."""
        known = self._lexicon.words
        looked_at: dict[str, Likeness] = {}
        for at, token in enumerate(self._tokens):
            if token.kind != "word" or token.stem in known or token.stem in COMMON:
                continue
            if token.stem not in looked_at and len(looked_at) < _COMPARED:
                looked_at[token.stem] = alike(token.stem, known)
            found = looked_at.get(token.stem)
            if found and found.words:
                self._stems[at] = found.words[0]
                if not found.sure:
                    self._guessed.add(at)

    def _at(self, at: int) -> Item:
        token = self._tokens[at]
        name = self._assigned.get(at)
        if name:
            return self._item("phrase", at, name.end, entry=Entry(names=(name.name,)))
        phrase = self._phrase(at)
        mark = self._mark(at)
        if phrase and (not mark or phrase.end >= mark.end):
            return structs.replace(phrase, marks=mark.marks if mark and mark.end == phrase.end else frozenset())
        quantity = self._quantities.at(at)
        if quantity:
            amount, end = quantity
            return self._item("amount", at, end, amount=amount)
        if mark:
            return mark
        if token.kind == "sign":
            return self._item("sign", at, at + 1)
        return self._item("word", at, self._chain(at))

    def _phrase(self, at: int) -> Item | None:
        """The longest phrase of the rule that begins here and is not a part of a longer word."""
        if self._inside(at):
            return None
        for length in self._sizes(self._lexicon.lengths, at):
            entry = self._lexicon.entries.get(tuple(self._stems[at : at + length]))
            if entry and not self._broken(at, at + length):
                return self._item("phrase", at, at + length, entry=entry)
        return next(
            (found for key in self._lexicon.flags.get(self._stems[at], ()) if (found := self._spread(at, key))), None
        )

    def _sizes(self, lengths_of: Mapping[str, tuple[int, ...]], at: int) -> list[int]:
        """How many tokens a phrase that begins here can have, the most first."""
        rest = len(self._tokens) - at
        sizes = [one for one in lengths_of.get(self._stems[at], ()) if one <= rest]
        return [one for one in sizes if one == 1 or self._assigned.keys().isdisjoint(range(at, at + one))]

    def _spread(self, at: int, key: tuple[str, ...]) -> Item | None:
        """A phrase that is true or false, with little words in it."""
        gaps: list[Item] = []
        place = at + 1
        for word in key[1:]:
            while place < len(self._stems) and self._stems[place] != word:
                mark = self._mark(place)
                if not mark or not mark.marks & _BETWEEN or len(gaps) >= _GAPS or self._tokens[place].joined:
                    return None
                gaps.append(mark)
                place = mark.end
            if place >= len(self._stems):
                return None
            place += 1
        if self._broken(at, place):
            return None
        nots, very, unsure = (sum(one in gap.marks for gap in gaps) for one in ("not", "very", "unsure"))
        found = self._item("phrase", at, place, entry=self._lexicon.entries[key], nots=nots, very=bool(very))
        return structs.replace(found, guess=found.guess or bool(unsure))

    def _mark(self, at: int) -> Item | None:
        if self._tokens[at].text == "\u00e0":
            return self._item("mark", at, at + 1, marks=frozenset({"of"}))
        for length in self._sizes(_LENGTHS, at):
            marks = MARKS.get(tuple(self._stems[at : at + length]))
            if marks and (length > 1 or self._tokens[at].text != "/"):
                return self._item("mark", at, at + length, marks=marks)
        return None

    def _inside(self, at: int) -> bool:
        """Whether a hyphen joins this to a word before it, one that denies excepted."""
        joined = self._tokens[at].joined
        before = self._tokens[at - 1] if joined else None
        return before is not None and before.kind == "word" and "not" not in MARKS.get((before.stem,), ())

    def _broken(self, at: int, end: int) -> bool:
        """Whether a sign that is no hyphen lies within, or a hyphen joins the end to something more."""
        if any(one.kind == "sign" and one.text not in "/%" for one in self._tokens[at:end]):
            return True
        if end < len(self._tokens) and self._tokens[end].joined:
            return self._tokens[end - 1].kind == "number" or self._phrase_or_word(end)
        return end < len(self._tokens) and self._glued(end)

    def _phrase_or_word(self, at: int) -> bool:
        """Whether what a hyphen joins is more of the word; the name of something else that is counted is not."""
        entry = self._lexicon.entries.get((self._stems[at],))
        return not (entry and entry.noun)

    def _glued(self, at: int) -> bool:
        before, here = self._tokens[at - 1], self._tokens[at]
        return before.end == here.start and "number" in (before.kind, here.kind) and here.kind != "sign"

    def _chain(self, at: int) -> int:
        """The end of a word with everything that hyphens join to it."""
        end = at + 1
        while end < len(self._tokens) and self._tokens[end].joined:
            end += 1
        return end

    def _known_at(self, at: int) -> bool:
        """Whether a phrase of the rule or a word of the language begins here."""
        return at in self._assigned or self._phrase(at) is not None or self._mark(at) is not None

    def _item(self, kind: Kind, start: int, end: int, **more: object) -> Item:
        text = self._text[self._tokens[start].start : self._tokens[end - 1].end]
        guess = kind == "phrase" and not self._guessed.isdisjoint(range(start, end))
        return Item(kind, start, end, text, guess=guess, **more)  # type: ignore[arg-type]
