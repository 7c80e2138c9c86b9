"""The meaning of a rule, said a second time and in the fewest words: what the engine is checked against.

Slow and obvious: no engine, no memo, no blocks. A tree is walked node by node, a formula line by line, advice until
nothing new fires. When the two disagree, this one is read first, because it can be.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any, assert_never

from service.analysis.completions import Completions
from service.analysis.meaning import Meaning, ProblemError, UnsoundError
from service.errors import InputsRejectedError
from service.language.expression import Failed, Judgment, Known, Scope, Unknown
from service.language.reading import Reader
from service.model.advice import AdviceDocument
from service.model.answer import Answer
from service.model.formula import FormulaDocument
from service.model.tree import TreeDocument


def answer(rule: Meaning, given: Mapping[str, Any]) -> Answer:
    """The one right answer.

    Raises:
        UnsoundError: it depends on a faulty part of the rule, or may do so.
    """
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
            missing = True
            continue
        low, high = output.range or (float("-inf"), float("inf"))
        if not isfinite(judgment.value) or not low <= judgment.value <= high:
            raise ProblemError("result-rejected")
        values[name] = judgment.value
    if missing:
        raise ProblemError("inputs-missing")
    return Answer(values=values)


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
    gains = {one.id: _gain(rule, index, scope) for index, one in enumerate(advice.rules) if one.id in certain}
    order = sorted(gains, key=lambda name: -gains[name])
    waiting = tuple(one.id for one in advice.rules if one.id in possible - certain)
    return Answer(advice=tuple(order), not_judged=waiting)


def _gain(rule: Meaning, index: int, scope: Scope) -> float:
    if ("rules", index, "gain") not in rule.expressions:
        return float("-inf")
    match rule.judge(("rules", index, "gain"), scope):
        case Known(value=value) if isfinite(value):
            return float(value)
        case Failed():
            raise ProblemError("evaluation-failed")
        case _:
            return float("-inf")


def fired(advice: AdviceDocument, holding: set[str]) -> set[str]:
    """All rules that hold and whose facts have been asserted, until nothing new fires."""
    fired: set[str] = set()
    while True:
        facts = {fact for one in advice.rules if one.id in fired for fact in one.assert_.items()}
        now = {one.id for one in advice.rules if one.id in holding and set(one.match.items()) <= facts}
        if now == fired:
            return fired
        fired = now
