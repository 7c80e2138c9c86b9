"""Gives advice: all rules that hold fire, and the facts that they assert may fire more.

A rule that waits for a missing input is not judged. To find those whose turn could still come, the engine chains twice:
once with what is certain, once with everything that is open taken to hold; the difference was not judged.
"""

from collections.abc import Container
from math import isfinite
from typing import Any, assert_never

from service.engine.durable import Production, Ruleset, compile_ruleset
from service.engine.guards import failure
from service.engine.memo import Memo
from service.engine.program import AdviceProgram
from service.language.expression import Expression, Failed, Known, Scope, Unknown
from service.model.advice import AdviceDocument, AdviceRule
from service.model.decision import Decision, GivenAdvice, NotJudged

Sources = dict[tuple[str, str], list[AdviceRule]]
"""For each fact the rules that assert it."""


def advice_rules(document: AdviceDocument) -> Ruleset:
    """The productions of the document: each waits for its verdict and for the facts that it matches."""
    facts = _fact_positions(document)
    return compile_ruleset(
        (
            Production(
                f"r{index}",
                (*_waits(index, rule), *({"at": facts[fact]} for fact in rule.match.items())),
                tuple(facts[fact] for fact in rule.assert_.items()),
                index + 1,
            )
            for index, rule in enumerate(document.rules)
        ),
        facts=True,
    )


def _waits(index: int, rule: AdviceRule) -> tuple[dict[str, str], ...]:
    return ({"at": f"v{index}"},) if rule.when is not None else ()


def _fact_positions(document: AdviceDocument) -> dict[tuple[str, str], str]:
    facts = dict.fromkeys(
        fact for rule in document.rules for some in (rule.match, rule.assert_) for fact in some.items()
    )
    return {fact: f"f{index}" for index, fact in enumerate(facts)}


def _chain(ruleset: Ruleset, holding: int) -> tuple[str, ...]:
    """The productions that fire; bit by bit, `holding` says which conditions hold."""
    return ruleset.fire([f"v{index}" for index in range(holding.bit_length()) if holding >> index & 1], {})


class AdviceEngine:
    """Runs advice programs; shares the memo with everything that runs in this process."""

    def __init__(self, memo: Memo) -> None:
        """Take the memo."""
        self._memo = memo

    def advise(self, program: AdviceProgram, inputs: dict[str, Any], decision_id: str) -> Decision:
        """All advice that holds, by rank or gain and then by order, and what could not be judged.

        Raises:
            DecisionError: the question is refused, or an expression has no value.
        """
        scope = program.common.scope(inputs)
        program.common.refuse(scope)
        holds, waits, fails = _verdicts(program, scope)
        fired = self._fired(program, {*holds, *fails})
        for name, failed in fails.items():
            if name in fired:
                condition = program.conditions[name]
                raise failure(condition, failed, program.common.inputs_read(condition))
        possible = self._fired(program, {*holds, *waits, *fails})
        sources = _sources(program.document, fired)
        given = [_given(program, rule, scope, inputs, sources) for rule in program.document.rules if rule.id in fired]
        return Decision(
            decision_id=decision_id,
            rule=program.common.id,
            rules=(program.common.id,),
            status="decided",
            inputs=inputs,
            advice=tuple(sorted(given, key=_place)),
            not_judged=_not_judged(program.document, possible - fired, waits, sources),
        )

    def _fired(self, program: AdviceProgram, ids: Container[str]) -> set[str]:
        holding = sum(1 << index for index, rule in enumerate(program.document.rules) if rule.id in ids)
        names = self._memo.recall(_chain, program.ruleset, holding)
        return {program.document.rules[int(name[1:])].id for name in names}


def _verdicts(program: AdviceProgram, scope: Scope) -> tuple[set[str], dict[str, tuple[str, ...]], dict[str, Failed]]:
    """The rules whose condition holds, those that wait for inputs, and those that have no value.

    A condition without a value counts only where the facts that its rule matches are there.
    """
    holds: set[str] = set()
    waits: dict[str, tuple[str, ...]] = {}
    fails: dict[str, Failed] = {}
    for name, condition in program.conditions.items():
        judgment = condition.judge(scope)
        match judgment:
            case Known(value=value):
                if value:
                    holds.add(name)
            case Unknown(reads=reads):
                waits[name] = reads
            case Failed():
                fails[name] = judgment
            case unreachable:
                assert_never(unreachable)
    return holds, waits, fails


def _given(
    program: AdviceProgram, rule: AdviceRule, scope: Scope, inputs: dict[str, Any], sources: Sources
) -> GivenAdvice:
    based_on = [program.conditions[one.id] for one in _line(rule, sources) if one.id in program.conditions]
    numbers = [named.get(rule.id) for named in (program.gains, program.ranks)]
    based_on += [one for one in numbers if one]
    read = {name: inputs[name] for name in program.common.inputs_read(*based_on) if name in inputs}
    gain, rank = (_number(program, one, scope) for one in numbers)
    advise = rule.advise
    return GivenAdvice(
        id=rule.id,
        title=advise.title,
        improves=advise.improves,
        layer=advise.layer,
        reduces=advise.reduces,
        because=advise.because,
        steps=tuple(advise.steps),
        caveats=tuple(advise.caveats),
        see=tuple(advise.see),
        gain=gain,
        rank=rank,
        read=read,
    )


def _place(advice: GivenAdvice) -> float:
    """Where advice comes in the list: the greatest rank first, or gain where there is none; then all others."""
    number = advice.gain if advice.rank is None else advice.rank
    return float("inf") if number is None else -number


def _number(program: AdviceProgram, expression: Expression | None, scope: Scope) -> float | None:
    """A gain or a rank, where there is one that is known."""
    judgment = expression.judge(scope) if expression else None
    if isinstance(judgment, Failed) and expression:
        raise failure(expression, judgment, program.common.inputs_read(expression))
    known = isinstance(judgment, Known) and isfinite(judgment.value)
    return float(judgment.value) if known and isinstance(judgment, Known) else None


def _not_judged(
    document: AdviceDocument, ids: set[str], waits: dict[str, tuple[str, ...]], certain: Sources
) -> tuple[NotJudged, ...]:
    """What could still fire, with the inputs that it needs: its own, and those of the rules that it waits for."""
    sources = {fact: rules for fact, rules in _sources(document, ids).items() if fact not in certain}
    order = list(document.inputs)
    return tuple(
        NotJudged(
            id=rule.id,
            needs=tuple(
                sorted({name for one in _line(rule, sources) for name in waits.get(one.id, ())}, key=order.index)
            ),
        )
        for rule in document.rules
        if rule.id in ids
    )


def _sources(document: AdviceDocument, ids: set[str]) -> Sources:
    """For each fact the rules among `ids` that assert it."""
    sources: Sources = {}
    for rule in document.rules:
        if rule.id in ids:
            for fact in rule.assert_.items():
                sources.setdefault(fact, []).append(rule)
    return sources


def _line(rule: AdviceRule, sources: Sources) -> list[AdviceRule]:
    """A rule, and those whose facts lead to it, directly or by a chain."""
    line = {rule.id: rule}
    todo = [rule]
    while todo:
        for other in (other for fact in todo.pop().match.items() for other in sources.get(fact, ())):
            if other.id not in line:
                line[other.id] = other
                todo.append(other)
    return list(line.values())
