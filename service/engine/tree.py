"""Decides by a tree: verdicts from CEL, legs from durable-rules, and the path that they make.

When everything that a block reads is known, one CEL call gives all its verdicts. Otherwise (an input is missing, an
expression has no value) `explore.py` judges branch by branch.
"""

from typing import Any

from service.engine.explore import Explorer
from service.engine.legs import At, Enter, Reached, infer
from service.engine.memo import Memo
from service.engine.program import TreeProgram
from service.engine.trail import Trail
from service.language.cel import CelValueError, Prepared
from service.model.decision import Decision


class TreeEngine:
    """Runs tree programs; one memo for all."""

    def __init__(self, memo: Memo) -> None:
        """Share the memo with everything that runs in this process."""
        self._memo = memo

    def decide(self, program: TreeProgram, inputs: dict[str, Any], decision_id: str) -> Decision:
        """The decision for inputs that have been read.

        Raises:
            DecisionError: the question is refused, or an expression on the path has no value, or no branch holds.
        """
        trail = Trail(program, inputs)
        arrived = self._follow(program, inputs, trail)
        if arrived is None:
            return Explorer(self._memo, inputs).decide(program, decision_id)
        return trail.decided(*arrived, decision_id)

    def _follow(self, program: TreeProgram, inputs: dict[str, Any], trail: Trail) -> tuple[TreeProgram, str] | None:
        """Go the whole way with everything known, to an outcome; nothing if that is not possible."""
        node, recall = program.document.start, self._memo.recall
        variables: dict[str, Any] | Prepared = _variables(program, inputs)
        while True:
            block = program.blocks[node]
            try:
                verdicts = block.listed.value(variables)
            except CelValueError:
                return None
            if block.guards:
                if False in verdicts[: block.guards]:
                    return None
                del verdicts[: block.guards]
            leg = recall(infer, block, node, tuple(verdicts))
            trail.add(program, leg.taken)
            match leg.end:
                case Reached(outcome=outcome):
                    return program, outcome
                case At(node=node):
                    if variables.__class__ is dict:
                        variables = block.listed.prepared(variables)
                case Enter(reference=reference):
                    program = program.enters[reference]
                    trail.enter(program)
                    variables = _variables(program, inputs)
                    node = program.document.start
                case _:
                    return None


def _variables(program: TreeProgram, inputs: dict[str, Any]) -> dict[str, Any]:
    """Inputs and derived values; a derived value that is not known is left out, and shows where it is read."""
    if not program.common.derived:
        return program.common.variables(inputs)
    return program.common.scope(inputs).values
