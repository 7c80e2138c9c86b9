"""Answers to the question that was asked last: a number alone, a value alone, yes or no."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from service.language.phrases import Token
from service.language.reading import from_text
from service.model.inputs import BooleanInput, ChoiceInput, DurationInput, NumberInput, TextInput
from service.understanding.admission import Admission
from service.understanding.amounts import fit
from service.understanding.claims import Claim, Open, Said
from service.understanding.draft import Clause, Draft, has
from service.understanding.items import COMMON
from service.understanding.lexicon import Lexicon
from service.understanding.units import TIME

_LIKELY: Final = ("s", "min", "h", "day")
"""Units that a length of time without one may have."""
_PERCENT: Final = 100


class Answers:
    """Reads clauses as answers to the question about one input."""

    def __init__(self, draft: Draft, lexicon: Lexicon, asked: str | None) -> None:
        """Without a question there are no answers."""
        self._draft = draft
        self._lexicon = lexicon
        self._admission = Admission(lexicon.inputs)
        self._asked = asked if asked is not None and asked in lexicon.inputs else None

    def of(self, clause: Clause, *, denied: bool) -> Iterator[Said]:
        """The answer that a clause is, if it is nothing else."""
        draft, asked = self._draft, self._asked
        content = [at for at in draft.open(clause) if not draft.plain(at)]
        if asked is None or not content:
            return
        at, one = content[0], self._lexicon.inputs[asked]
        if isinstance(one, TextInput):
            yield from self._name(asked, content, sure=not clause.unsure)
            return
        if len(content) != 1:
            return
        item = draft.items[at]
        words = draft.words(at, at + 1)
        sure = not clause.unsure and not item.guess
        if isinstance(one, BooleanInput) and has(item, "yes", "no"):
            yield Claim(input=asked, value=has(item, "yes"), words=words, sure=sure)
        elif isinstance(one, ChoiceInput) and not denied:
            values = [value for name, value in item.entry.says if name == asked]
            if len(values) != 1:
                return
            yield Claim(input=asked, value=values[0], words=words, sure=sure)
        elif item.amount is not None and not denied:
            yield from self._number(asked, at, sure=sure and not item.amount.unsure)
        else:
            return
        draft.used.add(at)

    def _name(self, asked: str, content: list[int], *, sure: bool) -> Iterator[Said]:
        """A text, if it is written without a space: no word of a name such as `nvidia-l4` means anything by itself."""
        words, places = self._draft.piece(content[0])
        if not set(content) <= set(places):
            return
        item = self._draft.items[content[0]]
        value = self._admission.value(asked, from_text(self._lexicon.inputs[asked], words))
        yield Claim(input=asked, value=value, words=words, sure=sure and item.kind == "word" and not item.guess)
        self._draft.used.update(places)

    def _number(self, asked: str, at: int, *, sure: bool) -> Iterator[Said]:
        amount, one = self._draft.items[at].amount, self._lexicon.inputs[asked]
        found = fit(amount, one) if amount else None
        if amount is None:
            return
        words = amount.text
        if found is None:
            yield Open(inputs=(asked,), words=words, readings=tuple(self._claims(asked, self._times(at), words)))
        elif len(found.values) == 1 and sure:
            remark = words if found.converted else None
            yield Claim(input=asked, value=found.values[0], words=words, remark=remark)
        else:
            yield Open(inputs=(asked,), words=words, readings=tuple(self._claims(asked, found.values, words)))

    def _times(self, at: int) -> list[Any]:
        """A number as a length of time in each of the units that are likely."""
        amount, one = self._draft.items[at].amount, self._lexicon.inputs[self._asked or ""]
        if amount is None or not amount.bare or not isinstance(one, DurationInput):
            return []
        return [float(each * TIME[unit]) for each in amount.parts[0].readings for unit in _LIKELY]

    def _claims(self, asked: str, values: Any, words: str) -> Iterator[Claim]:
        for value in values:
            yield Claim(input=asked, value=value, words=words, sure=False)

    def unsure(self, clause: Clause) -> Iterator[Said]:
        """An answer beside words that nobody understands, or a part of one."""
        asked = self._asked
        if asked is None or any(at in self._draft.used for at in range(clause.start, clause.end)):
            return
        one = self._lexicon.inputs[asked]
        places = self._draft.open(clause)
        words = self._draft.words(clause.start, clause.end) if places else ""
        amounts = [at for at in places if self._draft.items[at].amount]
        if isinstance(one, ChoiceInput):
            values = self._like(asked, {token.stem for token in self._tokens(places)})
        else:
            values = [value for at in amounts for value in self._values(at)]
        if values:
            yield Open(inputs=(asked,), words=words, readings=tuple(self._claims(asked, values, words)))
            self._draft.used.update(amounts or places)

    def _values(self, at: int) -> list[Any]:
        amount, one = self._draft.items[at].amount, self._lexicon.inputs[self._asked or ""]
        found = fit(amount, one) if amount else None
        return list(found.values) if found else self._times(at)

    def _tokens(self, places: list[int]) -> Iterator[Token]:
        for at in places:
            item = self._draft.items[at]
            if item.kind in ("word", "phrase"):
                yield from self._draft.tokens[item.start : item.end]

    def _like(self, asked: str, stems: set[str]) -> list[str]:
        """The values of the choice that are called by one of these words, among others."""
        entries = self._lexicon.entries.items()
        found = [
            value for key, entry in entries if stems & set(key) - COMMON for name, value in entry.says if name == asked
        ]
        return list(dict.fromkeys(found))


def as_percentage(one: object, value: Any) -> float | None:
    """The ratio that a number above 1 is, taken for one in percent."""
    if not isinstance(one, NumberInput) or one.maximum != 1 or not 1 < value <= _PERCENT:
        return None
    return float(Fraction(str(value)) / _PERCENT)
