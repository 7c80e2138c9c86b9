"""The meaning of a tree: what every completion of the missing inputs would lead to."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from service.analysis.meaning import Meaning, ProblemError, UnsoundError
from service.language.expression import Failed, Known, Scope, Unknown
from service.model.answer import Answer
from service.model.tree import RuleReference, TreeDocument, Way


class Result(Struct, frozen=True):
    """What one completion of the inputs leads to: an outcome of a version of a rule, or a problem."""

    rule: tuple[str, str] = ("", "")
    outcome: str = ""
    problem: str = ""


class Place(Struct, frozen=True):
    """A node of a rule."""

    rule: Meaning
    node: str


class Missing(Struct, frozen=True):
    """Inputs that a completion reads."""

    names: tuple[str, ...]


class Completions:
    """One set of inputs, put to trees."""

    def __init__(self, inputs: dict[str, Any]) -> None:
        """Take inputs that have been read."""
        self._inputs = inputs
        self._scopes: dict[Meaning, Scope] = {}

    def answer(self, rule: Meaning, tree: TreeDocument) -> Answer:
        """The outcome that all completions share, or what to ask.

        Raises:
            ProblemError: every completion ends in a problem; it is the one of the first.
            UnsoundError: the way goes through a faulty node, or round for ever.
        """
        results, reads = self._possible(Place(rule, tree.start))
        if not results:
            raise UnsoundError(tree.start)
        if all(result.problem for result in results):
            raise ProblemError(results[0].problem)
        path, actions, first = self._certain(rule, tree.start)
        if len(results) == 1:
            return Answer(outcome=results[0].outcome, path=path, actions=actions)
        order = list(rule.inputs)
        ask = sorted(reads, key=lambda name: (name != first, order.index(name)))
        return Answer(ask=tuple(ask), path=path, actions=actions)

    def _possible(self, start: Place) -> tuple[list[Result], set[str]]:
        """All results that completions lead to, the first branches first, and the missing inputs that they read."""
        results: dict[Result, None] = {}
        reads: set[str] = set()
        seen: set[Place] = set()
        todo: list[Place | Result | Missing] = [start]
        while todo:
            match todo.pop():
                case Result() as result:
                    results[result] = None
                case Missing(names=names):
                    reads.update(names)
                case Place() as place if place not in seen:
                    seen.add(place)
                    todo.extend(reversed([*self._ahead(place.rule, place.node)]))
        return list(results), reads

    def _ahead(self, rule: Meaning, name: str) -> Iterator[Place | Result | Missing]:
        """What can come after a node: each branch is judged by itself, and an open one may or may not hold."""
        tree = _tree_of(rule)
        if rule.doubt.whole or name in rule.doubt.nodes:
            raise UnsoundError(name)
        try:
            if name == tree.start:
                rule.refuse(self._scope(rule))
        except ProblemError as problem:
            yield Result(problem=problem.args[0])
            return
        for index, branch in enumerate(tree.nodes[name].branches):
            match rule.judge(("nodes", name, "branches", index, "when"), self._scope(rule)):
                case Known(value=False):
                    continue
                case Known():
                    yield _behind(rule, branch)
                    return
                case Failed():
                    yield Result(problem="evaluation-failed")
                    return
                case Unknown(reads=reads):
                    yield Missing(reads)
                    yield _behind(rule, branch)
        otherwise = tree.nodes[name].otherwise
        yield _behind(rule, otherwise) if otherwise else Result(problem="no-branch-holds")

    def _scope(self, rule: Meaning) -> Scope:
        if rule not in self._scopes:
            self._scopes[rule] = rule.scope(self._inputs)
        return self._scopes[rule]

    def _certain(self, rule: Meaning, name: str) -> tuple[tuple[Any, ...], tuple[str, ...], str]:
        """The certain part of the way: its steps, its actions, and what the open condition behind it reads first."""
        path: list[tuple[str, str, int | None]] = []
        actions: dict[tuple[str, str], None] = {}
        while True:
            tree = _tree_of(rule)
            number, way, first = self._choice(rule, tree, name)
            if way is None:
                return tuple(path), tuple(action for _, action in actions), first
            path.append((tree.name, name, number))
            actions.update({(tree.name, action): None for action in way.do})
            match _behind(rule, way):
                case Place(rule=rule, node=name):
                    continue
                case Result():
                    return tuple(path), tuple(action for _, action in actions), ""

    def _choice(self, rule: Meaning, tree: TreeDocument, name: str) -> tuple[int | None, Way | None, str]:
        for index, branch in enumerate(tree.nodes[name].branches):
            judgment = rule.judge(("nodes", name, "branches", index, "when"), self._scope(rule))
            if isinstance(judgment, Unknown):
                return None, None, judgment.reads[0]
            if isinstance(judgment, Known) and judgment.value:
                return index + 1, branch, ""
        return None, tree.nodes[name].otherwise, ""


def _behind(rule: Meaning, way: Way) -> Place | Result:
    """Where a way leads: to a node, to another rule's first node, or to an outcome."""
    tree = _tree_of(rule)
    if isinstance(way.then, RuleReference):
        entered = rule.enters[way.then]
        return Place(entered, _tree_of(entered).start)
    if way.then in tree.outcomes and way.then not in tree.nodes:
        return Result((tree.name, tree.version), way.then)
    return Place(rule, way.then)


def _tree_of(rule: Meaning) -> TreeDocument:
    if isinstance(rule.document, TreeDocument):
        return rule.document
    message = f"`{rule.document.name}` is not a tree"
    raise AssertionError(message)
