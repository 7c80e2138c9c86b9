"""The meaning of a rule, said a second time and in the fewest words: what the engine is checked against.

Slow and obvious: no engine, no memo, no blocks. A tree is walked node by node, a formula line by line, advice until
nothing new fires, a selection row by row (in `selecting.py`). When the two disagree, this one is read first, because it
can be.
"""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, assert_never

from service.analysis.completions import Completions
from service.analysis.meaning import (
    AnyMeaning,
    CatalogMeaning,
    Meaning,
    ProblemError,
    SelectionMeaning,
    UnsoundError,
)
from service.analysis.selecting import selected
from service.errors import InputsRejectedError
from service.language.expression import Failed, Judgment, Known, Scope, Unknown
from service.language.reading import Reader
from service.model.advice import AdviceDocument
from service.model.answer import Answer
from service.model.formula import FormulaDocument, Output
from service.model.text import Path
from service.model.tree import TreeDocument


def answer(rule: AnyMeaning, given: Mapping[str, Any]) -> Answer:
    """The one right answer.

    Raises:
        UnsoundError: it depends on a faulty part of the rule, or may do so; or the rule answers nothing.
    """
    match rule:
        case Meaning():
            return _sound(rule, given)
        case SelectionMeaning():
            return selected(rule, given)
        case CatalogMeaning(document=catalog):
            raise UnsoundError(catalog.name)
        case unreachable:
            assert_never(unreachable)


def _sound(rule: Meaning, given: Mapping[str, Any]) -> Answer:
    if rule.doubt.whole or not rule.doubt.inputs.isdisjoint(given):
        raise UnsoundError(rule.document.name)
    try:
        return _answer(rule, Reader(rule.inputs).read(given))
    except InputsRejectedError:
        if rule.doubt.inputs_unsure:
            raise UnsoundError(rule.document.name) from None
        return Answer(problem="inputs-rejected")
    except ProblemError as problem:
        return Answer(problem=problem.args[0])
    except KeyError as absent:
        raise UnsoundError(str(absent)) from absent


def _answer(rule: Meaning, inputs: dict[str, Any]) -> Answer:
    match rule.document:
        case TreeDocument() as tree:
            return Completions(inputs).answer(rule, tree)
        case FormulaDocument() as formula:
            return _formula(rule, formula, inputs)
        case AdviceDocument() as advice:
            return _advice(rule, advice, inputs)
        case unreachable:
            assert_never(unreachable)


def _formula(rule: Meaning, formula: FormulaDocument, inputs: dict[str, Any]) -> Answer:
    scope = rule.scope(inputs)
    rule.refuse(scope)
    values: dict[str, float | int] = {}
    missing = False
    for name, output in formula.outputs.items():
        judgment = rule.expressions["outputs", name, "value"].judge(scope)
        scope.define(name, judgment)
        if isinstance(judgment, Failed):
            raise ProblemError("evaluation-failed")
        if isinstance(judgment, Unknown):
            missing = missing or not output.optional
            continue
        if not is_result(output, judgment.value):
            raise ProblemError("result-rejected")
        values[name] = judgment.value
    if missing:
        raise ProblemError("inputs-missing")
    return Answer(values=values, caveats=tuple(_caveats(rule, formula, scope)))


def _caveats(rule: Meaning, formula: FormulaDocument, scope: Scope) -> Iterator[str]:
    for name in formula.caveats:
        judgment = rule.judge(("caveats", name, "when"), scope)
        if isinstance(judgment, Failed):
            raise ProblemError("evaluation-failed")
        if judgment == Known(True):
            yield name


def is_result(output: Output, value: float) -> bool:
    """Whether an output may have this value: it is finite and in the range."""
    low, high = output.range or (float("-inf"), float("inf"))
    return isfinite(value) and low <= value <= high


def _advice(rule: Meaning, advice: AdviceDocument, inputs: dict[str, Any]) -> Answer:
    scope = rule.scope(inputs)
    rule.refuse(scope)
    verdicts: dict[str, Judgment] = {}
    for index, one in enumerate(advice.rules):
        verdicts[one.id] = rule.judge(("rules", index, "when"), scope) if one.when else Known(True)
    certain = fired(advice, {name for name, one in verdicts.items() if one == Known(True) or isinstance(one, Failed)})
    if any(isinstance(verdicts[name], Failed) for name in certain):
        raise ProblemError("evaluation-failed")
    possible = fired(advice, {name for name, verdict in verdicts.items() if verdict != Known(False)})
    numbers = {one.id: _number(rule, index, scope) for index, one in enumerate(advice.rules) if one.id in certain}
    order = sorted(numbers, key=lambda name: -numbers[name])
    waiting = tuple(one.id for one in advice.rules if one.id in possible - certain)
    return Answer(advice=tuple(order), not_judged=waiting)


def _number(rule: Meaning, index: int, scope: Scope) -> float:
    """What advice is listed by: its rank, else its gain, else it comes last."""
    paths: list[Path] = [("rules", index, part) for part in ("rank", "gain")]
    found = [rule.judge(path, scope) for path in paths if path in rule.expressions]
    if any(isinstance(one, Failed) for one in found):
        raise ProblemError("evaluation-failed")
    known = [float(one.value) for one in found if isinstance(one, Known) and isfinite(one.value)]
    return known[0] if known else float("-inf")


def fired(advice: AdviceDocument, holding: set[str]) -> set[str]:
    """All rules that hold and whose facts have been asserted, until nothing new fires."""
    fired: set[str] = set()
    while True:
        facts = {fact for one in advice.rules if one.id in fired for fact in one.assert_.items()}
        now = {one.id for one in advice.rules if one.id in holding and set(one.match.items()) <= facts}
        if now == fired:
            return fired
        fired = now
