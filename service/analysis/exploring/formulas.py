"""What a question does to a formula, seen and said."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.analysis.exploring.guards import guards_said, guards_seen
from service.analysis.exploring.marks import Mark
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.reference import is_result
from service.analysis.solver.terms import Term
from service.language.expression import Failed, Known, Scope
from service.model.formula import FormulaDocument


def formula_seen(meaning: Meaning, formula: FormulaDocument, inputs: Mapping[str, Any]) -> Iterator[Mark]:
    """Whether a question has an answer, or which output or caveat has no value; which caveats come with it."""
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
    if all(is_result(output, scope.values[name]) for name, output in formula.outputs.items()):
        yield from _caveats_seen(meaning, formula, scope)


def _caveats_seen(meaning: Meaning, formula: FormulaDocument, scope: Scope) -> Iterator[Mark]:
    verdicts = {name: meaning.judge(("caveats", name, "when"), scope) for name in formula.caveats}
    for name, verdict in verdicts.items():
        if not isinstance(verdict, Known):
            yield Mark("fails", ("caveats", name, "when"))
            return
    for name, verdict in verdicts.items():
        yield Mark("fires" if verdict == Known(True) else "rests", ("caveats", name))


def formula_said(meaning: Meaning, formula: FormulaDocument, prover: Prover) -> dict[Mark, Term]:
    """The same as terms."""
    logic = prover.logic
    said = guards_said(meaning, prover)
    so_far = said[Mark("admitted")]
    for name in formula.outputs:
        fails = prover.expression(meaning, ("outputs", name, "value")).fails
        said[Mark("fails", ("outputs", name, "value"))] = logic.all(so_far, fails)
        so_far = logic.all(so_far, logic.no(fails))
    return said | _caveats_said(meaning, formula, prover, so_far)


def _caveats_said(meaning: Meaning, formula: FormulaDocument, prover: Prover, so_far: Term) -> dict[Mark, Term]:
    logic = prover.logic
    conditions = {name: prover.rules.condition(meaning, ("caveats", name, "when")) for name in formula.caveats}
    if conditions:
        results = (prover.rules.is_result(meaning, name, output) for name, output in formula.outputs.items())
        so_far = logic.all(so_far, *results)
    said: dict[Mark, Term] = {}
    for name, holds in conditions.items():
        said[Mark("fails", ("caveats", name, "when"))] = logic.all(so_far, holds.fails)
        so_far = logic.all(so_far, logic.no(holds.fails))
    for name, holds in conditions.items():
        said[Mark("fires", ("caveats", name))] = logic.all(so_far, holds.term)
        said[Mark("rests", ("caveats", name))] = logic.all(so_far, logic.no(holds.term))
    return said
