"""Proofs about advice: that each rule fires for some question."""

from collections.abc import Iterable, Iterator, Set

from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.exploring.marks import Mark
from service.analysis.prover import Never
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.advice import AdviceDocument, AdviceRule

Fact = tuple[str, str]


def advice_proofs(
    typed: Typed, advice: AdviceDocument, exploration: Exploration, doubts: Doubts
) -> Iterator[Diagnostic]:
    """Every rule of advice that no question lets fire, unless it only waits for one of these."""
    dead = set()
    for index in range(len(advice.rules)):
        verdict = exploration.can(Mark("fires", ("rules", index)))
        doubts.note(verdict, ("rules", index), "that a question lets it fire")
        if isinstance(verdict, Never):
            dead.add(index)
    for index in sorted(dead - _waiting(advice, dead)):
        message = f"no question lets `{advice.rules[index].id}` fire: {_why(exploration, advice.rules[index], index)}"
        yield typed.loaded.at(("rules", index), "unreachable", message)


def _waiting(advice: AdviceDocument, dead: Set[int]) -> set[int]:
    """Dead rules that miss a fact which nobody asserts, as is said elsewhere, or which a rule that is told asserts.

    Rules that wait for each other alone are told, as nothing else would be said of them.
    """
    everybody = range(len(advice.rules))
    missing = {one: {*advice.rules[one].match.items()} - _facts(advice, {*everybody} - dead) for one in dead}
    waiting = {one for one, facts in missing.items() if not facts <= _facts(advice, everybody)}
    causes = waiting | {one for one, facts in missing.items() if not facts}
    while more := {one for one, facts in missing.items() if facts & _facts(advice, causes)} - causes:
        waiting |= more
        causes |= more
    return waiting


def _facts(advice: AdviceDocument, rules: Iterable[int]) -> set[Fact]:
    """What these rules assert."""
    return {fact for index in rules for fact in advice.rules[index].assert_.items()}


def _why(exploration: Exploration, one: AdviceRule, index: int) -> str:
    logic = exploration.prover.logic
    together = ", together with the facts that it matches" if one.match else ""
    if one.when is None:
        return "the facts that it matches are never there together"
    condition = exploration.prover.rules.condition(exploration.meaning, ("rules", index, "when"))
    if exploration.excluded(logic.all(condition.term, logic.no(condition.fails))):
        return "its condition never holds"
    return f"its condition never holds for a question that is not refused{together}"
