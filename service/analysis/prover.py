"""Finds inputs for which something is so, or proves that there are none.

What is claimed is said twice: as a term, and as a function that runs the rule. Inputs that are known are tried first,
as running a rule is far cheaper than asking the solver; what the solver finds is run as well, and made small and
pleasant. Nothing is shown that was not run.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from msgspec import Struct

from service.analysis.budget import Budget
from service.analysis.ends import End
from service.analysis.logic import Logic
from service.analysis.meaning import Meaning
from service.analysis.shrinking import Holds, Shrinking
from service.analysis.solver.solving import Impossible, Possible, Solver, Undecided
from service.analysis.solver.terms import Term
from service.analysis.symbolic.encoded import Encoded, Real, Truth
from service.analysis.symbolic.expressions import Expressions
from service.analysis.symbolic.rules import Rules
from service.analysis.symbolic.symbols import Symbols
from service.analysis.symbolic.trees import Trees
from service.analysis.symbolic.unknowns import Unknowns
from service.model.advice import AdviceDocument
from service.model.inputs import Input
from service.model.text import Path

_TRIES = 400
"""Runs of a rule that making one witness small may take."""

TOO_LONG = "it takes too long"


class Found(Struct, frozen=True):
    """Inputs for which it is so: a whole question, in the terms of a request, durations in seconds."""

    inputs: dict[str, Any]


class Never(Struct, frozen=True):
    """Proved: there are no such inputs."""


class Unproved(Struct, frozen=True):
    """Neither found nor proved; `reason` says why."""

    reason: str


Verdict = Found | Never | Unproved


class Prover:
    """Rules over one set of inputs, and what is so for some of these or for none."""

    def __init__(self, declared: Sequence[Mapping[str, Input]], budget: Budget) -> None:
        """Make symbols that are wide enough for every declaration."""
        self.budget = budget
        self._solver = Solver()
        self._unknowns = Unknowns(self._solver)
        self._expressions = Expressions(self._solver, self._unknowns)
        self.symbols = Symbols(self._solver, declared)
        self.rules = Rules(self._solver, self.symbols, self._expressions)
        self.trees = Trees(self.rules)
        self.logic = Logic(self._solver.terms)

    @property
    def clashes(self) -> frozenset[str]:
        """Inputs whose declarations differ in type; nothing that reads them can be said."""
        return self.symbols.clashes

    def allowed(self, inputs: Mapping[str, Input]) -> Term:
        """Whether inputs are within what these declarations allow."""
        return self.symbols.allowed(inputs)

    def ends(self, meaning: Meaning) -> dict[End, Term]:
        """For which inputs a tree, and those that it enters, end how; one of them always is so."""
        return self.trees.ends(meaning)

    def refusals(self, meaning: Meaning) -> dict[End, Term]:
        """For which inputs a rule refuses the question, by the kind of problem; entered rules have their own."""
        return self.rules.refusals(meaning)

    def fires(self, meaning: Meaning) -> dict[str, Truth]:
        """For which inputs each rule of advice fires, and for which of these its condition has no value."""
        return self.rules.fires(meaning, meaning.document) if isinstance(meaning.document, AdviceDocument) else {}

    def expression(self, meaning: Meaning, path: Path) -> Encoded:
        """An expression of a document in its scope."""
        return self.rules.expression(meaning, path)

    def named(self, condition: Term) -> Term:
        """A name for a condition, so that what is built on it is worked out once."""
        return self._solver.named(condition)

    def differ(self, one: Encoded, other: Encoded) -> Term:
        """Whether two values differ, or only one of them is there; NaN is the same as NaN, and zero has no sign."""
        terms, do = self._solver.terms, self._expressions.operations
        same = do.equal(one, other).term
        if isinstance(one, Real) and isinstance(other, Real):
            both_nan = terms.all([terms.is_nan(one.term), terms.is_nan(other.term)])
            same = terms.true if one.term.eq(other.term) else terms.any([same, both_nan])
        both = terms.all([terms.no(one.fails), terms.no(other.fails)])
        only_one = terms.no(terms.same(one.fails, other.fails))
        return terms.any([only_one, terms.all([both, terms.no(same)])])

    def find(
        self,
        condition: Term,
        holds: Holds,
        *,
        seeds: Iterable[Mapping[str, Any]] = (),
        near: Mapping[str, Any] | None = None,
        tries: int = _TRIES,
    ) -> Verdict:
        """Inputs for which the condition is so, as far as running the rule confirms it.

        `holds` runs what the condition says; it refuses inputs that a rule would refuse. `seeds` are tried first. The
        witness is made as like `near` as it can be with so many `tries`, or as usual.
        """
        for seed in seeds:
            if holds(dict(seed)):
                return Found(self._shrunk(dict(seed), holds, near or {}, tries))
        if condition is self.logic.false:
            return Never()
        if not self.budget.left():
            return Unproved(TOO_LONG)
        answer, spent = self._solver.check(condition, effort=self.budget.one(), milliseconds=self.budget.milliseconds())
        self.budget.spend(spent)
        match answer:
            case Impossible():
                return Never()
            case Undecided():
                return Unproved(TOO_LONG)
            case Possible(values=values):
                inputs = self.symbols.inputs(values)
                if holds(inputs):
                    return Found(self._shrunk(inputs, holds, near or {}, tries))
                return Unproved(self._unexpressed(condition))
            case unreachable:
                assert_never(unreachable)

    def _shrunk(self, inputs: dict[str, Any], holds: Holds, near: Mapping[str, Any], tries: int) -> dict[str, Any]:
        return Shrinking(self.symbols.domains, holds, tries=tries).shrink(inputs, near)

    def _unexpressed(self, condition: Term) -> str:
        """Why a question that the solver found does not show what it should."""
        names = self._solver.mentions(condition) & self._unknowns.names.keys()
        unexpressed = sorted({f"`{self._unknowns.names[name]}`" for name in names})
        return f"{', '.join(unexpressed)} cannot be expressed" if unexpressed else "a witness is not confirmed"
