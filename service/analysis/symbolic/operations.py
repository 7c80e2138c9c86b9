"""Logic as CEL has it, and what is said of values of any kind: equality, a choice between two, membership.

`&&` and `||` absorb what fails: `false && <no value>` is false, on either side.
"""

from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from service.analysis.solver.solving import Solver
from service.analysis.solver.terms import Term
from service.analysis.symbolic.comparing import Comparing
from service.analysis.symbolic.doubles import Doubles
from service.analysis.symbolic.encoded import Column, Encoded, Opaque, Real, Row, Truth, Whole, Word
from service.analysis.symbolic.integers import Integers
from service.analysis.symbolic.lists import Lists
from service.analysis.symbolic.texts import Texts
from service.analysis.symbolic.unknowns import Unknowns


class Operations:
    """What does not depend on the kind of its values."""

    def __init__(self, solver: Solver, unknowns: Unknowns) -> None:
        """Work with the terms of this solver."""
        self.terms = solver.terms
        self.unknowns = unknowns
        self.integers = Integers(self.terms)
        self.doubles = Doubles(self.terms)
        self.comparing = Comparing(self.terms)
        self.texts = Texts(self.terms)
        self.lists = Lists(self.terms, unknowns)

    def both(self, one: Truth, other: Truth) -> Truth:
        """`&&`."""
        fails = self.terms.all([self.terms.any([one.fails, other.fails]), *(self._not_false(x) for x in (one, other))])
        return Truth(self.terms.all([one.term, other.term]), fails)

    def either(self, one: Truth, other: Truth) -> Truth:
        """`||`."""
        holds = self.terms.any([self._certain(one), self._certain(other)])
        fails = self.terms.all([self.terms.any([one.fails, other.fails]), self.terms.no(holds)])
        return Truth(holds, fails)

    def opposite(self, one: Truth) -> Truth:
        """`!`."""
        return Truth(self.terms.no(one.term), one.fails)

    def choose(self, condition: Truth, one: Encoded, other: Encoded) -> Encoded:
        """`?:`: only the way that is taken can fail."""
        return self.failing(self._chosen(condition.term, one, other), condition.fails)

    def failing(self, one: Encoded, fails: Term) -> Encoded:
        """The same, but without a value where this holds, too."""
        return replace(one, fails=self.terms.any([one.fails, fails]))

    def less(self, one: Encoded, other: Encoded) -> Truth:
        """`<` of numbers and truth values."""
        match one, other:
            case Whole(), Whole():
                return self.integers.less(one, other)
            case Real(), Real():
                return self.comparing.less(one, other)
            case Truth(), Truth():
                holds = self.terms.all([self.terms.no(one.term), other.term])
                return Truth(holds, self.terms.any([one.fails, other.fails]))
            case _:
                fails = self.terms.any([one.fails, other.fails])
                return self.unknowns.truth("<", (self.identity(one), self.identity(other)), fails)

    def at_most(self, one: Encoded, other: Encoded) -> Truth:
        """`<=`, which is not the opposite of `>` where NaN is."""
        if isinstance(one, Real) and isinstance(other, Real):
            return self.comparing.at_most(one, other)
        return self.opposite(self.less(other, one))

    def equal(self, one: Encoded, other: Encoded) -> Truth:
        """`==`."""
        fails = self.terms.any([one.fails, other.fails])
        match one, other:
            case Whole(), Whole():
                return self.integers.equal(one, other)
            case Real(), Real():
                return self.comparing.equal(one, other)
            case Truth(), Truth():
                return Truth(self.terms.same(one.term, other.term), fails)
            case Word(), Word():
                return Truth(self.texts.equal(one, other), fails)
            case Row(items=items), Row(items=others):
                pairs = zip(items, others, strict=True) if len(items) == len(others) else None
                same = self.terms.all(self.equal(a, b).term for a, b in pairs) if pairs else self.terms.false
                return Truth(same, fails)
            case _:
                return self.unknowns.truth("==", (self.identity(one), self.identity(other)), fails)

    def within(self, one: Encoded, row: Encoded) -> Truth:
        """`in`."""
        fails = self.terms.any([one.fails, row.fails])
        if isinstance(row, Row):
            return Truth(self.terms.any(self.equal(one, item).term for item in row.items), fails)
        return self.unknowns.truth("in", (self.identity(one), self.identity(row)), fails)

    def at(self, row: Row, index: Whole) -> Encoded:
        """`row[index]`: there is no value beside the list."""
        places = [self.integers.equal(index, self.integers.literal(place)).term for place in range(len(row.items))]
        beside = self.terms.no(self.terms.any(places))
        fails = self.terms.any([row.fails, index.fails, beside])
        if not row.items:
            return Opaque("an item of an empty list", "", fails)
        pairs = list(zip(places, row.items, strict=True))
        found = reduce(lambda so_far, pair: self._chosen(pair[0], pair[1], so_far), pairs[1:], pairs[0][1])
        return replace(found, fails=fails)

    def identity(self, one: Encoded) -> object:
        """What two values share only if they are the same."""
        match one:
            case Truth(term=term) | Whole(term=term) | Real(term=term):
                return self.unknowns.identity(term)
            case Word(cases=cases):
                return tuple((text, self.unknowns.identity(where)) for text, where in cases.items())
            case Row(items=items):
                return tuple(self.identity(item) for item in items)
            case Column(name=name):
                return name
            case Opaque(key=key):
                return key
            case unreachable:
                assert_never(unreachable)

    def _chosen(self, condition: Term, one: Encoded, other: Encoded) -> Encoded:
        choose = self.terms.choose
        match one, other:
            case Truth(), Truth():
                return Truth(choose(condition, one.term, other.term), choose(condition, one.fails, other.fails))
            case Whole(), Whole():
                return self.integers.choose(condition, one, other)
            case Real(), Real():
                return self.doubles.choose(condition, one, other)
            case Word(), Word():
                return self.texts.choose(condition, one, other)
            case Row(items=items), Row(items=others) if len(items) == len(others):
                chosen = tuple(self._chosen(condition, a, b) for a, b in zip(items, others, strict=True))
                return Row(chosen, choose(condition, one.fails, other.fails))
            case _:
                key = (self.unknowns.identity(condition), self.identity(one), self.identity(other))
                return Opaque("?:", key, choose(condition, one.fails, other.fails))

    def _certain(self, one: Truth) -> Term:
        return self.terms.all([one.term, self.terms.no(one.fails)])

    def _not_false(self, one: Truth) -> Term:
        return self.terms.any([one.term, one.fails])
