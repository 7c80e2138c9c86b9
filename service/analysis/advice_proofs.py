"""Proofs about advice: that each rule fires for some question."""

from collections.abc import Iterator

from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.exploring.marks import Mark
from service.analysis.prover import Never
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.advice import AdviceDocument, AdviceRule


def advice_proofs(
    typed: Typed, advice: AdviceDocument, exploration: Exploration, doubts: Doubts
) -> Iterator[Diagnostic]:
    """Every rule of advice that no question lets fire."""
    dead = []
    for index in range(len(advice.rules)):
        verdict = exploration.can(Mark("fires", ("rules", index)))
        doubts.note(verdict, ("rules", index), "that a question lets it fire")
        if isinstance(verdict, Never):
            dead.append(index)
    asserted = {fact for index, one in enumerate(advice.rules) if index not in dead for fact in one.assert_.items()}
    for index in dead:
        one = advice.rules[index]
        if set(one.match.items()) <= asserted:  # else it only follows from a rule that never fires
            yield typed.loaded.at(
                ("rules", index), "unreachable", f"no question lets `{one.id}` fire: {_why(exploration, one, index)}"
            )


def _why(exploration: Exploration, one: AdviceRule, index: int) -> str:
    logic = exploration.prover.logic
    if one.when is None:
        return "the facts that it matches are never there together"
    condition = exploration.prover.rules.condition(exploration.meaning, ("rules", index, "when"))
    if exploration.excluded(logic.all(condition.term, logic.no(condition.fails))):
        return "its condition never holds"
    return "its condition never holds for a question that is not refused" + (
        ", together with the facts that it matches" if one.match else ""
    )
