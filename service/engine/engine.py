"""One way in for all kinds of rules."""

from collections.abc import Mapping
from typing import Any, assert_never

from service.engine.advice import AdviceEngine
from service.engine.choice.select import select
from service.engine.formula import compute
from service.engine.memo import Memo
from service.engine.program import (
    AdviceProgram,
    AskedProgram,
    CatalogProgram,
    FormulaProgram,
    Program,
    SelectionProgram,
    TreeProgram,
)
from service.engine.tree import TreeEngine
from service.errors import RuleNotAskedError
from service.model.decision import Decision


class Engine:
    """Runs programs; `memo_size` inferences are remembered for all of them together (0: none)."""

    def __init__(self, memo_size: int = 100_000) -> None:
        """Start with an empty memo."""
        self._memo = Memo(memo_size)
        self._trees = TreeEngine(self._memo)
        self._advice = AdviceEngine(self._memo)

    def decide(self, program: Program, given: Mapping[str, Any], decision_id: str, at: str = "$.inputs") -> Decision:
        """Answer one question; `given` are the inputs as the caller sent them, `at` their path in the request.

        Raises:
            DecisionError: the question can't be answered; the issues say why.
            RuleNotAskedError: the rule answers no questions at all.
        """
        rule = asked(program)
        inputs = rule.common.reader.read(given, at)
        match rule:
            case TreeProgram():
                return self._trees.decide(rule, inputs, decision_id)
            case FormulaProgram():
                return compute(rule, inputs, decision_id)
            case AdviceProgram():
                return self._advice.advise(rule, inputs, decision_id)
            case SelectionProgram():
                return select(rule, inputs, decision_id)
            case unreachable:
                assert_never(unreachable)

    def memo_hits_and_misses(self) -> tuple[int, int]:
        """How many legs of trees were remembered, and how many durable-rules had to infer."""
        return self._memo.hits_and_misses()


def asked(program: Program) -> AskedProgram:
    """The program as one that answers questions.

    Raises:
        RuleNotAskedError: it answers none.
    """
    if isinstance(program, CatalogProgram):
        raise RuleNotAskedError(program.common.id.name)
    return program
