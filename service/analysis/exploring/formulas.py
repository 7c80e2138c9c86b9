"""What a question does to a formula, seen and said."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.analysis.exploring.guards import guards_said, guards_seen
from service.analysis.exploring.marks import Mark
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.solver.terms import Term
from service.language.expression import Failed
from service.model.formula import FormulaDocument


def formula_seen(meaning: Meaning, formula: FormulaDocument, inputs: Mapping[str, Any]) -> Iterator[Mark]:
    """Whether a question has an answer, or which output has no value."""
    scope = meaning.scope(dict(inputs))
    marks = [*guards_seen(meaning, scope)]
    yield from marks
    if Mark("admitted") not in marks:
        return
    for name in formula.outputs:
        judgment = meaning.judge(("outputs", name, "value"), scope)
        scope.define(name, judgment)
        if isinstance(judgment, Failed):
            yield Mark("fails", ("outputs", name, "value"))
            return


def formula_said(meaning: Meaning, formula: FormulaDocument, prover: Prover) -> dict[Mark, Term]:
    """The same as terms."""
    logic = prover.logic
    said = guards_said(meaning, prover)
    so_far = said[Mark("admitted")]
    for name in formula.outputs:
        fails = prover.expression(meaning, ("outputs", name, "value")).fails
        said[Mark("fails", ("outputs", name, "value"))] = logic.all(so_far, fails)
        so_far = logic.all(so_far, logic.no(fails))
    return said
