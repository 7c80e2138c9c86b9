"""`8 GPUs each`, `per VM`, `3 VMs x 8 GPUs`: a number that is one share of many, and what it is shared among."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from service.model.inputs import IntegerInput
from service.understanding.claims import Claim, Open, Portion, Said
from service.understanding.draft import Clause, Draft, has
from service.understanding.lexicon import Lexicon

HOLDERS: Final = frozenset(
    {"VM", "node", "host", "machine", "cluster", "slice", "rack", "pod", "container", "region", "zone"}
)
"""Units of what holds other things; who says `8 GPUs each` means so many in each of these."""
_SPREAD: Final = frozenset({"on", "across", "in", "over", "among", "auf"})

Places = tuple[int, int]


class Holder(Struct, frozen=True):
    """What something is said to be in each of: the inputs that it may be, and the stems by which they are called."""

    inputs: tuple[str, ...]
    nouns: frozenset[str]
    at: int
    end: int = 0


class Holders(Struct, frozen=True):
    """What a clause says of shares: places of nouns that only say in each of what, and of `each` alone."""

    named: tuple[Holder, ...]
    nouns: frozenset[int]
    alone: tuple[int, ...]


class Sharing:
    """Reads shares in clauses."""

    def __init__(self, draft: Draft, lexicon: Lexicon) -> None:
        """Read this draft."""
        self._draft = draft
        self._lexicon = lexicon
        self._holders: dict[int, Holders] = {}

    def holders(self, clause: Clause) -> Holders:
        """What is said of shares in a clause."""
        if clause.start not in self._holders:
            self._holders[clause.start] = self._found(clause)
        return self._holders[clause.start]

    def _found(self, clause: Clause) -> Holders:
        named: list[Holder] = []
        nouns: set[int] = set()
        alone: list[int] = []
        for at in range(clause.start, clause.end):
            if not self._is_share(at):
                continue
            place = self._noun_after(clause, at)
            if place is None:
                alone.append(at)
                continue
            named.append(self._holder(at, place))
            if not self._draft.items[place - 1].amount:
                nouns.add(place)
        return Holders(tuple(named), frozenset(nouns), tuple(alone))

    def _is_share(self, at: int) -> bool:
        item = self._draft.items[at]
        return item.text == "/" or (item.kind == "mark" and has(item, "each", "per"))

    def _noun_after(self, clause: Clause, at: int) -> int | None:
        """The place of the noun after `per`, `each`, or `on each of 3`."""
        items, place, spread = self._draft.items, at + 1, has(self._draft.items[at], "per")
        while place < clause.end and has(items[place], "filler", "of") and not items[place].entry.names:
            spread = spread or has(items[place], "of") or items[place].text.casefold() in _SPREAD
            place += 1
        if place < clause.end and items[place].amount and spread:
            place += 1
        if place < clause.end and items[place].entry.names and items[place].kind == "phrase":
            return place
        return None

    def _holder(self, at: int, place: int) -> Holder:
        names = self._draft.items[place].entry.names
        nouns = frozenset(noun for name in names for noun in self._lexicon.nouns.get(name, ()))
        return Holder(names, nouns, at, place + 1)

    def holder_after(self, clause: Clause, at: int) -> Holder | None:
        """What an amount is said to be in each of, right after it."""
        found = [one for one in self.holders(clause).named if one.at >= at]
        return found[0] if found else None

    def shared(self, clause: Clause, claim: Claim, own: Places, others: list[Places]) -> Iterator[Said]:
        """The claim of a pair, as a share if it is one; `others` are the pairs before and after it."""
        relation = self._relation(clause, claim, own, others)
        if relation is None or not isinstance(self._lexicon.inputs[claim.input], IntegerInput):
            yield claim
        elif isinstance(relation, Open):
            yield relation
        elif self._lexicon.parts.get(claim.input, set()) & self._nouns(relation.inputs):
            yield claim  # it is a number per VM by its own name
        else:
            holder = relation.inputs[0] if relation.inputs else None
            yield Portion(
                input=claim.input, value=claim.value, words=self._words(clause), holder=holder, sure=claim.sure
            )
            self._draft.used.update(range(relation.at, relation.at + 1))
            self._use_nouns(clause)

    def _relation(self, clause: Clause, claim: Claim, own: Places, others: list[Places]) -> Holder | Open | None:
        holders = self.holders(clause)
        named = [one for one in holders.named if claim.input not in one.inputs]
        if named:
            return named[0]
        for at in holders.alone:
            if self._belongs(at, own, others):
                return Holder((), frozenset(), at)
        return self._between(clause, claim, own, others[0]) if len(others) == 1 else None

    def _belongs(self, at: int, own: Places, others: list[Places]) -> bool:
        """Whether `each` is said of this pair: it stands right behind it, or in front of it and behind no other."""
        trailing = [one for one in (own, *others) if one[1] <= at and all(map(self._draft.plain, range(one[1], at)))]
        after = self._draft.items[at + 1] if at + 1 < len(self._draft.items) else None
        follows = after is not None and (after.kind == "amount" or has(after, "with", "filler"))
        leading = [one for one in (own, *others) if one[0] > at]
        if leading and (follows or not trailing):
            return min(leading) == own
        return bool(trailing) and max(trailing) == own

    def _between(self, clause: Clause, claim: Claim, own: Places, other: Places) -> Holder | Open | None:
        """How two pairs of a clause belong together: `3 VMs x 8 GPUs`, `3 VMs with 8 GPUs`, `8 GPUs on 3 VMs`."""
        draft = self._draft
        first, second = sorted((own, other))
        marks = [(at, draft.items[at]) for at in range(first[1], second[0])]
        holder = [name for at in range(*other) for name in draft.items[at].entry.names if self.holds(name)]
        if not holder or self.holds(claim.input):
            return None
        crossed = next(
            (at for at, one in marks if one.text.casefold() in ("x", "\u00d7", "*", "\u00e0", "mal", "times")), None
        )
        if crossed is not None:
            return Holder((holder[0],), self._nouns((holder[0],)), crossed)
        words = draft.words(first[0], second[1])
        whole = Claim(input=claim.input, value=claim.value, words=words, sure=False)
        count = [item.amount for item in draft.items[other[0] : other[1]] if item.amount]
        sizes = [each for one in count if len(one.parts) == 1 for each in one.parts[0].readings]
        total = any(has(draft.items[at], "total") for at in range(clause.start, clause.end))
        joined = any(has(one, "with", "of") for _, one in marks)
        spread = any(one.text.casefold() in _SPREAD for _, one in marks)
        uneven = spread and any(size == 0 or claim.value % size for size in sizes)
        if total or not (joined or uneven):
            return None
        many = [Claim(input=claim.input, value=int(claim.value * size), words=words, sure=False) for size in sizes]
        return Open(inputs=(claim.input,), words=words, readings=(whole, *many))

    def holds(self, name: str) -> bool:
        """Whether an input counts what other things are in, such as VMs."""
        unit = getattr(self._lexicon.inputs[name], "unit", None)
        return unit in HOLDERS

    def _nouns(self, names: tuple[str, ...]) -> frozenset[str]:
        return frozenset(noun for name in names for noun in self._lexicon.nouns.get(name, ()))

    def _words(self, clause: Clause) -> str:
        return self._draft.words(clause.start, clause.end)

    def _use_nouns(self, clause: Clause) -> None:
        holders = self.holders(clause)
        self._draft.used.update(holders.nouns, holders.alone, (one.at for one in holders.named))
