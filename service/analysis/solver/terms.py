"""Terms of z3: what can be said about inputs, in truth values, whole numbers of some bits, and doubles.

Everything is built in a context of its own, so that two examinations share nothing. z3's Python functions fall back to
a global context unless they are told otherwise, which is why each call here names it.
"""

import struct
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Literal

import z3

Term = Any
"""Something that z3 can reason about. Outside of this package it is only handed around."""

Rounding = Literal["even", "away", "up", "down", "zero"]

_MODES = {"even": z3.RNE, "away": z3.RNA, "up": z3.RTP, "down": z3.RTN, "zero": z3.RTZ}
_EXPONENT, _SIGNIFICAND = 11, 53
_WIDE_EXPONENT, _WIDE_SIGNIFICAND = 13, 107
"""Wide enough to hold the product of a double and the middle between two doubles, exactly."""


class Terms:
    """Makes terms; whole numbers are signed and carry their number of bits, doubles are those of IEEE 754."""

    def __init__(self) -> None:
        """Begin a context."""
        self.context = z3.Context()
        self._double = z3.FPSort(_EXPONENT, _SIGNIFICAND, self.context)
        self._wide = z3.FPSort(_WIDE_EXPONENT, _WIDE_SIGNIFICAND, self.context)
        self._modes = {name: mode(self.context) for name, mode in _MODES.items()}
        self.true = z3.BoolVal(True, self.context)
        self.false = z3.BoolVal(False, self.context)

    def truth_variable(self, name: str) -> Term:
        """An unknown truth value."""
        return z3.Bool(name, self.context)

    def whole_variable(self, name: str, bits: int) -> Term:
        """An unknown whole number."""
        return z3.BitVec(name, bits, self.context)

    def double(self, bits: Term) -> Term:
        """The double that these 64 bits mean; a variable of 64 bits makes an unknown double."""
        return z3.fpBVToFP(bits, self._double, self.context)

    def whole(self, value: int, bits: int) -> Term:
        """A whole number that is known."""
        return z3.BitVecVal(value, bits, self.context)

    def real(self, value: float) -> Term:
        """A double that is known, bit for bit."""
        return self.double(self.whole(struct.unpack("<q", struct.pack("<d", value))[0], 64))

    # Logic

    def all(self, terms: Iterable[Term]) -> Term:
        """Whether all of them hold."""
        parts = [one for one in terms if one is not self.true]
        if any(one is self.false for one in parts):
            return self.false
        return self._joined(z3.Z3_mk_and, parts) if len(parts) > 1 else next(iter(parts), self.true)

    def any(self, terms: Iterable[Term]) -> Term:
        """Whether one of them holds."""
        parts = [one for one in terms if one is not self.false]
        if any(one is self.true for one in parts):
            return self.true
        return self._joined(z3.Z3_mk_or, parts) if len(parts) > 1 else next(iter(parts), self.false)

    def no(self, term: Term) -> Term:
        """Whether it does not hold."""
        if term is self.true or term is self.false:
            return self.false if term is self.true else self.true
        return z3.BoolRef(z3.Z3_mk_not(self.context.ref(), term.as_ast()), self.context)

    def choose(self, condition: Term, one: Term, other: Term) -> Term:
        """The one where the condition holds, else the other; both of one kind, whole numbers of as many bits."""
        if condition is self.true or one is other:
            return one
        if condition is self.false:
            return other
        if one is self.true and other is self.false:
            return condition
        return z3.If(condition, one, other, self.context)

    def same(self, one: Term, other: Term) -> Term:
        """Whether two truth values, or two whole numbers of as many bits, are the same."""
        return self.true if one is other else one == other

    def at_most(self, count: int, terms: Iterable[Term]) -> Term:
        """Whether at most so many of them hold."""
        parts = [one for one in terms if one is not self.false]
        return z3.AtMost(*parts, count) if len(parts) > count else self.true

    def _joined(self, make: Callable[..., Any], parts: list[Term]) -> Term:
        """Many conditions at once, past the checks of z3's own functions, which take most of their time."""
        array = (z3.Ast * len(parts))(*(one.as_ast() for one in parts))
        return z3.BoolRef(make(self.context.ref(), len(parts), array), self.context)

    # Whole numbers; both sides have as many bits

    def widened(self, term: Term, bits: int) -> Term:
        """The same number in more bits, or in fewer if it fits."""
        more = bits - term.size()
        return z3.SignExt(more, term) if more > 0 else z3.Extract(bits - 1, 0, term) if more < 0 else term

    def less(self, one: Term, other: Term) -> Term:
        """Whether the one is less."""
        return one < other

    def divided(self, one: Term, other: Term) -> tuple[Term, Term]:
        """Quotient and remainder, towards zero; anything at all where the other is zero."""
        return one / other, z3.SRem(one, other)

    # Doubles

    def plus(self, one: Term, other: Term) -> Term:
        """The sum, rounded to even."""
        return z3.fpAdd(self._modes["even"], one, other, self.context)

    def times(self, one: Term, other: Term) -> Term:
        """The product, rounded to even."""
        return z3.fpMul(self._modes["even"], one, other, self.context)

    def over(self, one: Term, other: Term) -> Term:
        """The quotient, rounded to even."""
        return z3.fpDiv(self._modes["even"], one, other, self.context)

    def root(self, one: Term) -> Term:
        """The square root, rounded to even."""
        return z3.fpSqrt(self._modes["even"], one, self.context)

    def negative(self, one: Term) -> Term:
        """The same with the other sign."""
        return z3.fpNeg(one, self.context)

    def absolute(self, one: Term) -> Term:
        """The same without its sign."""
        return z3.fpAbs(one, self.context)

    def rounded(self, one: Term, mode: Rounding) -> Term:
        """A double without a fraction; `away` is to the nearest, halves away from zero."""
        return z3.fpRoundToIntegral(self._modes[mode], one, self.context)

    def below(self, one: Term, other: Term) -> Term:
        """Whether one double is less than the other: never for NaN."""
        return z3.fpLT(one, other, self.context)

    def at_least(self, one: Term, other: Term) -> Term:
        """Whether one double is the other or greater: never for NaN."""
        return z3.fpGEQ(one, other, self.context)

    def equal(self, one: Term, other: Term) -> Term:
        """Whether two doubles are equal as numbers: never for NaN, and zero has no sign."""
        return z3.fpEQ(one, other, self.context)

    def is_nan(self, one: Term) -> Term:
        """Whether it is no number."""
        return z3.fpIsNaN(one, self.context)

    def is_minus(self, one: Term) -> Term:
        """Whether it has a minus before it: also zero can."""
        return z3.fpIsNegative(one, self.context)

    def from_whole(self, term: Term) -> Term:
        """The double nearest to a whole number."""
        return z3.fpSignedToFP(self._modes["even"], term, self._double, self.context)

    def to_whole(self, term: Term, bits: int) -> Term:
        """The whole number towards zero; anything at all where it does not fit."""
        return z3.fpToSBV(self._modes["zero"], term, z3.BitVecSort(bits, self.context), self.context)

    def exceeds(self, one: Term, other: Term, factor: Fraction, *, or_equal: bool) -> Term:
        """Whether one double is more than the other times a factor, without any rounding.

        The factor has at most 54 bits; both doubles are finite.
        """
        left = z3.fpFPToFP(self._modes["even"], one, self._wide, self.context)
        right = z3.fpFPToFP(self._modes["even"], other, self._wide, self.context)
        known = z3.fpToFP(self._modes["even"], z3.RealVal(str(factor), self.context), self._wide, self.context)
        product = z3.fpMul(self._modes["even"], known, right, self.context)
        compare = z3.fpGEQ if or_equal else z3.fpGT
        return compare(left, product, self.context)
