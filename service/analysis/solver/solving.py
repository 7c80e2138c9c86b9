"""Whether something can be so: z3 asked with a limit, its answers as data.

Doubles are turned into bits before z3's solver for finite domains sees them: it keeps what it has learned from one
question to the next, which its solver for doubles does not. What multiplies or divides is kept apart, as circuits that
are hard would slow down every other question.
"""

import struct
from collections.abc import Iterable, Iterator, Set
from typing import Any, Final

import z3
from msgspec import Struct

from service.analysis.solver.anatomy import anatomy
from service.analysis.solver.terms import Term, Terms

_UNITS: Final = 3
"""Units of z3 in a microsecond, more or less."""
_FIXED: Final = {True: 20_000, False: 500}
"""Microseconds that a question takes, whatever becomes of it, hard or not."""
_THOROUGH: Final = (
    *("simplify", "propagate-values", "solve-eqs", "simplify", "fpa2bv"),  # names that nothing needs go first
    *("simplify", "propagate-values", "solve-eqs", "simplify", "max-bv-sharing", "bit-blast", "simplify", "sat"),
)


z3.set_param("rewriter.hi_fp_unspecified", True)  # what has no meaning is some bits, not a function of unknown nature


class Possible(Struct, frozen=True):
    """It can be so: the values of the variables that it mentions, doubles as floats."""

    values: dict[str, Any]


class Impossible(Struct, frozen=True):
    """It cannot be so: a proof."""


class Undecided(Struct, frozen=True):
    """The limit was reached before an answer."""


class _Part(Struct):
    """A formula that every question takes along which mentions its key.

    `heard` are the names in it; `hard` says whether it, or what these names stand for, multiplies or divides.
    """

    formula: Term
    heard: frozenset[str]
    hard: bool


class Solver:
    """Variables, names for terms, and questions about them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.terms = Terms()
        context = self.terms.context
        self._to_bits = z3.Then("simplify", "fpa2bv", "simplify", ctx=context)
        self._thorough = z3.Then(*_THOROUGH, ctx=context)
        self._variables: dict[str, Term] = {}
        self._doubles: set[str] = set()
        self._parts: dict[str, list[_Part]] = {}
        self._named: dict[int, tuple[Term, Term]] = {}
        self._flags: dict[int, Term] = {}
        self._shared = z3.SolverFor("QF_FD", ctx=context)
        self._added: set[str] = set()
        self._spent = 0

    def truth(self, name: str) -> Term:
        """A variable that is true or false."""
        return self._variables.setdefault(name, self.terms.truth_variable(name))

    def whole(self, name: str, bits: int) -> Term:
        """A variable that is a whole number of so many bits, with its sign."""
        return self._variables.setdefault(name, self.terms.whole_variable(name, bits))

    def double(self, name: str) -> Term:
        """A variable that is any double, NaN included."""
        self._doubles.add(name)
        return self.terms.double(self.whole(name, 64))

    def suppose(self, name: str, fact: Term) -> None:
        """Let a fact about a variable be so in every question that mentions it."""
        self._parts.setdefault(name, []).append(self._part(fact, fact))

    def named(self, term: Term) -> Term:
        """A name for a truth value, which may be used in place of it: it is worked out once."""
        if term is self.terms.true or term is self.terms.false or term.get_id() in self._flags:
            return term
        known = self._named.get(term.get_id())
        if known is None:
            name = f"#{len(self._named)}"
            flag = self.terms.truth_variable(name)
            self._parts[name] = [self._part(flag == term, term)]
            self._flags[flag.get_id()] = flag
            known = self._named[term.get_id()] = (term, flag)
        return known[1]

    def mentions(self, term: Term) -> set[str]:
        """The variables that a term depends on, also through names."""
        return self._closure(anatomy(self.terms.context, term)[0], set()) & self._variables.keys()

    def check(self, claim: Term, *, effort: int, milliseconds: int) -> tuple[Possible | Impossible | Undecided, int]:
        """Whether a claim can be so, and the effort that it took: microseconds, but counted and not measured."""
        if claim is self.terms.true or claim is self.terms.false:
            return (Possible({}) if claim is self.terms.true else Impossible()), 0
        part = self._part(claim, claim)
        solver = self._thorough.solver() if part.hard else self._shared
        try:
            known = self._tell(solver, part)
            solver.set(rlimit=effort * _UNITS, timeout=max(milliseconds, 1), ctrl_c=False)
            answer = solver.check() if part.hard else solver.check(self._told(claim))
        except z3.Z3Exception:
            answer = z3.unknown
        spent = self._count(solver) // _UNITS + _FIXED[part.hard]
        if answer == z3.sat:
            return Possible(self._read(solver.model(), known)), spent
        if answer == z3.unsat:
            return Impossible(), spent
        if not part.hard:  # a solver that was stopped may have lost a part of what it was told
            self._shared, self._added = z3.SolverFor("QF_FD", ctx=self.terms.context), set()
        return Undecided(), spent

    def _tell(self, solver: Any, part: _Part) -> set[str]:
        """Let a solver know what the names in a claim stand for; all names that it knows."""
        if part.hard:
            known = self._closure(part.heard, set())
            for formula in (*self._formulas(known), part.formula):
                solver.add(formula)
            return known
        more = self._closure(part.heard, self._added)
        for formula in self._formulas(more):
            for bits in self._bits(formula):
                solver.add(bits)
        self._added |= more
        return self._added

    def _told(self, claim: Term) -> Term:
        """A name for a claim, that the shared solver knows."""
        flag = self.named(claim)
        self._tell(self._shared, self._part(flag, flag))
        return flag

    def _part(self, formula: Term, term: Term) -> _Part:
        heard, hard = anatomy(self.terms.context, term)
        return _Part(formula, heard, hard or any(part.hard for name in heard for part in self._parts.get(name, ())))

    def _bits(self, term: Term) -> list[Term]:
        goal = z3.Goal(ctx=self.terms.context)
        goal.add(term)
        return [formula for part in self._to_bits(goal) for formula in part]

    def _formulas(self, names: Iterable[str]) -> Iterator[Term]:
        for name in sorted(names):
            for part in self._parts.get(name, ()):
                yield part.formula

    def _closure(self, names: Iterable[str], known: Set[str]) -> set[str]:
        """These names and all that they stand for, but for those that are known."""
        found: set[str] = set()
        todo = [*names]
        while todo:
            name = todo.pop()
            if name not in found and name not in known:
                found.add(name)
                todo.extend(other for part in self._parts.get(name, ()) for other in part.heard)
        return found

    def _read(self, model: Any, names: set[str]) -> dict[str, Any]:
        values = {}
        for name in names & self._variables.keys():
            value = model.eval(self._variables[name], model_completion=True)
            values[name] = z3.is_true(value) if z3.is_bool(value) else value.as_signed_long()
            if name in self._doubles:
                (values[name],) = struct.unpack("<d", struct.pack("<q", values[name]))
        return values

    def _count(self, solver: Any) -> int:
        before, statistics = self._spent, solver.statistics()
        if "rlimit count" in statistics.keys():  # noqa: SIM118  (it is no dictionary)
            self._spent = int(statistics.get_key_value("rlimit count"))
        return self._spent - before
