"""Variables for what terms do not express: any value is thought possible, so that a proof stays a proof."""

from math import inf
from typing import Any

from msgspec.structs import replace

from service.analysis.solver.solving import Solver
from service.analysis.solver.terms import Term
from service.analysis.symbolic.encoded import Encoded, Real, Truth, Whole
from service.model.inputs import INT64_MAX, INT64_MIN

WORD = 64
"""Bits of a whole number of which nothing is known."""


class Unknowns:
    """Makes one variable for each thing: the same function of the same values is the same variable."""

    def __init__(self, solver: Solver) -> None:
        """Begin with none."""
        self._solver = solver
        self._known: dict[Any, Encoded] = {}
        self._kept: dict[int, Term] = {}
        self.names: dict[str, str] = {}
        """What each variable stands for."""

    def truth(self, what: str, key: Any, fails: Term) -> Truth:
        """A truth value; `fails` says when there is none, as far as that is known."""
        name = self._name("truth", what, key)
        return Truth(self._solver.truth(name), fails)

    def whole(self, what: str, key: Any, fails: Term) -> Whole:
        """A whole number."""
        name = self._name("whole", what, key)
        return Whole(self._solver.whole(name, WORD), INT64_MIN, INT64_MAX, fails)

    def real(self, what: str, key: Any, fails: Term, *, within: tuple[float, float] | None = None) -> Real:
        """A double; NaN only if nothing says where it lies."""
        name = self._name("real", what, key)
        known = self._known.get(name)
        if not isinstance(known, Real):
            low, high = within or (-inf, inf)
            term = self._solver.double(name)
            known = self._known[name] = Real(
                term=term, fails=self._solver.terms.false, low=low, high=high, may_be_nan=within is None
            )
            if within is not None:
                self._solver.suppose(name, self._between(term, low, high))
        return replace(known, fails=fails)

    def identity(self, term: Term) -> int:
        """A number that no other term has as long as this object lives."""
        self._kept[term.get_id()] = term
        return int(term.get_id())

    def suppose(self, one: Real, fact: Term) -> None:
        """Let something always be so of an unknown double that was just made."""
        self._solver.suppose(next(iter(self._solver.mentions(one.term))), fact)

    def doubt(self, what: str, key: Any) -> Term:
        """Whether something that is not expressed fails."""
        return self._solver.truth(self._name("failure", what, key))

    def _name(self, kind: str, what: str, key: Any) -> str:
        name = f"{kind} of {what} {key}" if key else what
        self.names[name] = what
        return name

    def _between(self, term: Term, low: float, high: float) -> Term:
        terms = self._solver.terms
        return terms.all([terms.at_least(term, terms.real(low)), terms.at_least(terms.real(high), term)])
