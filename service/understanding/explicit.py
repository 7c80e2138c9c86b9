"""What is said outright: `gpus=24`, `workload: training`, `latency critical: no`."""

from collections.abc import Iterator
from typing import Any, Final

from service.understanding.amounts import fit
from service.understanding.claims import Claim, Open, Said
from service.understanding.draft import Draft
from service.understanding.lexicon import Lexicon
from service.understanding.written import Written

_EQUAL: Final = frozenset("=:\u2192")
_PASSED: Final = frozenset(("count", "(", ")", '"', "'"))
_NEAR: Final = 3
"""Items after a sign of equality among which the number is looked for that is not sure."""


class Explicit:
    """Finds the names of inputs that are followed by a sign of equality and a value."""

    def __init__(self, draft: Draft, lexicon: Lexicon) -> None:
        """Read this draft."""
        self._draft = draft
        self._lexicon = lexicon
        self._written = Written(draft, lexicon)

    def claims(self) -> Iterator[tuple[int, Said]]:
        """What is said outright, each with the place of its name; it counts as understood."""
        for at in range(len(self._draft.items)):
            names = self._draft.items[at].entry.names
            if names and at not in self._draft.used:
                sign = self._sign(at)
                if sign is not None:
                    yield from self._given(at, sign, names)

    def _sign(self, at: int) -> int | None:
        """The place of the last sign that says that a value follows."""
        items, place = self._draft.items, at + 1
        while place < len(items) and items[place].text.casefold() in _PASSED:
            place += 1
        answered = (
            place + 1 < len(items) and items[place].text in ("?", "-", "\u2013", ",") and self._is_answer(place + 1)
        )
        if answered and self._flag(at):
            return place
        if place < len(items) and items[place].text in _EQUAL:
            while place + 1 < len(items) and items[place + 1].text in _EQUAL | {">"}:
                place += 1
            return place
        return at if self._flag(at) and self._is_answer(at + 1) else None

    def _flag(self, at: int) -> bool:
        return bool(self._draft.items[at].entry.flags)

    def _is_answer(self, at: int) -> bool:
        """Whether yes or no stands here, and nothing that it could deny after it."""
        items = self._draft.items
        if at >= len(items) or not items[at].marks & {"yes", "no"} or items[at].entry.names:
            return False
        return at + 1 >= len(items) or items[at + 1].kind == "sign" or bool(items[at + 1].marks & {"and"})

    def _given(self, at: int, sign: int, names: tuple[str, ...]) -> Iterator[tuple[int, Said]]:
        draft, place = self._draft, sign + 1
        if place >= len(draft.items):
            return
        name = names[0]
        raw, end = self._written.value(name, sign)
        words = draft.words(at, max(end, place + 1))
        if len(names) > 1:
            readings = tuple(self._claim(one, sign, words) for one in names)
            yield at, Open(inputs=names, words=words, readings=tuple(one for one in readings if one))
        elif raw is None:
            end = self._unclear_end(place)
            words = draft.words(at, end)
            yield at, Open(inputs=(name,), words=words, readings=self._unsure(name, range(place, end), words))
        else:
            yield at, Claim(input=name, value=raw, words=words)
            end = self._remark(name, raw, self._noun(name, end))
        draft.used.update(range(at, end))

    def _claim(self, name: str, sign: int, words: str) -> Claim | None:
        raw, _ = self._written.value(name, sign)
        return None if raw is None else Claim(input=name, value=raw, words=words, sure=False)

    def _noun(self, name: str, place: int) -> int:
        """Past the name of what is counted: `gpus = 24 GPUs`."""
        items = self._draft.items
        counted = place < len(items) and items[place].entry.noun and name in items[place].entry.names
        return place + 1 if counted and self._sign(place) is None else place

    def _unclear_end(self, place: int) -> int:
        """Behind what belongs to a value that is not sure: words such as `about` before it, both ends of a range."""
        draft, end = self._draft, place + 1
        near = range(place, min(place + _NEAR, len(draft.items)))
        amounts = [at for at in near if draft.items[at].amount]
        if amounts and all(draft.items[at].marks for at in range(place, amounts[0])):
            end = amounts[0] + 1
        return max([end, *(draft.range_ends[at] + 1 for at in range(place, end) if at in draft.range_ends)])

    def _unsure(self, name: str, places: range, words: str) -> tuple[Claim, ...]:
        values: list[Any] = []
        for item in (self._draft.items[at] for at in places):
            found = fit(item.amount, self._lexicon.inputs[name]) if item.amount else None
            values += found.values if found else ()
            values += [value for owner, value in item.entry.says if owner == name]
        return tuple(Claim(input=name, value=one, words=words, sure=False) for one in values)

    def _remark(self, name: str, raw: Any, end: int) -> int:
        """Past a remark in brackets that says the same once more: `memory = 85.9 (80 GiB)`."""
        items = self._draft.items
        if end + 2 >= len(items) or (items[end].text, items[end + 2].text) != ("(", ")"):
            return end
        amount = items[end + 1].amount
        found = fit(amount, self._lexicon.inputs[name]) if amount and not amount.unsure else None
        return end + 3 if found and raw in found.values else end
