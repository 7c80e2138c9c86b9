"""An outcome that is wanted, seen from a question that does not lead there."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.analysis.budget import Budget
from service.analysis.differences.fixing import fixed
from service.analysis.differences.samples import samples
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover, Verdict
from service.analysis.reference import answer
from service.analysis.solver.terms import Term
from service.model.inputs import ListInput

Question = dict[str, Any]

REFUSALS = frozenset({"requirement-not-met", "problem-met"})
"""Problems that are not found while inputs are missing: a check that reads one of them refuses nothing."""


class Goal:
    """Says which questions lead to the wanted outcome, in terms and by running them.

    `values` are the inputs as they are now, defaults included; lists of records among them stay as they are. `free` are
    the inputs that have no value yet.
    """

    def __init__(self, meaning: Meaning, values: Mapping[str, Any], wanted: str, budget: Budget) -> None:
        """Prepare the proofs."""
        self.meaning = meaning
        self.values = dict(values)
        self.lists = {name for name, one in meaning.inputs.items() if isinstance(one, ListInput)}
        self.movable = [name for name in meaning.inputs if name in values and name not in self.lists]
        self.free = [name for name in meaning.inputs if name not in values]
        self.prover = Prover([meaning.inputs], budget)
        self.logic = self.prover.logic
        self.seeds = samples([meaning], self.prover.symbols.domains)
        self._wanted = wanted
        self._kept = self.logic.all(*(self.same(name) for name in values if name in self.lists))

    def same(self, name: str) -> Term:
        """Whether an input stays as it is."""
        return self.prover.symbols.equals(name, self.values[name])

    def at_most(self, count: int) -> Term:
        """Whether at most so many of the inputs with a value have another one."""
        return self.logic.at_most(count, *(self.logic.no(self.same(name)) for name in self.movable))

    def ends(self, rest: Mapping[str, Any], problems: frozenset[str] = frozenset()) -> Term:
        """Whether the outcome is reached, or one of these problems, if the inputs in `rest` have these values."""
        ends = self.prover.ends(fixed(self.meaning, rest)).items()
        return self.logic.any(*(term for end, term in ends if end.outcome == self._wanted or end.problem in problems))

    def leads(self, question: Mapping[str, Any]) -> bool:
        """Whether a question, whole or not, leads to the outcome."""
        return answer(self.meaning, question).outcome == self._wanted

    def misses(self, question: Mapping[str, Any]) -> bool:
        """Whether a question that is not refused leads elsewhere."""
        found = answer(self.meaning, question)
        return found.outcome != self._wanted and found.problem not in REFUSALS

    def question(self, found: Question, added: Iterable[str]) -> Question:
        """What is found for the inputs that have a value, and for those that are added; lists as they are."""
        return {**self.values, **{name: found[name] for name in (*self.movable, *added)}}

    def count(self, question: Mapping[str, Any]) -> int:
        """How many inputs with a value have another one in a question."""
        return sum(question[name] != self.values[name] for name in self.movable)

    def find(
        self, terms: Iterable[Term], holds: Callable[[Question], bool], *, seeds: Iterable[Question] = ()
    ) -> Verdict:
        """Inputs for which all of this is so; lists have as many records as now, and are put in by `question`."""
        return self.prover.find(self.logic.all(self._kept, *terms), holds, seeds=seeds, tries=0)
