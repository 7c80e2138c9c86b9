"""Proofs about the caveats of a formula: that each comes with some answer."""

from collections.abc import Iterator

from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.exploring.marks import Mark
from service.analysis.prover import Never
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.formula import FormulaDocument
from service.model.text import Path


def caveat_proofs(
    typed: Typed, formula: FormulaDocument, exploration: Exploration, doubts: Doubts
) -> Iterator[Diagnostic]:
    """Every caveat that no question meets."""
    for name in formula.caveats:
        path: Path = ("caveats", name)
        verdict = exploration.can(Mark("fires", path))
        doubts.note(verdict, path, "that a question meets this caveat")
        if isinstance(verdict, Never):
            message = f"no question meets `{name}`: its condition never holds for one that is answered"
            yield typed.loaded.at(path, "unreachable", message)
