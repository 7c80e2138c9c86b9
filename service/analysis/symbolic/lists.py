"""Lists: those that are written out go item by item; of a column, the number of its records and bounds of its items."""

from collections.abc import Sequence
from math import inf

from msgspec.structs import replace

from service.analysis.solver.terms import Term, Terms
from service.analysis.symbolic.comparing import Comparing
from service.analysis.symbolic.doubles import Doubles
from service.analysis.symbolic.encoded import Column, Real, Whole
from service.analysis.symbolic.integers import Integers
from service.analysis.symbolic.unknowns import Unknowns

_PAIR = 2
_MARGIN = 2.0**-50
"""More than a sum that is rounded, and divided, can be off."""


class Lists:
    """`sum`, `mean`, `min` and `max` over lists of doubles, and the extremes of CEL's own."""

    def __init__(self, terms: Terms, unknowns: Unknowns) -> None:
        """Work with these terms."""
        self._terms = terms
        self._integers = Integers(terms)
        self._doubles = Doubles(terms)
        self._comparing = Comparing(terms)
        self._unknowns = unknowns
        self._columns: dict[str, Real] = {}

    def folded(self, function: str, items: Sequence[Real], fails: Term) -> Real:
        """One of the four, over items that are written out."""
        if not items:
            missing = self._terms.false if function == "sum" else self._terms.true
            return replace(self._doubles.literal(0.0), fails=self._terms.any([fails, missing]))
        if function in ("min", "max"):
            return replace(self.extreme(items, greatest=function == "max"), fails=fails)
        total, unfit = self._sum(items)
        if function == "mean":
            total = self._doubles.over(total, self._doubles.literal(float(len(items))))
        return replace(total, fails=self._terms.any([fails, unfit]))

    def extreme(self, items: Sequence[Real], *, greatest: bool) -> Real:
        """The first of the greatest, or of the least; a NaN at the beginning stays."""
        found = items[0]
        for item in items[1:]:
            better = self._comparing.less(found, item) if greatest else self._comparing.less(item, found)
            found = self._doubles.choose(better.term, item, found)
        return replace(found, fails=self._terms.any(item.fails for item in items))

    def extreme_whole(self, items: Sequence[Whole], *, greatest: bool) -> Whole:
        """The greatest, or the least."""
        found = items[0]
        for item in items[1:]:
            better = self._integers.less(found, item) if greatest else self._integers.less(item, found)
            found = self._integers.choose(better.term, item, found)
        return Whole(found.term, found.low, found.high, self._terms.any(item.fails for item in items))

    def of_column(self, function: str, one: Column) -> Real:
        """One of the four, over a column: a variable that is bounded as the column is."""
        what = f"{function}({one.name})"
        if what not in self._columns:
            self._columns[what] = self._about_column(function, what, one)
        return self._columns[what]

    def _about_column(self, function: str, what: str, one: Column) -> Real:
        most = max(abs(one.low), abs(one.high)) * float(max(one.size.high, 1))
        if function == "sum":
            within = _sums(one)
        elif function == "mean":
            ends = (one.low - abs(one.low) * _MARGIN, one.high + abs(one.high) * _MARGIN)
            within = ends if most < inf else (-inf, inf)
        else:
            within = (one.low, one.high)
        empty = self._integers.equal(one.size, self._integers.literal(0)).term
        missing = self._terms.false if function == "sum" else empty
        found = self._unknowns.real(what, "", self._terms.any([one.fails, missing]), within=within)
        if function == "sum":
            zero = self._terms.equal(found.term, self._terms.real(0.0))
            self._unknowns.suppose(found, self._terms.any([self._terms.no(empty), zero]))
        return found

    def _sum(self, items: Sequence[Real]) -> tuple[Real, Term]:
        """The sum that is rounded once, and where there is none."""
        zero = self._doubles.literal(0.0)
        if len(items) == 1:
            return self._doubles.plus(items[0], zero), self._terms.false
        if len(items) == _PAIR:
            opposite = (self._opposite(*items), self._opposite(*reversed(items)))
            return self._doubles.plus(self._doubles.plus(*items), zero), self._terms.any(opposite)
        key = tuple(self._unknowns.identity(item.term) for item in items)
        finite = all(item.is_finite for item in items)
        doubt = self._terms.false if finite else self._unknowns.doubt("sum", key)
        return self._unknowns.real("sum", key, self._terms.false, within=(-inf, inf) if finite else None), doubt

    def _opposite(self, one: Real, other: Real) -> Term:
        """Whether the one is infinite and the other infinitely negative."""
        high, low = self._doubles.literal(inf), self._doubles.literal(-inf)
        return self._terms.all([self._comparing.equal(one, high).term, self._comparing.equal(other, low).term])


def _sums(one: Column) -> tuple[float, float]:
    """The least and the greatest sum, rounded once as the sum is."""
    counts = (float(one.size.low), float(one.size.high))
    lows = [0.0 if count == 0 else one.low * count for count in counts]
    highs = [0.0 if count == 0 else one.high * count for count in counts]
    return min(lows), max(highs)
