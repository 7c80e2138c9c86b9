"""Expressions that are needed and have no value for some question."""

from collections.abc import Iterator

from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.prover import Found
from service.analysis.wording import witness
from service.errors import Diagnostic
from service.language.expression import Failed
from service.language.typed import Typed


def failure_proofs(typed: Typed, exploration: Exploration, doubts: Doubts) -> Iterator[Diagnostic]:
    """A warning for each expression that can be without a value where it is needed."""
    meaning = exploration.meaning
    for mark in exploration.said:
        if mark.kind != "fails":
            continue
        verdict = exploration.shown(mark)
        doubts.note(verdict, mark.path, "that it always has a value")
        if isinstance(verdict, Found):
            judgment = meaning.judge(mark.path, meaning.scope(verdict.inputs))
            reason = f": {judgment.reason}" if isinstance(judgment, Failed) else ""
            message = f"it has no value for `{witness(meaning, verdict.inputs, [mark.path])}`{reason}"
            yield typed.loaded.at(mark.path, "can-fail", message, warning=True)
