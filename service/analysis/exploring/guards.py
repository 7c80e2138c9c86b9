"""What refuses a question, seen and said: `requires` and `problems`."""

from collections.abc import Iterator

from service.analysis.exploring.marks import Mark
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.solver.terms import Term
from service.analysis.symbolic.rules import guards
from service.language.expression import Known, Scope


def guards_seen(meaning: Meaning, scope: Scope) -> Iterator[Mark]:
    """What the checks of a rule do with a question, up to the one that refuses it."""
    for path, _, wanted in guards(meaning):
        judgment = meaning.judge(path, scope)
        if not isinstance(judgment, Known):
            yield Mark("fails", path)
            return
        if judgment.value is not wanted:
            if not wanted:
                yield Mark("met", path)
            return
        if wanted:
            yield Mark("passed", path)
    yield Mark("admitted")


def guards_said(meaning: Meaning, prover: Prover) -> dict[Mark, Term]:
    """The same as terms."""
    logic, name = prover.logic, prover.named
    so_far = logic.true
    said: dict[Mark, Term] = {}
    for path, _, wanted in guards(meaning):
        check = prover.rules.condition(meaning, path)
        said[Mark("fails", path)] = logic.all(so_far, check.fails)
        judged = logic.all(so_far, logic.no(check.fails))
        so_far = name(logic.all(judged, check.term if wanted else logic.no(check.term)))
        said[Mark("passed" if wanted else "met", path)] = so_far if wanted else logic.all(judged, check.term)
    said[Mark("admitted")] = so_far
    return said
