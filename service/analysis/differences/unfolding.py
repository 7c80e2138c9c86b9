"""A tree in which every way to an outcome by other actions is an outcome of its own.

A node that can be reached after different actions is there once for each of them. What can be proved about outcomes is
then proved about the actions on the way as well.
"""

from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from service.analysis.differences.results import Result
from service.analysis.meaning import Meaning
from service.language.expression import Expression
from service.model.text import Path
from service.model.tree import Node, Outcome, RuleReference, TreeDocument, Way

Actions = tuple[tuple[str, str], ...]
"""Actions on a way, each once and in order: the rule and the name."""

LIMIT = 20_000
"""Nodes of an unfolded tree; with more, too many ways lead through it."""


class TooManyWaysError(Exception):
    """The tree has more ways by different actions than can be gone through."""


class Unfolded(Struct, frozen=True, eq=False):
    """The unfolded rule, and what each of its outcomes stands for."""

    meaning: Meaning
    results: dict[str, Result]


def unfolded(meaning: Meaning) -> Unfolded:
    """The rule with its actions in its outcomes; as it is, if it has no actions.

    Raises:
        TooManyWaysError: there are too many.
    """
    unfolding = _Unfolding()
    return Unfolded(unfolding.rule(meaning, ()), unfolding.results)


class _Copy(Struct):
    """The nodes, outcomes and entered rules of one rule while it is copied; `todo` are those that are still to be."""

    meaning: Meaning
    tree: TreeDocument
    todo: list[tuple[str, Actions]]
    nodes: dict[str, Node] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    enters: dict[RuleReference, Meaning] = field(default_factory=dict)
    expressions: dict[Path, Expression] = field(default_factory=dict)


class _Unfolding:
    def __init__(self) -> None:
        self.results: dict[str, Result] = {}
        self._marks: dict[Actions, str] = {}
        self._rules: dict[tuple[int, Actions], Meaning] = {}
        self._size = 0

    def rule(self, meaning: Meaning, actions: Actions) -> Meaning:
        """The rule as it is entered after these actions."""
        known = (id(meaning), actions)
        if known not in self._rules:
            assert isinstance(meaning.document, TreeDocument)  # noqa: S101
            copy = _Copy(meaning, meaning.document, [(meaning.document.start, actions)])
            self._rules[known] = self._unfold(copy, actions)
        return self._rules[known]

    def _unfold(self, copy: _Copy, actions: Actions) -> Meaning:
        own = {path: one for path, one in copy.meaning.expressions.items() if path[0] != "nodes"}
        while copy.todo:
            name, before = copy.todo.pop()
            marked = self._marked(name, before)
            if marked not in copy.nodes:
                copy.nodes[marked] = self._node(copy, name, before)
        start = self._marked(copy.tree.start, actions)
        document = replace(copy.tree, start=start, nodes=copy.nodes, outcomes=copy.outcomes)
        return replace(copy.meaning, document=document, expressions={**own, **copy.expressions}, enters=copy.enters)

    def _node(self, copy: _Copy, name: str, before: Actions) -> Node:
        self._size += 1
        if self._size > LIMIT:
            raise TooManyWaysError
        node = copy.tree.nodes[name]
        marked = self._marked(name, before)
        for index in range(len(node.branches)):
            found = copy.meaning.expressions["nodes", name, "branches", index, "when"]
            copy.expressions["nodes", marked, "branches", index, "when"] = found
        branches = [replace(branch, then=self._target(copy, branch, before)) for branch in node.branches]
        otherwise = node.otherwise and replace(node.otherwise, then=self._target(copy, node.otherwise, before))
        return replace(node, branches=branches, otherwise=otherwise)

    def _target(self, copy: _Copy, way: Way, before: Actions) -> str | RuleReference:
        after = tuple(dict.fromkeys([*before, *((copy.tree.name, action) for action in way.do)]))
        if isinstance(way.then, RuleReference):
            reference = replace(way.then, rule=self._marked(way.then.rule, after))
            copy.enters[reference] = self.rule(copy.meaning.enters[way.then], after)
            return reference
        if way.then in copy.tree.nodes:
            copy.todo.append((way.then, after))
            return self._marked(way.then, after)
        marked = f"{copy.tree.name}:{self._marked(way.then, after)}"
        copy.outcomes[marked] = copy.tree.outcomes[way.then]
        self.results[marked] = Result(way.then, copy.tree.name, tuple(action for _, action in after))
        return marked

    def _marked(self, name: str, actions: Actions) -> str:
        """A name of its own for each of the actions; as it is, without any."""
        mark = self._marks.setdefault(actions, f"~{len(self._marks)}" if actions else "")
        return f"{name}{mark}"


def acts(meaning: Meaning) -> bool:
    """Whether anything is to be done on some way, here or in a rule that is entered."""
    return any(way.do for way in _ways(meaning)) or any(acts(entered) for entered in meaning.enters.values())


def _ways(meaning: Meaning) -> Iterator[Way]:
    if isinstance(meaning.document, TreeDocument):
        for node in meaning.document.nodes.values():
            yield from node.branches
            yield from filter(None, [node.otherwise])
