"""What a rule can do at all: seen with some input, or proved to be impossible."""

from collections.abc import Mapping
from typing import Any, assert_never

from service.analysis.budget import Budget
from service.analysis.exploring.advice import advice_said, advice_seen
from service.analysis.exploring.formulas import formula_said, formula_seen
from service.analysis.exploring.marks import Mark
from service.analysis.exploring.samples import samples
from service.analysis.exploring.trees import tree_said, tree_seen
from service.analysis.meaning import Meaning
from service.analysis.prover import TOO_LONG, Found, Never, Prover, Unproved, Verdict
from service.analysis.reference import answer
from service.analysis.solver.terms import Term
from service.analysis.trace import Trace, trace
from service.model.advice import AdviceDocument
from service.model.formula import FormulaDocument
from service.model.tree import TreeDocument

_IDLE = 60
"""Samples in a row that show nothing new, after which no more are tried."""
_FIRST = 30
"""Samples of a formula or of advice that count as its witnesses, whatever they show."""
_STEPS = 100_000
"""Conditions that samples may go through, together."""
_RUNS = 40_000
"""Conditions that may be gone through to make one witness small."""


class Exploration:
    """A rule, what has been seen of it so far, and what can be seen."""

    def __init__(self, meaning: Meaning, budget: Budget) -> None:
        """Run the rule with some questions; `ways` has one for each way through a tree, by its hash."""
        self.meaning = meaning
        self.prover = Prover([meaning.inputs], budget)
        self.seen: dict[Mark, dict[str, Any]] = {}
        self.ways: dict[int, dict[str, Any]] = {}
        self._said: dict[Mark, Term] | None = None
        self._verdicts: dict[Mark, Verdict] = {}
        self._walked = 0
        self._breadth = _breadth(meaning)
        self._last: tuple[dict[str, Any], Trace] | None = None
        self._first: list[dict[str, Any]] = []
        idle = 0
        for inputs in samples(meaning, self.prover.symbols.domains):
            if not isinstance(meaning.document, TreeDocument) and len(self._first) < _FIRST:
                self._first.append(inputs)
            idle = 0 if self.note(inputs) else idle + 1
            if idle > _IDLE or self._walked > _STEPS or not budget.left():
                break

    @property
    def said(self) -> dict[Mark, Term]:
        """All that can be seen, as terms."""
        if self._said is None:
            self._said = self._terms()
        return self._said

    def can(self, mark: Mark) -> Verdict:
        """Whether something can be seen; what has been seen needs no solver."""
        if mark in self.seen:
            return Found(self.seen[mark])
        if mark not in self.said:
            return Unproved(TOO_LONG)
        if mark not in self._verdicts:
            verdict = self._verdicts[mark] = self.prover.find(
                self.said[mark], lambda inputs: mark in self.marks(inputs), tries=0
            )
            if isinstance(verdict, Found):
                self.note(verdict.inputs)
        return self._verdicts[mark]

    def shown(self, mark: Mark) -> Verdict:
        """The same with a witness for people."""
        verdict = self.can(mark)
        if not isinstance(verdict, Found):
            return verdict
        verdict = self.prover.find(
            self.said[mark], lambda inputs: mark in self.marks(inputs), seeds=[verdict.inputs], tries=self._tries()
        )
        if isinstance(verdict, Found) and not self._confirmed(verdict.inputs):
            return Unproved("a witness is not confirmed")
        return verdict

    def excluded(self, condition: Term) -> bool:
        """Whether it is proved that a condition never holds."""
        return isinstance(self.prover.find(condition, lambda _: False), Never)

    def questions(self) -> list[dict[str, Any]]:
        """All questions that showed something new, and some more to a rule that is no tree."""
        every = (*self._first, *self.seen.values(), *self.ways.values())
        return list({id(inputs): inputs for inputs in every}.values())

    def note(self, inputs: Mapping[str, Any]) -> bool:
        """Remember what a question shows; whether any of it is new."""
        whole = dict(inputs)
        before = len(self.seen) + len(self.ways)
        for mark in self.marks(whole):
            self.seen.setdefault(mark, whole)
        return len(self.seen) + len(self.ways) > before

    def marks(self, inputs: dict[str, Any]) -> set[Mark]:
        """What a question shows."""
        match self.meaning.document:
            case TreeDocument():
                way = self.trace(inputs)
                self.ways.setdefault(hash(way), inputs)
                return {*tree_seen(self.meaning, inputs, way)}
            case AdviceDocument() as advice:
                return {*advice_seen(self.meaning, advice, inputs)}
            case FormulaDocument() as formula:
                return {*formula_seen(self.meaning, formula, inputs)}
            case unreachable:
                assert_never(unreachable)

    def trace(self, inputs: dict[str, Any]) -> Trace:
        """The way of a question through a tree; the last one is remembered, as it is often asked for again."""
        if self._last is None or self._last[0] != inputs:
            way = trace(self.meaning, inputs)
            self._walked += len(way.steps) * self._breadth
            self._last = inputs, way
        return self._last[1]

    def _confirmed(self, inputs: dict[str, Any]) -> bool:
        """Whether the reference evaluator takes the question, and says the same of a tree."""
        meant = answer(self.meaning, inputs)
        if not isinstance(self.meaning.document, TreeDocument):
            return meant.problem != "inputs-rejected"
        end = self.trace(inputs).end
        return (end.outcome or None, end.problem or None) == (meant.outcome, meant.problem)

    def _terms(self) -> dict[Mark, Term]:
        match self.meaning.document:
            case TreeDocument():
                return tree_said(self.meaning, self.prover)
            case AdviceDocument() as advice:
                return advice_said(self.meaning, advice, self.prover)
            case FormulaDocument() as formula:
                return formula_said(self.meaning, formula, self.prover)
            case unreachable:
                assert_never(unreachable)

    def _tries(self) -> int:
        nodes = len(self.meaning.document.nodes) if isinstance(self.meaning.document, TreeDocument) else 1
        return max(min(400, _RUNS // (nodes * self._breadth)), 20)


def _breadth(meaning: Meaning) -> int:
    """Branches of a node, on average."""
    if not isinstance(meaning.document, TreeDocument):
        return 1
    nodes = meaning.document.nodes.values()
    return sum(len(node.branches) for node in nodes) // len(nodes)
