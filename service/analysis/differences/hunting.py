"""The hunt for questions that two versions answer differently: one for each pair of results, until none is left."""

from collections.abc import Callable, Mapping
from typing import assert_never

from msgspec import Struct, field

from service.analysis.differences.comparison import Both, Comparison, Look, Question
from service.analysis.differences.results import ANSWERED, Pair, Result, pair, word
from service.analysis.prover import TOO_LONG, Found, Never, Unproved
from service.analysis.solver.terms import Term

TURNS = 100
"""Turns that are listed; with more, two versions are two rules."""

PAIRS = 400
"""Pairs of results that are looked at one by one, where all of them together are too much."""

DOUBTS = 5
"""Things that could not be proved for one reason, of which a sentence names so many."""

MORE = "there are more turns"

Ends = Mapping[Result, Term]
"""For which questions a version comes to which result."""


class Turned(Struct, frozen=True):
    """A question, and what the two versions make of it."""

    question: Question
    results: Both


class Claim(Struct, frozen=True):
    """Something that two versions may say otherwise, in questions that both answer.

    `name` tells claims apart, `term` says for which questions it is so, and `turn` runs a question: what changes by it,
    if anything does.
    """

    name: str
    term: Term
    turn: Callable[[Question], Pair | None]


class Hunted(Struct):
    """What was found: a question for each turn, and what could not be proved, in sentences.

    `settled` are the claims for which there is a question, `doubts` what could not be proved, by the reason.
    """

    turns: dict[Pair, Turned] = field(default_factory=dict)
    doubts: dict[str, list[str]] = field(default_factory=dict)
    settled: set[str] = field(default_factory=set)

    def doubt(self, what: str, reason: str) -> None:
        """Note what could not be proved, each once."""
        known = self.doubts.setdefault(reason, [])
        known += [] if what in known else [what]

    def sentences(self) -> list[str]:
        """What could not be proved, one sentence for each reason."""
        return [f"whether {_listed(whats)}: {reason}" for reason, whats in self.doubts.items()]


class Hunt:
    """Looks for turns between two versions, and adds them to what has been found."""

    def __init__(self, comparison: Comparison, hunted: Hunted, look: Look | None = None) -> None:
        """Look at results as the comparison does, or in a coarser way."""
        self._prover = comparison.prover
        self._seeds = comparison.seeds
        self._look = look or comparison.look
        self._hunted = hunted

    def through(self, old: Ends, new: Ends) -> None:
        """Look for every turn; the terms of each version exclude each other and cover every question that counts."""
        logic = self._prover.logic
        if old.keys() == new.keys() and all(term.eq(new[one]) for one, term in old.items()):
            return
        same = logic.any(*(logic.all(term, new[one]) for one, term in old.items() if one in new))
        known = logic.any(*(self._term(old, new, one.results) for one in self._hunted.turns.values()))
        remaining = logic.all(logic.any(*old.values()), logic.any(*new.values()), logic.no(logic.any(same, known)))
        while len(self._hunted.turns) < TURNS and self._prover.budget.left():
            match self._prover.find(remaining, self._is_new, seeds=self._seeds):
                case Never():
                    return
                case Unproved(reason=reason):
                    self._one_by_one(old, new, reason)
                    return
                case Found(inputs=inputs):
                    results = self._keep(inputs)
                    remaining = logic.all(remaining, logic.no(self._term(old, new, results)))
                case unreachable:
                    assert_never(unreachable)
        few = len(self._hunted.turns) < TURNS
        self._hunted.doubt(MORE, TOO_LONG if few else f"only {TURNS} are listed")

    def claim(self, one: Claim) -> bool:
        """Look for one question that bears out a claim; whether it was proved that there is none."""
        if one.name in self._hunted.settled or one.term.eq(self._prover.logic.false):
            return one.name not in self._hunted.settled
        match self._prover.find(one.term, lambda question: one.turn(question) is not None, seeds=self._seeds):
            case Found(inputs=inputs):
                turn = one.turn(inputs)
                assert turn is not None  # noqa: S101  (it was confirmed)
                self._hunted.settled.add(one.name)
                self._hunted.turns[turn] = Turned(inputs, (ANSWERED, ANSWERED))
                return False
            case Unproved(reason=reason):
                self._hunted.doubt(one.name, reason)
                return False
            case Never():
                return True
            case unreachable:
                assert_never(unreachable)

    def by_example(self) -> None:
        """Look for turns among the questions to try alone."""
        while len(self._hunted.turns) < TURNS and self._prover.budget.left():
            match self._prover.find(self._prover.logic.false, self._is_new, seeds=self._seeds):
                case Found(inputs=inputs):
                    self._keep(inputs)
                case _:
                    return

    def _one_by_one(self, old: Ends, new: Ends, reason: str) -> None:
        """What is too hard for all pairs together may be easy for most of them."""
        if len(old) * len(new) > PAIRS or not self._prover.budget.left():
            self._hunted.doubt(MORE, reason)
            return
        both = {named: (one, other) for one in old for other in new if (named := pair(one, other))}
        for named, results in both.items():
            if named not in self._hunted.turns:
                self._one(self._term(old, new, results), named)

    def _one(self, term: Term, named: Pair) -> None:
        match self._prover.find(term, lambda question: pair(*self._look(question)) == named, seeds=self._seeds):
            case Found(inputs=inputs):
                self._keep(inputs)
            case Unproved(reason=reason):
                self._hunted.doubt(f"`{named.before}` turns into `{named.after}`", reason)
            case Never():
                return
            case unreachable:
                assert_never(unreachable)

    def _keep(self, inputs: Question) -> Both:
        results = self._look(inputs)
        found = pair(*results)
        if found is not None:
            self._hunted.turns[found] = Turned(inputs, results)
        return results

    def _is_new(self, question: Question) -> bool:
        found = pair(*self._look(question))
        return found is not None and found not in self._hunted.turns

    def _term(self, old: Ends, new: Ends, results: Both) -> Term:
        """For which questions the versions come to results that are told apart like these."""
        logic, named = self._prover.logic, pair(*results)
        before = [one for one in old if word(one) == word(results[0])]
        after = [one for one in new if word(one) == word(results[1])]
        return logic.any(
            *(logic.all(old[one], new[other]) for one in before for other in after if pair(one, other) == named)
        )


def _listed(whats: list[str]) -> str:
    more = len(whats) - DOUBTS
    return ", ".join(whats[:DOUBTS]) + (f", and {more} more" if more > 0 else "")
