"""Comparisons of doubles, decided by their ranges, by whole numbers, or by products in place of quotients if possible.

A quotient is rounded, but its comparison with a number that is known is not: `x / y >= 2.0` holds where x is at least y
times the middle between 2.0 and the double before it. That product is exact and far easier to decide.
"""

import struct
from fractions import Fraction
from math import ceil, floor, inf, isinf, nextafter

from service.analysis.solver.terms import Term, Terms
from service.analysis.symbolic.doubles import Doubles
from service.analysis.symbolic.encoded import Real, Truth, Whole
from service.analysis.symbolic.integers import Integers, bits
from service.analysis.symbolic.shapes import edge, known

_LARGEST = (2 - 2.0**-52) * 2.0**1023
_MOST_BITS = 256
"""Whole numbers of a comparison are not made larger than that."""


class Comparing:
    """Orders doubles."""

    def __init__(self, terms: Terms) -> None:
        """Work with these terms."""
        self._terms = terms
        self._integers = Integers(terms)
        self._doubles = Doubles(terms)

    def less(self, one: Real, other: Real) -> Truth:
        """Whether the one is less; never with NaN."""
        return Truth(self._less(one, other), self._terms.any([one.fails, other.fails]))

    def at_most(self, one: Real, other: Real) -> Truth:
        """Whether the one is less or equal; never with NaN."""
        return Truth(self._at_least(other, one), self._terms.any([one.fails, other.fails]))

    def equal(self, one: Real, other: Real) -> Truth:
        """Whether they are equal as numbers; never with NaN."""
        return Truth(self._equal(one, other), self._terms.any([one.fails, other.fails]))

    def _less(self, one: Real, other: Real) -> Term:
        terms = self._terms
        certain = not one.may_be_nan and not other.may_be_nan
        if one.low >= other.high or (one.high < other.low and certain):
            return terms.true if one.high < other.low else terms.false
        if one.whole and other.whole:
            return self._integers.less(one.whole, other.whole).term
        eased = None
        if (bound := known(other)) is not None:
            eased = self._below(one, bound)
        elif (bound := known(one)) is not None:
            eased = self._above(other, bound)
        return terms.below(one.term, other.term) if eased is None else eased

    def _below(self, one: Real, bound: float) -> Term | None:
        """Whether it is less than a number that is known; nothing if there is no easier way to say it."""
        literal = self._doubles.literal
        if one.either:
            condition, first, second = one.either
            return self._terms.choose(condition, self._less(first, literal(bound)), self._less(second, literal(bound)))
        if one.whole and not isinf(bound):
            return self._integers.less(one.whole, self._integers.literal(ceil(bound))).term
        if one.shape:
            place = edge(one.shape, bound, strict=False)
            if place is None:
                return self._terms.true
            base = one.shape.base
            return self._less(base, literal(place)) if one.shape.rising else self._less(literal(place), base)
        if one.quotient and abs(bound) < _LARGEST:
            return self._terms.all([self._terms.no(self._reaches(*one.quotient, bound)), self._is_number(one)])
        return None

    def _above(self, one: Real, bound: float) -> Term | None:
        """Whether it is more than a number that is known; nothing if there is no easier way to say it."""
        literal = self._doubles.literal
        if one.either:
            condition, first, second = one.either
            return self._terms.choose(condition, self._less(literal(bound), first), self._less(literal(bound), second))
        if one.whole and not isinf(bound):
            return self._integers.less(self._integers.literal(floor(bound)), one.whole).term
        if one.shape:
            place = edge(one.shape, bound, strict=True)
            if place is None:
                return self._terms.false
            base = one.shape.base
            return self._at_least(base, literal(place)) if one.shape.rising else self._at_least(literal(place), base)
        if one.quotient and abs(bound) < _LARGEST:
            return self._reaches(*one.quotient, nextafter(bound, inf))
        return None

    def _at_least(self, one: Real, other: Real) -> Term:
        """Without NaN, the one is at least the other where it is not less."""
        terms = self._terms
        less = self._less(one, other)
        return terms.all([terms.no(less), self._is_number(one), self._is_number(other)])

    def _equal(self, one: Real, other: Real) -> Term:
        if one.high < other.low or other.high < one.low:
            return self._terms.false
        if one.whole and other.whole:
            return self._integers.equal(one.whole, other.whole).term
        eased = any(part.whole or part.quotient or part.shape or part.either for part in (one, other))
        if eased and (known(one) is not None or known(other) is not None):
            return self._terms.all([self._at_least(one, other), self._at_least(other, one)])
        return self._terms.equal(one.term, other.term)

    def _is_number(self, one: Real) -> Term:
        """Whether it is not NaN."""
        if not one.may_be_nan:
            return self._terms.true
        if one.quotient:  # of finite numbers, so only zero by zero is none
            return self._terms.no(self._terms.all(self._is_zero(part) for part in one.quotient))
        return self._terms.no(self._terms.is_nan(one.term))

    def _is_zero(self, one: Real) -> Term:
        return self._equal(one, self._doubles.literal(0.0))

    def _reaches(self, one: Real, other: Real, bound: float) -> Term:
        """Whether the rounded quotient of two finite numbers is at least a finite number."""
        terms, zero = self._terms, self._doubles.literal(0.0)
        before = nextafter(bound, -inf)
        middle = (Fraction(before) + Fraction(bound)) / 2 if not isinf(before) else Fraction(bound)
        or_equal = _is_even(bound)  # the middle itself is rounded to the even one of the two
        cases = []
        if other.high > 0.0:
            above = self._exceeds(one, other, middle, or_equal=or_equal)
            cases.append(terms.all([self._less(zero, other), above]))
        if other.low < 0.0:
            minus_one, minus_other = self._doubles.negative(one), self._doubles.negative(other)
            above = self._exceeds(minus_one, minus_other, middle, or_equal=or_equal)
            cases.append(terms.all([self._less(other, zero), above]))
        if other.low <= 0.0 <= other.high:
            cases.append(terms.all([self._is_zero(other), self._less(zero, one), terms.no(self._is_minus(other))]))
            cases.append(terms.all([self._is_zero(other), self._less(one, zero), self._is_minus(other)]))
        return terms.any(cases)

    def _is_minus(self, one: Real) -> Term:
        """Whether a zero has a minus before it; as a whole number it has none."""
        if one.whole:
            return self._terms.false
        return self._terms.is_minus(one.term)

    def _exceeds(self, one: Real, other: Real, factor: Fraction, *, or_equal: bool) -> Term:
        if one.whole and other.whole:
            wide = max(bits(factor.numerator) + other.whole.term.size(), one.whole.term.size()) + bits(
                factor.denominator
            )
            if wide <= _MOST_BITS:
                left = self._scaled(one.whole, factor.denominator)
                right = self._scaled(other.whole, factor.numerator)
                less = self._integers.less(right, left).term
                return self._terms.no(self._integers.less(left, right).term) if or_equal else less
        return self._terms.exceeds(one.term, other.term, factor, or_equal=or_equal)

    def _scaled(self, one: Whole, factor: int) -> Whole:
        """A multiple without any limit of 64 bits."""
        ends = sorted((one.low * factor, one.high * factor))
        wide = bits(*ends, factor)
        term = self._terms.widened(one.term, wide) * self._terms.whole(factor, wide)
        return Whole(term, ends[0], ends[1], one.fails)


def _is_even(value: float) -> bool:
    (pattern,) = struct.unpack("<Q", struct.pack("<d", value))
    return int(pattern) % 2 == 0
