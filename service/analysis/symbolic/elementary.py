"""`log`, `exp` and `pow`: their values are not expressed, but where they have none is, and roughly where they lie."""

from math import inf

from msgspec.structs import replace

from service.analysis.solver.terms import Term, Terms
from service.analysis.symbolic.comparing import Comparing
from service.analysis.symbolic.doubles import Doubles
from service.analysis.symbolic.encoded import Real
from service.analysis.symbolic.unknowns import Unknowns


class Elementary:
    """Functions that no term expresses."""

    def __init__(self, terms: Terms, unknowns: Unknowns) -> None:
        """Work with these terms."""
        self._terms = terms
        self._unknowns = unknowns
        self._doubles = Doubles(terms)
        self._comparing = Comparing(terms)

    def log(self, one: Real) -> Real:
        """There is one above zero only."""
        return self._unknown("log", one, fails=self._at_most(one, 0.0), within=(-inf, inf))

    def exp(self, one: Real) -> Real:
        """There always is one; it may be infinite."""
        return self._unknown("exp", one, fails=self._terms.false, within=(0.0, inf))

    def pow(self, one: Real, other: Real) -> Real:
        """There is none of zero to a negative power, nor of a negative number to a fraction."""
        terms = self._terms
        negative_power = terms.all([self._below(other, 0.0), self._above(other, -inf)])
        of_zero = terms.all([self._is(one, 0.0), negative_power])
        fraction = terms.all([self._above(other, -inf), self._below(other, inf), terms.no(self._is_whole(other))])
        of_negative = terms.all([self._below(one, 0.0), self._above(one, -inf), fraction])
        within = (0.0, inf) if one.low >= 0.0 and not one.may_be_nan and not other.may_be_nan else None
        return self._unknown("pow", one, other, fails=terms.any([of_zero, of_negative]), within=within)

    def _unknown(self, function: str, *parts: Real, fails: Term, within: tuple[float, float] | None) -> Real:
        if any(part.may_be_nan for part in parts):
            within = None
        key = tuple(self._unknowns.identity(part.term) for part in parts)
        found = self._unknowns.real(function, key, fails, within=within)
        return replace(found, fails=self._terms.any([fails, *(part.fails for part in parts)]))

    def _is_whole(self, one: Real) -> Term:
        return self._terms.true if one.whole else self._terms.equal(one.term, self._terms.rounded(one.term, "zero"))

    def _is(self, one: Real, value: float) -> Term:
        return self._comparing.equal(one, self._doubles.literal(value)).term

    def _below(self, one: Real, value: float) -> Term:
        return self._comparing.less(one, self._doubles.literal(value)).term

    def _above(self, one: Real, value: float) -> Term:
        return self._comparing.less(self._doubles.literal(value), one).term

    def _at_most(self, one: Real, value: float) -> Term:
        return self._comparing.at_most(one, self._doubles.literal(value)).term
