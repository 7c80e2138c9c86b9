"""Proofs about what refuses a question: that `requires` lets some through, and that each problem can be met."""

from collections.abc import Iterator

from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.exploring.marks import Mark
from service.analysis.prover import Never
from service.analysis.symbolic.rules import guards
from service.errors import Diagnostic
from service.language.typed import Typed


def guard_proofs(typed: Typed, exploration: Exploration, doubts: Doubts) -> Iterator[Diagnostic]:
    """Every finding about `requires` and `problems`."""
    for path, _, required in guards(exploration.meaning):
        verdict = exploration.can(Mark("passed" if required else "met", path))
        doubts.note(verdict, path[:2], "that a question passes" if required else "that a question meets this problem")
        if not isinstance(verdict, Never):
            continue
        alone = exploration.prover.rules.condition(exploration.meaning, path)
        logic = exploration.prover.logic
        never = exploration.excluded(logic.all(alone.term, logic.no(alone.fails)))
        if required:
            message = "no inputs satisfy this check" if never else "no inputs satisfy this check and those before it"
            yield typed.loaded.at(path, "unsatisfiable", message)
            return  # whatever comes behind it is unreachable, and only follows
        why = "its condition never holds" if never else "what stands before it refuses every question that it is for"
        yield typed.loaded.at(path[:2], "unreachable", f"no question meets this problem: {why}")
    admitted = exploration.can(Mark("admitted"))
    if isinstance(admitted, Never):
        yield typed.loaded.at(
            ("problems",), "unsatisfiable", "there is no question that none of these problems refuses"
        )
