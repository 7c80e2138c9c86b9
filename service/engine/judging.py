"""Judges conditions one by one for one question, each at most once."""

from typing import Any

from service.engine.blocks import Block, Condition
from service.engine.legs import Verdicts
from service.engine.program import TreeProgram
from service.language.expression import Judgment, Known, Scope


class Judge:
    """Scopes and judgments of one question; inputs may be missing."""

    def __init__(self, inputs: dict[str, Any]) -> None:
        """Nothing is judged yet."""
        self._inputs = inputs
        self._scopes: dict[int, Scope] = {}
        self._judgments: dict[int, Judgment] = {}

    def refuse(self, program: TreeProgram) -> None:
        """Let the guards of a rule speak.

        Raises:
            DecisionError: one of them refuses the question.
        """
        program.common.refuse(self._scope(program))

    def judge(self, program: TreeProgram, condition: Condition) -> Judgment:
        """One condition."""
        key = id(condition)
        if key not in self._judgments:
            self._judgments[key] = condition.expression.judge(self._scope(program))
        return self._judgments[key]

    def verdicts(self, program: TreeProgram, block: Block, node: str, passed: int) -> Verdicts:
        """A block's verdicts, open ones as nothing; the first `passed` branches of the node are taken not to hold."""
        return tuple(
            False if one.node == node and one.branch < passed else _verdict(self.judge(program, one))
            for one in block.conditions
        )

    def _scope(self, program: TreeProgram) -> Scope:
        if id(program) not in self._scopes:
            self._scopes[id(program)] = program.common.scope(self._inputs)
        return self._scopes[id(program)]


def _verdict(judgment: Judgment) -> bool | None:
    return bool(judgment.value) if isinstance(judgment, Known) else None
