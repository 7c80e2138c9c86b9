"""What a question does to advice, seen and said."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.analysis.exploring.guards import guards_said, guards_seen
from service.analysis.exploring.marks import Mark
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.reference import fired
from service.analysis.solver.terms import Term
from service.language.expression import Failed, Judgment, Known, Scope
from service.model.advice import NUMBERS, AdviceDocument
from service.model.text import Path


def advice_seen(meaning: Meaning, advice: AdviceDocument, inputs: Mapping[str, Any]) -> Iterator[Mark]:
    """Which rules of advice fire for a question."""
    scope = meaning.scope(dict(inputs))
    marks = [*guards_seen(meaning, scope)]
    yield from marks
    if Mark("admitted") not in marks:
        return
    paths = {one.id: ("rules", index) for index, one in enumerate(advice.rules)}
    verdicts = {
        one.id: meaning.judge((*paths[one.id], "when"), scope) if one.when else Known(True) for one in advice.rules
    }
    firing = fired(advice, {name for name, one in verdicts.items() if one == Known(True) or isinstance(one, Failed)})
    for name, path in paths.items():
        yield Mark("fires" if name in firing else "rests", path)
        if name in firing:
            yield from _failing(meaning, path, verdicts[name], scope)


def _failing(meaning: Meaning, path: Path, verdict: Judgment, scope: Scope) -> Iterator[Mark]:
    if isinstance(verdict, Failed):
        yield Mark("fails", (*path, "when"))
        return
    for number in ((*path, part) for part in NUMBERS):
        if number in meaning.expressions and isinstance(meaning.judge(number, scope), Failed):
            yield Mark("fails", number)


def advice_said(meaning: Meaning, advice: AdviceDocument, prover: Prover) -> dict[Mark, Term]:
    """The same as terms."""
    logic = prover.logic
    said = guards_said(meaning, prover)
    admitted = said[Mark("admitted")]
    fires = prover.rules.fires(meaning, advice)
    for index, one in enumerate(advice.rules):
        fate = fires[one.id]
        said[Mark("fires", ("rules", index))] = logic.all(admitted, fate.term)
        said[Mark("rests", ("rules", index))] = logic.all(admitted, logic.no(fate.term))
        if one.when:
            said[Mark("fails", ("rules", index, "when"))] = logic.all(admitted, fate.fails)
        for number in (("rules", index, part) for part in NUMBERS):
            if number in meaning.expressions:
                failing = prover.expression(meaning, number).fails
                said[Mark("fails", number)] = logic.all(admitted, fate.term, logic.no(fate.fails), failing)
    return said
