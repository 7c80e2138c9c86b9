"""Whole numbers as CEL reckons with them: 64 bits, towards zero, and no value where the result does not fit."""

from collections.abc import Iterable, Iterator

from service.analysis.solver.terms import Term, Terms
from service.analysis.symbolic.encoded import Truth, Whole
from service.model.inputs import INT64_MAX, INT64_MIN


def bits(*values: int) -> int:
    """Bits that hold all these numbers, with the sign."""
    return max((value if value >= 0 else ~value).bit_length() for value in values) + 1


class Integers:
    """Arithmetic of whole numbers; each result has just the bits that its range needs."""

    def __init__(self, terms: Terms) -> None:
        """Work with these terms."""
        self._terms = terms

    def literal(self, value: int) -> Whole:
        """A number that is known."""
        return Whole(self._terms.whole(value, bits(value)), value, value, self._terms.false)

    def negative(self, one: Whole) -> Whole:
        """The same with the other sign."""
        return self.minus(self.literal(0), one)

    def plus(self, one: Whole, other: Whole) -> Whole:
        """The sum."""
        low, high = one.low + other.low, one.high + other.high
        left, right = self._in(bits(low, high), one, other)
        return self._fitting(left + right, low, high, [one.fails, other.fails])

    def minus(self, one: Whole, other: Whole) -> Whole:
        """The difference."""
        low, high = one.low - other.high, one.high - other.low
        left, right = self._in(bits(low, high), one, other)
        return self._fitting(left - right, low, high, [one.fails, other.fails])

    def times(self, one: Whole, other: Whole) -> Whole:
        """The product."""
        corners = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
        low, high = min(corners), max(corners)
        left, right = self._in(bits(low, high), one, other)
        return self._fitting(left * right, low, high, [one.fails, other.fails])

    def over(self, one: Whole, other: Whole) -> Whole:
        """The quotient, towards zero."""
        quotients = [_towards_zero(a, b) for a in _corners(one) for b in _corners(other) if b]
        low, high = min(quotients, default=0), max(quotients, default=0)
        quotient, _ = self._divided(one, other, low, high)
        return self._fitting(quotient, low, high, [*self._division_fails(one, other)])

    def modulo(self, one: Whole, other: Whole) -> Whole:
        """What the division leaves, with the sign of the dividend."""
        most = max(max(abs(other.low), abs(other.high)) - 1, 0)
        low, high = max(min(one.low, 0), -most), min(max(one.high, 0), most)
        _, rest = self._divided(one, other, low, high)
        fails = [*self._division_fails(one, other)]
        if one.low == INT64_MIN and other.low <= -1 <= other.high:
            fails.append(
                self._terms.all([self._is(one, INT64_MIN), self._is(other, -1)])  # as its quotient has no value
            )
        return self._fitting(rest, low, high, fails)

    def absolute(self, one: Whole) -> Whole:
        """The same without its sign."""
        return self.choose(self.less(one, self.literal(0)).term, self.negative(one), one)

    def sign(self, one: Whole) -> Whole:
        """1, 0 or -1."""
        positive = self.less(self.literal(0), one).term
        negative = self.less(one, self.literal(0)).term
        below = self.choose(negative, self.literal(-1), self.literal(0))
        return self.failing(self.choose(positive, self.literal(1), below), [one.fails])

    def less(self, one: Whole, other: Whole) -> Truth:
        """Whether the one is less."""
        fails = self._terms.any([one.fails, other.fails])
        if one.high < other.low or one.low >= other.high:
            return Truth(self._terms.true if one.high < other.low else self._terms.false, fails)
        left, right = self._in(bits(one.low, one.high, other.low, other.high), one, other)
        return Truth(self._terms.less(left, right), fails)

    def equal(self, one: Whole, other: Whole) -> Truth:
        """Whether they are the same."""
        fails = self._terms.any([one.fails, other.fails])
        if one.high < other.low or other.high < one.low:
            return Truth(self._terms.false, fails)
        left, right = self._in(bits(one.low, one.high, other.low, other.high), one, other)
        return Truth(self._terms.same(left, right), fails)

    def choose(self, condition: Term, one: Whole, other: Whole) -> Whole:
        """The one where the condition holds, else the other."""
        low, high = min(one.low, other.low), max(one.high, other.high)
        left, right = self._in(bits(low, high), one, other)
        fails = self._terms.choose(condition, one.fails, other.fails)
        return Whole(self._terms.choose(condition, left, right), low, high, fails)

    def failing(self, one: Whole, fails: Iterable[Term]) -> Whole:
        """The same, but without a value where one of these holds, too."""
        return Whole(one.term, one.low, one.high, self._terms.any([one.fails, *fails]))

    def _in(self, wide: int, one: Whole, other: Whole) -> tuple[Term, Term]:
        """Both in so many bits, or in more if one of them has more."""
        wide = max(wide, one.term.size(), other.term.size())
        return self._terms.widened(one.term, wide), self._terms.widened(other.term, wide)

    def _is(self, one: Whole, value: int) -> Term:
        return self.equal(one, self.literal(value)).term

    def _divided(self, one: Whole, other: Whole, low: int, high: int) -> tuple[Term, Term]:
        left, right = self._in(bits(low, high), one, other)
        return self._terms.divided(left, right)

    def _division_fails(self, one: Whole, other: Whole) -> Iterator[Term]:
        yield from (one.fails, other.fails, self._is(other, 0))

    def _fitting(self, term: Term, low: int, high: int, fails: list[Term]) -> Whole:
        """A result whose range may be beyond 64 bits, where it has no value."""
        wide = term.size()
        if low < INT64_MIN:
            fails.append(self._terms.less(term, self._terms.whole(INT64_MIN, wide)))
        if high > INT64_MAX:
            fails.append(self._terms.less(self._terms.whole(INT64_MAX, wide), term))
        low, high = min(max(low, INT64_MIN), INT64_MAX), max(min(high, INT64_MAX), INT64_MIN)
        narrow = self._terms.whole(low, bits(low)) if low == high else self._terms.widened(term, bits(low, high))
        return Whole(narrow, low, high, self._terms.any(fails))


def _corners(one: Whole) -> set[int]:
    """The values of a range between which a quotient goes only up or only down."""
    return {value for value in (one.low, one.high, -1, 0, 1) if one.low <= value <= one.high}


def _towards_zero(one: int, other: int) -> int:
    quotient = abs(one) // abs(other)
    return quotient if (one < 0) == (other < 0) else -quotient
