"""Numbers with the names of what they count or measure: `3 VMs`, `GPUs: 24`, `8 GPUs each`, `80 GB per GPU`."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct, structs

from service.model.inputs import DurationInput, IntegerInput, NumberInput
from service.understanding.amounts import Amount, Fit, fit
from service.understanding.claims import Claim, Open, Portion, Said
from service.understanding.draft import Clause, Draft, has
from service.understanding.lexicon import Lexicon
from service.understanding.sharing import Places, Sharing

_NUMERIC: Final = (IntegerInput, NumberInput, DurationInput)


class Pair(Struct, frozen=True):
    """An amount and the name beside it, by their places; `sure` if only little words lie between."""

    amount: int
    name: int
    sure: bool

    @property
    def places(self) -> tuple[int, int]:
        """From the first of the two to behind the last."""
        return min(self.amount, self.name), max(self.amount, self.name) + 1


class Counting:
    """Reads the numbers of clauses."""

    def __init__(self, draft: Draft, lexicon: Lexicon, asked: str | None) -> None:
        """`asked` decides where a name could stand for several inputs."""
        self._draft = draft
        self._lexicon = lexicon
        self._asked = asked
        self._sharing = Sharing(draft, lexicon)

    def of(self, clause: Clause, *, denied: bool) -> Iterator[Said]:
        """What the numbers of a clause say; those that are understood are marked.

        With a number that nobody understands beside them, they are not sure: `2 clusters of 3 VMs` may be six.
        """
        found = [*self._found(clause, denied=denied)]
        torn = any(isinstance(one, Portion) and not one.holder and self._sharing.holds(one.input) for one in found)
        sure = not torn and not self.has_strays(clause)
        yield from (one if sure or isinstance(one, Open) else structs.replace(one, sure=False) for one in found)

    def has_strays(self, clause: Clause) -> bool:
        """Whether a number alone is left in a clause."""
        items = (self._draft.items[at] for at in self._draft.open(clause))
        return any(one.amount is not None and one.amount.bare for one in items)

    def _found(self, clause: Clause, *, denied: bool) -> Iterator[Said]:
        places = self._draft.open(clause)
        holders = self._sharing.holders(clause)
        names = [at for at in places if self._names(at) and at not in holders.nouns]
        amounts = [at for at in places if self._draft.items[at].amount]
        adjectives = {at for at in {name - 1 for name in names} & set(amounts) if self._is_joined(at + 1)}
        for at in sorted(adjectives):
            yield from self._adjective(clause, at, denied=denied)
        rest = [at for at in amounts if at not in adjectives]
        pairs = [*self._pairs(rest, [at for at in names if at - 1 not in adjectives])]
        yield from self._vague(names, pairs)
        for spot, pair in enumerate(pairs):
            beside = [one.places for one in (*pairs[max(spot - 1, 0) : spot], *pairs[spot + 1 : spot + 2])]
            yield from self._pair(clause, pair, beside, denied=denied)
        for at in amounts:
            if at not in self._draft.used:
                yield from self._alone(clause, at, denied=denied)

    def _is_joined(self, at: int) -> bool:
        return bool(self._draft.tokens[self._draft.items[at].start].joined)

    def _adjective(self, clause: Clause, at: int, *, denied: bool) -> Iterator[Said]:
        """`8-GPU VMs` have eight each; what an `8-GPU job` has in all is not sure."""
        draft = self._draft
        after = draft.items[at + 2].entry.names if at + 2 < clause.end else ()
        values = [(name, value) for name in self._names(at + 1) for value in self._values(at, name)]
        words = draft.words(at, min(at + 3, clause.end))
        if len(values) == 1 and len(after) == 1 and after[0] not in self._names(at + 1):
            [(name, value)] = values
            sure = not clause.unsure and not denied
            yield Portion(input=name, value=value, words=words, holder=after[0], sure=sure)
        else:
            yield _open(values, words)
        draft.used.update((at, at + 1))

    def _names(self, at: int) -> list[str]:
        """The inputs with a number that a phrase names."""
        return [one for one in self._draft.items[at].entry.names if isinstance(self._lexicon.inputs[one], _NUMERIC)]

    def _pairs(self, amounts: list[int], names: list[int]) -> Iterator[Pair]:
        """Each amount with its name: with the one before if names come first throughout, else with the one after."""
        row = sorted([*amounts, *names])
        named = set(names)
        first = bool(row) and len(row) % 2 == 0 and all((at in named) == (not spot % 2) for spot, at in enumerate(row))
        taken: set[int] = set()
        for spot, at in enumerate(row):
            if at in named:
                continue
            before, after = row[spot - 1 : spot] if spot else [], row[spot + 1 : spot + 2]
            for name in (*before, *after) if first else (*after, *before):
                if name in named and name not in taken and self._fits(at, name):
                    taken.add(name)
                    torn = name in after and before == [at - 1] and at - 1 in named and at - 1 not in taken
                    yield Pair(at, name, self._is_close(min(at, name), max(at, name)) and not torn)
                    break

    def _fits(self, at: int, name: int) -> bool:
        return any(self._fit(at, one) for one in self._names(name))

    def _fit(self, at: int, name: str) -> Fit | None:
        amount = self._draft.items[at].amount
        return fit(amount, self._lexicon.inputs[name]) if amount else None

    def _is_close(self, start: int, end: int) -> bool:
        items = self._draft.items
        return all(self._draft.plain(at) or items[at].entry.says for at in range(start + 1, end))

    def _vague(self, names: list[int], pairs: list[Pair]) -> Iterator[Said]:
        """Names with words such as `several` or `no` in place of a number."""
        paired = {pair.name for pair in pairs}
        for at in names:
            before = self._draft.items[at - 1] if at and at - 1 not in self._draft.used else None
            if at not in paired and before and has(before, "vague", "no", "not"):
                yield Open(inputs=tuple(self._names(at)), words=self._draft.words(at - 1, at + 1))
                self._draft.used.update((at - 1, at))

    def _pair(self, clause: Clause, pair: Pair, beside: list[Places], *, denied: bool) -> Iterator[Said]:
        draft = self._draft
        names = [one for one in self._names(pair.name) if self._fit(pair.amount, one)]
        if self._asked in names:
            names = [self._asked]
        amount = draft.items[pair.amount].amount
        guess = draft.items[pair.name].guess
        sure = pair.sure and not clause.unsure and not denied and not guess and not (amount and amount.unsure)
        first = draft.ranges.get(pair.amount, pair.amount)
        places = [at for at in (first, pair.amount) if at == pair.amount or at not in draft.used]
        values = [(name, value) for name in names for at in dict.fromkeys(places) for value in self._values(at, name)]
        words = draft.words(min(first, *pair.places), pair.places[1])
        words = draft.words(clause.start, clause.end) if clause.unsure else words
        draft.used.add(first)
        if len(values) == 1:
            [(name, value)] = values
            claim = Claim(input=name, value=value, words=words, sure=sure, remark=self._remark(pair.amount, name))
            yield from self._sharing.shared(clause, claim, pair.places, beside)
        else:
            yield _open(values, words, names)
        draft.used.update(range(*pair.places))

    def _values(self, at: int, name: str) -> tuple[Any, ...]:
        found = self._fit(at, name)
        return found.values if found else ()

    def _remark(self, at: int, name: str) -> str | None:
        """How an amount was written, where it is in another unit."""
        found, amount = self._fit(at, name), self._draft.items[at].amount
        if not found or not found.converted or amount is None:
            return None
        [first, *rest] = amount.parts
        return amount.text if rest or len(first.unit) > 1 or not first.unit.isalpha() else f"{first.text}{first.unit}"

    def _alone(self, clause: Clause, at: int, *, denied: bool) -> Iterator[Said]:
        """An amount without a name: its unit may tell what it is, together with `per GPU`."""
        amount = self._draft.items[at].amount
        if amount is None or amount.bare:
            return
        names = [name for name, one in self._lexicon.inputs.items() if isinstance(one, _NUMERIC)]
        values = [(name, value) for name in names if self._is_own(amount, name) for value in self._values(at, name)]
        words, holder = self._draft.words(at, at + 1), self._sharing.holder_after(clause, at)
        per = [
            (name, value) for name, value in values if holder and self._lexicon.parts.get(name, set()) & holder.nouns
        ]
        if len(per) == 1 and not denied and not clause.unsure and not amount.unsure:
            yield Claim(input=per[0][0], value=per[0][1], words=words, remark=self._remark(at, per[0][0]))
        elif values:
            yield _open(values, words)
        else:
            return
        self._draft.used.add(at)
        if per and holder:
            self._draft.used.update(range(at, holder.end))

    def _is_own(self, amount: Amount, name: str) -> bool:
        """Whether the unit measures this input; a letter that multiplies is no unit."""
        one = self._lexicon.inputs[name]
        found = fit(amount, one)
        letter = len(amount.parts) == 1 and len(amount.parts[0].unit) == 1 and not isinstance(one, DurationInput)
        return found is not None and (not letter or amount.parts[0].unit == "%")


def _open(values: list[tuple[str, Any]], words: str, names: Iterable[str] = ()) -> Open:
    readings = tuple(Claim(input=name, value=value, words=words, sure=False) for name, value in values)
    inputs = dict.fromkeys(name for name, _ in values) or dict.fromkeys(names)
    return Open(inputs=tuple(inputs), words=words, readings=readings)
