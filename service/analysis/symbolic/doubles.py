"""Doubles as CEL reckons with them: IEEE 754, rounded to even, and never by way of real numbers.

Ranges are reckoned with doubles as well: rounding keeps the order of numbers, so the result of the bounds bounds the
result.
"""

import math
from collections.abc import Callable
from functools import partial
from math import inf, isnan, nan
from operator import add, mul, neg

from msgspec.structs import replace

from service.analysis.solver.terms import Rounding, Term, Terms
from service.analysis.symbolic.encoded import Real, Truth, Whole
from service.analysis.symbolic.integers import Integers, bits
from service.analysis.symbolic.shapes import known, shaped
from service.model.inputs import INT64_MAX, INT64_MIN

_EXACT = 2**53
"""Whole numbers up to here are doubles, each of them."""

_HALF = 0.5
_LEAVES = 64
"""Alternatives of one value that are compared one by one."""
_LIMIT = float(2**63)
"""From here on a double has no whole number of 64 bits; nor has this one below zero, in CEL."""


class Doubles:
    """Arithmetic of doubles."""

    def __init__(self, terms: Terms) -> None:
        """Work with these terms."""
        self._terms = terms
        self._integers = Integers(terms)

    def literal(self, value: float) -> Real:
        """A number that is known."""
        low, high = (-inf, inf) if isnan(value) else (value, value)
        term = self._terms.real(value)
        return Real(term=term, fails=self._terms.false, low=low, high=high, may_be_nan=isnan(value))

    def of_whole(self, one: Whole) -> Real:
        """The double nearest to a whole number."""
        exact = one.low >= -_EXACT and one.high <= _EXACT
        return Real(
            term=self._terms.from_whole(one.term),
            fails=one.fails,
            low=float(one.low),
            high=float(one.high),
            may_be_nan=False,
            whole=one if exact else None,
        )

    def to_whole(self, one: Real) -> Whole:
        """The whole number towards zero; there is none where it needs more than 64 bits."""
        if one.whole:
            return self._integers.failing(one.whole, [one.fails])
        terms = self._terms
        inside = terms.all([terms.below(terms.real(-_LIMIT), one.term), terms.below(one.term, terms.real(_LIMIT))])
        if one.is_finite and one.low > -_LIMIT and one.high < _LIMIT:
            inside = terms.true
        low = max(math.trunc(max(one.low, -_LIMIT)), INT64_MIN)
        high = min(math.trunc(min(one.high, _LIMIT)), INT64_MAX)
        safe = terms.choose(inside, one.term, terms.real(0.0))
        wide = bits(min(low, 0), max(high, 0))
        return Whole(terms.to_whole(safe, wide), low, high, terms.any([one.fails, terms.no(inside)]))

    def negative(self, one: Real) -> Real:
        """The same with the other sign."""
        result = self._result(self._terms.negative(one.term), [-one.low, -one.high], one, may_be_nan=one.may_be_nan)
        return shaped(result, one, neg, rising=False)

    def absolute(self, one: Real) -> Real:
        """The same without its sign."""
        if one.high < 0.0:
            return self.negative(one)
        ends = [abs(one.low), abs(one.high), *([0.0] if one.low <= 0.0 <= one.high else [])]
        return self._result(self._terms.absolute(one.term), ends, one, may_be_nan=one.may_be_nan)

    def rounded(self, one: Real, mode: Rounding) -> Real:
        """Without its fraction."""
        if one.whole:
            return one
        ends = [_rounded(one.low, mode), _rounded(one.high, mode)]
        result = self._result(self._terms.rounded(one.term, mode), ends, one, may_be_nan=one.may_be_nan)
        return shaped(result, one, lambda value: _rounded(value, mode), rising=True)

    def root(self, one: Real) -> Real:
        """The square root; there is none of a negative number."""
        negative = self._terms.below(one.term, self._terms.real(0.0)) if one.low < 0.0 else self._terms.false
        ends = [math.sqrt(max(one.low, 0.0)), math.sqrt(max(one.high, 0.0))]
        root = self._result(self._terms.root(one.term), ends, one, may_be_nan=one.may_be_nan)
        root = shaped(root, one, lambda value: math.sqrt(max(value, 0.0)), rising=True)
        return replace(root, fails=self._terms.any([one.fails, negative]))

    def plus(self, one: Real, other: Real) -> Real:
        """The sum."""
        opposite = (one.high == inf and other.low == -inf) or (one.low == -inf and other.high == inf)
        ends = [_or(one.low + other.low, -inf), _or(one.high + other.high, inf)]
        nans = one.may_be_nan or other.may_be_nan or opposite
        result = self._result(self._terms.plus(one.term, other.term), ends, one, other, may_be_nan=nans)
        for part, rest in ((one, known(other)), (other, known(one))):
            if rest is not None:
                return shaped(result, part, partial(add, rest), rising=True)
        return result

    def minus(self, one: Real, other: Real) -> Real:
        """The difference, which is the sum with the negative to the last bit."""
        return self.plus(one, self.negative(other))

    def times(self, one: Real, other: Real) -> Real:
        """The product."""
        ends = [_or(a * b, 0.0) for a in (one.low, one.high) for b in (other.low, other.high)]
        nans = one.may_be_nan or other.may_be_nan or _zero_by_infinity(one, other) or _zero_by_infinity(other, one)
        result = self._result(self._terms.times(one.term, other.term), ends, one, other, may_be_nan=nans)
        for part, factor in ((one, known(other)), (other, known(one))):
            if factor:
                return shaped(result, part, partial(mul, factor), rising=factor > 0.0)
        return result

    def over(self, one: Real, other: Real) -> Real:
        """The quotient; by zero it is infinite, or NaN."""
        by_zero = other.low <= 0.0 <= other.high
        ends = [-inf, inf]
        if not by_zero:
            ends = [_or(a / b, 0.0) for a in (one.low, one.high) for b in (other.low, other.high)]
        infinite = (one.low == -inf or one.high == inf) and (other.low == -inf or other.high == inf)
        nans = one.may_be_nan or other.may_be_nan or infinite or (by_zero and one.low <= 0.0 <= one.high)
        result = self._result(self._terms.over(one.term, other.term), ends, one, other, may_be_nan=nans)
        dividend, divisor = known(one), known(other)
        if divisor:
            return shaped(result, one, lambda value: value / divisor, rising=divisor > 0.0)
        if dividend and not by_zero:
            return shaped(result, other, lambda value: dividend / value, rising=dividend < 0.0)
        return replace(result, quotient=(one, other)) if one.is_finite and other.is_finite else result

    def sign(self, one: Real, below: Callable[[Real, Real], Truth]) -> Real:
        """1.0, 0.0, -1.0, or NaN."""
        zero = self.literal(0.0)
        low = self.choose(below(one, zero).term, self.literal(-1.0), zero)
        found = self.choose(below(zero, one).term, self.literal(1.0), low)
        if one.may_be_nan:
            found = self.choose(self._terms.is_nan(one.term), self.literal(nan), found)
        return replace(found, fails=one.fails)

    def choose(self, condition: Term, one: Real, other: Real) -> Real:
        """The one where the condition holds, else the other."""
        whole = None
        leaves = one.leaves + other.leaves
        if one.whole and other.whole:
            whole = self._integers.choose(condition, one.whole, other.whole)
        return Real(
            term=self._terms.choose(condition, one.term, other.term),
            fails=self._terms.choose(condition, one.fails, other.fails),
            low=min(one.low, other.low),
            high=max(one.high, other.high),
            may_be_nan=one.may_be_nan or other.may_be_nan,
            whole=whole,
            either=(condition, one, other) if leaves <= _LEAVES else None,
            leaves=leaves if leaves <= _LEAVES else 1,
        )

    def _result(self, term: Term, ends: list[float], *parts: Real, may_be_nan: bool) -> Real:
        fails = self._terms.any(part.fails for part in parts)
        return Real(term=term, fails=fails, low=min(ends), high=max(ends), may_be_nan=may_be_nan)


def _or(value: float, instead: float) -> float:
    return instead if isnan(value) else value


def _zero_by_infinity(one: Real, other: Real) -> bool:
    return one.low <= 0.0 <= one.high and (other.low == -inf or other.high == inf)


def _rounded(value: float, mode: Rounding) -> float:
    if math.isinf(value):
        return value
    match mode:
        case "up":
            return float(math.ceil(value))
        case "down":
            return float(math.floor(value))
        case "zero":
            return float(math.trunc(value))
        case _:
            fraction, below = math.modf(abs(value))
            return math.copysign(below + (fraction >= _HALF), value)
