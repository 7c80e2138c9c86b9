"""Proofs about one sound rule, and a question for everything that it can do.

Each finding is proved or shown: an error or an overlap comes with inputs that were run. What is neither is named.
"""

from collections.abc import Iterator
from typing import Any, assert_never

from msgspec import Struct

from service.analysis.advice_proofs import advice_proofs
from service.analysis.budget import Budget
from service.analysis.caveat_proofs import caveat_proofs
from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.exploring.paths import Paths
from service.analysis.failure_proofs import failure_proofs
from service.analysis.guard_proofs import guard_proofs
from service.analysis.meaning import Meaning
from service.analysis.tree_proofs import tree_proofs
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.advice import AdviceDocument
from service.model.formula import FormulaDocument
from service.model.places import failed
from service.model.tree import TreeDocument


class Witness(Struct, frozen=True):
    """A whole question."""

    inputs: dict[str, Any]


def proofs(typed: Typed, meaning: Meaning, budget: Budget) -> Iterator[Diagnostic]:
    """Every finding about a rule that is sound so far, and a warning for each thing that could not be proved."""
    exploration, paths = _explored(meaning, budget)
    doubts = Doubts()
    refusing = [*guard_proofs(typed, exploration, doubts)]
    yield from refusing
    if not any(one.code == "unsatisfiable" for one in refusing):
        found = [*refusing, *_body(typed, exploration, doubts)]
        yield from found[len(refusing) :]
        if not failed(found):
            paths.explore()
            paths.doubt(doubts)
    yield from doubts.findings(typed.loaded)


def witnesses(meaning: Meaning, budget: Budget) -> Iterator[Witness]:
    """Questions for every way through a tree, for advice that fires and that does not, and for edges of formulas."""
    exploration, paths = _explored(meaning, budget)
    paths.explore()
    yield from (Witness(inputs) for inputs in exploration.questions())


def _body(typed: Typed, exploration: Exploration, doubts: Doubts) -> Iterator[Diagnostic]:
    match exploration.meaning.document:
        case TreeDocument():
            yield from tree_proofs(typed, exploration, doubts)
        case AdviceDocument() as advice:
            yield from advice_proofs(typed, advice, exploration, doubts)
        case FormulaDocument() as formula:
            yield from caveat_proofs(typed, formula, exploration, doubts)
        case unreachable:
            assert_never(unreachable)
    yield from failure_proofs(typed, exploration, doubts)


def _explored(meaning: Meaning, budget: Budget) -> tuple[Exploration, Paths]:
    """What is known of a rule, and paid for by this budget."""
    if meaning not in budget.explored:
        exploration = Exploration(meaning, budget)
        budget.explored[meaning] = exploration, Paths(exploration)
    exploration, paths = budget.explored[meaning]
    return exploration, paths
