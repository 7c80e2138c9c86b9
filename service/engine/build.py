"""Compiles checked rules into programs."""

from collections.abc import Mapping
from functools import partial
from typing import assert_never

from service.engine.advice import advice_rules
from service.engine.blocks import Condition, cut
from service.engine.guards import guards
from service.engine.program import (
    AdviceProgram,
    AskedProgram,
    Common,
    FormulaProgram,
    TreeProgram,
    inputs_read,
    trace_reads,
)
from service.language.expression import Expression
from service.language.reading import Reader
from service.language.typed import Typed
from service.model.advice import AdviceDocument
from service.model.decision import GivenAction, GivenOutcome
from service.model.formula import FormulaDocument
from service.model.inputs import AnyInput, ListInput
from service.model.rule import ProvableDocument
from service.model.tree import RuleReference, TreeDocument


def build(typed: Typed, document: ProvableDocument, enters: Mapping[RuleReference, TreeProgram]) -> AskedProgram:
    """The program of a rule that has passed every check; `enters` holds the trees that it goes on with."""
    match document:
        case TreeDocument():
            return _tree(typed, document, dict(enters))
        case FormulaDocument():
            outputs = {name: typed.expressions["outputs", name, "value"] for name in document.outputs}
            caveats = {name: typed.expressions["caveats", name, "when"] for name in document.caveats}
            return FormulaProgram(_common(typed, document, document.inputs), document, outputs, caveats)
        case AdviceDocument():
            common = _common(typed, document, document.inputs)
            conditions, gains, ranks = (_of_rules(typed, document, part) for part in ("when", "gain", "rank"))
            return AdviceProgram(common, document, conditions, gains, ranks, advice_rules(document))
        case unreachable:
            assert_never(unreachable)


def _common(typed: Typed, document: ProvableDocument, inputs: Mapping[str, AnyInput]) -> Common:
    constants = {name: constant.value for name, constant in document.constants.items()}
    derived = {name: typed.expressions["derived", name] for name in document.derived}
    reads = trace_reads(derived, constants)
    return Common(
        id=typed.loaded.identify(document),
        inputs=inputs,
        lists={name: one for name, one in inputs.items() if isinstance(one, ListInput)},
        reader=Reader(inputs),
        guards=tuple(guards(document, typed.expressions, partial(inputs_read, inputs, reads))),
        derived=derived,
        constants=constants,
        reads=reads,
    )


def _tree(typed: Typed, document: TreeDocument, enters: dict[RuleReference, TreeProgram]) -> TreeProgram:
    inputs: dict[str, AnyInput] = dict(document.inputs)
    for program in enters.values():
        for name, one in program.common.inputs.items():
            inputs.setdefault(name, one)
    common = _common(typed, document, inputs)
    conditions = {name: _conditions(typed, common, name, len(node.branches)) for name, node in document.nodes.items()}
    blocks = cut(document, conditions, typed.environment, tuple(guard.condition for guard in common.guards))
    return TreeProgram(common, document, blocks, _outcomes(document), _actions(document), enters)


def _conditions(typed: Typed, common: Common, node: str, branches: int) -> tuple[Condition, ...]:
    expressions = [typed.expressions["nodes", node, "branches", index, "when"] for index in range(branches)]
    return tuple(Condition(node, index, one, common.inputs_read(one)) for index, one in enumerate(expressions))


def _of_rules(typed: Typed, document: AdviceDocument, part: str) -> dict[str, Expression]:
    found = {rule.id: typed.expressions.get(("rules", index, part)) for index, rule in enumerate(document.rules)}
    return {name: expression for name, expression in found.items() if expression is not None}


def _outcomes(document: TreeDocument) -> dict[str, GivenOutcome]:
    return {
        name: GivenOutcome(
            id=name,
            title=outcome.title,
            summary=outcome.summary,
            recommend=outcome.recommend,
            caveats=tuple(outcome.caveats),
            sources=tuple(outcome.sources),
            see=tuple(outcome.see),
            repeat=outcome.repeat,
        )
        for name, outcome in document.outcomes.items()
    }


def _actions(document: TreeDocument) -> dict[str, GivenAction]:
    return {
        name: GivenAction(
            id=name, title=one.title, steps=tuple(one.steps), caveats=tuple(one.caveats), see=tuple(one.see)
        )
        for name, one in document.actions.items()
    }
