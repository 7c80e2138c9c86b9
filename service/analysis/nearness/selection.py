"""Questions that give some of the missing inputs and lead to the outcome whatever the others are."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from service.analysis.nearness.goal import REFUSALS, Goal, Question
from service.analysis.prover import Found, Never, Unproved, Verdict
from service.analysis.solver.terms import Term

_ROUNDS: Final = 30
"""Values of the inputs that stay missing, which are collected for one question to the solver."""

_FIRST: Final = 3


class Selection:
    """A selection of the missing inputs: these are `added`, the others stay missing.

    Whatever the others are can't be said in terms. So questions are looked for that lead to the outcome for some of
    their values, and run without them; values that speak against one are added to these.
    """

    def __init__(self, goal: Goal, added: Sequence[str]) -> None:
        """Begin with a few values of what stays missing."""
        self.goal = goal
        self.added = tuple(added)
        self._missing = [name for name in goal.free if name not in added and name not in goal.lists]
        self._terms = [goal.ends({})]
        if self._missing:
            distinct = {repr(self._rest(seed)): seed for seed in goal.seeds}
            for seed in islice(distinct.values(), _FIRST):
                self._suppose(seed)

    def find(self, *terms: Term) -> Verdict:
        """Inputs for which this is so and which lead to the outcome, without those that stay missing."""
        excluded: list[Term] = []
        for _ in range(_ROUNDS):
            tried: list[Question] = []

            def leads(found: Question, tried: list[Question] = tried) -> bool:
                tried.append(self.goal.question(found, self.added))
                return self.goal.leads(tried[0])

            verdict = self.goal.find([*self._terms, *terms, *excluded], leads)
            if isinstance(verdict, Found):
                return Found(tried[0])
            if isinstance(verdict, Never) or not tried or not self._missing:
                return verdict
            if not self._speaks_against(tried[0]):
                excluded.append(self.goal.logic.no(self._just(tried[0])))
        return Unproved("it takes too many rounds")

    def _speaks_against(self, question: Question) -> bool:
        """Take along values of what is missing by which the question leads elsewhere, if there are some."""
        goal = self.goal
        elsewhere = goal.logic.no(goal.ends({}, REFUSALS))
        found = goal.find([self._just(question), elsewhere], lambda whole: goal.misses({**whole, **question}))
        if isinstance(found, Found):
            self._suppose(found.inputs)
        return isinstance(found, Found)

    def _just(self, question: Question) -> Term:
        names = (*self.goal.movable, *self.added)
        return self.goal.logic.all(*(self.goal.prover.symbols.equals(name, question[name]) for name in names))

    def _suppose(self, values: dict[str, Any]) -> None:
        self._terms.append(self.goal.ends(self._rest(values), REFUSALS))

    def _rest(self, values: dict[str, Any]) -> dict[str, Any]:
        return {name: values[name] for name in self._missing}
