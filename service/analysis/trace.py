"""A tree walked with a whole question: every input is there, so each condition has a value or none."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from service.analysis.ends import End
from service.analysis.family import tree_of
from service.analysis.meaning import Meaning, ProblemError
from service.language.expression import Known, Scope
from service.model.tree import RuleReference, TreeDocument, Way


class Step(Struct, frozen=True):
    """A node that was passed; `branch` counts from 0, and is nothing for `otherwise`."""

    rule: str
    version: str
    node: str
    branch: int | None


class Trace(Struct, frozen=True):
    """The steps, and how they end; `stopped` is the node that has no way to go, if it is one."""

    steps: tuple[Step, ...]
    end: End
    stopped: Step | None = None


def trace(meaning: Meaning, inputs: Mapping[str, Any]) -> Trace:
    """The way of a question through a tree and those that it enters."""
    walk = _Walk(dict(inputs))
    end = walk.to_the_end(meaning)
    return Trace(tuple(walk.steps), end, walk.stopped)


class _Walk:
    def __init__(self, inputs: dict[str, Any]) -> None:
        self._inputs = inputs
        self.steps: list[Step] = []
        self.stopped: Step | None = None

    def to_the_end(self, rule: Meaning) -> End:
        while True:
            tree = tree_of(rule)
            scope = rule.scope(self._inputs)
            try:
                rule.refuse(scope)
            except ProblemError as problem:
                return End(problem=problem.args[0])
            end = self._through(rule, tree, scope)
            if isinstance(end, End):
                return end
            rule = rule.enters[end]

    def _through(self, rule: Meaning, tree: TreeDocument, scope: Scope) -> End | RuleReference:
        """To an outcome of this tree, or to the rule that it enters."""
        name = tree.start
        while True:
            way, branch, problem = _choice(rule, tree, name, scope)
            if way is None:
                self.stopped = Step(tree.name, tree.version, name, None)
                return End(problem=problem)
            self.steps.append(Step(tree.name, tree.version, name, branch))
            if isinstance(way.then, RuleReference):
                return way.then
            if way.then in tree.outcomes and way.then not in tree.nodes:
                return End(outcome=way.then, rule=tree.name, version=tree.version)
            name = way.then


def _choice(rule: Meaning, tree: TreeDocument, name: str, scope: Scope) -> tuple[Way | None, int | None, str]:
    node = tree.nodes[name]
    for index, holds in enumerate(_verdicts(rule, tree, name, scope)):
        if holds is None:
            return None, None, "evaluation-failed"
        if holds:
            return node.branches[index], index, ""
    return node.otherwise, None, "no-branch-holds"


def _verdicts(rule: Meaning, tree: TreeDocument, name: str, scope: Scope) -> Iterator[bool | None]:
    """Whether each branch holds, in order; nothing for one without a value."""
    for index in range(len(tree.nodes[name].branches)):
        judgment = rule.judge(("nodes", name, "branches", index, "when"), scope)
        yield bool(judgment.value) if isinstance(judgment, Known) else None
