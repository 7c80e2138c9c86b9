"""The meaning of a tree: what every completion of the missing inputs would lead to."""

from typing import Any

from msgspec import Struct

from service.analysis.meaning import Meaning, ProblemError
from service.language.expression import Failed, Known, Unknown
from service.model.answer import Answer
from service.model.tree import RuleReference, TreeDocument, Way


class Result(Struct, frozen=True):
    """What one completion of the inputs leads to: an outcome of a rule, or a problem."""

    rule: str = ""
    outcome: str = ""
    problem: str = ""


Possible = tuple[frozenset[Result], frozenset[str]]
"""The results of all completions, and the missing inputs that some completion reads."""


class Completions:
    """One set of inputs, put to trees."""

    def __init__(self, inputs: dict[str, Any]) -> None:
        """Take inputs that have been read."""
        self._inputs = inputs
        self._known: dict[tuple[int, str], Possible] = {}

    def answer(self, rule: Meaning, tree: TreeDocument) -> Answer:
        """The outcome that all completions share, or what to ask.

        Raises:
            ProblemError: every completion ends in a problem.
        """
        results, reads = self.possible(rule, tree.start)
        if all(result.problem for result in results):
            raise ProblemError(min(result.problem for result in results))
        path, actions, first = self._certain(rule, tree.start)
        if len(results) == 1:
            return Answer(outcome=next(iter(results)).outcome, path=path, actions=actions)
        order = list(rule.inputs)
        ask = sorted(reads, key=lambda name: (name not in first, order.index(name)))
        return Answer(ask=tuple(ask), path=path, actions=actions)

    def possible(self, rule: Meaning, name: str) -> Possible:
        """Everything that can still happen from a node on; what is known is tried once."""
        key = (id(rule), name)
        if key not in self._known:
            self._known[key] = self._possible(rule, _tree_of(rule), name)
        return self._known[key]

    def _possible(self, rule: Meaning, tree: TreeDocument, name: str) -> Possible:
        try:
            if name == tree.start:
                rule.refuse(self._inputs)
        except ProblemError as problem:
            return frozenset({Result(problem=problem.args[0])}), frozenset()
        some: Possible = frozenset(), frozenset()
        for index, branch in enumerate(tree.nodes[name].branches):
            match rule.judge(("nodes", name, "branches", index, "when"), self._inputs):
                case Known(value=False):
                    continue
                case Known():
                    return _both(some, self._behind(rule, branch))
                case Failed():
                    return _both(some, (frozenset({Result(problem="evaluation-failed")}), frozenset()))
                case Unknown(reads=reads):
                    some = _both(some, _both((frozenset(), frozenset(reads)), self._behind(rule, branch)))
        otherwise = tree.nodes[name].otherwise
        if otherwise is None:
            return _both(some, (frozenset({Result(problem="no-branch-holds")}), frozenset()))
        return _both(some, self._behind(rule, otherwise))

    def _behind(self, rule: Meaning, way: Way) -> Possible:
        tree = _tree_of(rule)
        if isinstance(way.then, RuleReference):
            entered = rule.enters[way.then]
            return self.possible(entered, _tree_of(entered).start)
        if way.then in tree.outcomes:
            return frozenset({Result(tree.name, way.then)}), frozenset()
        return self.possible(rule, way.then)

    def _certain(self, rule: Meaning, name: str) -> tuple[tuple[Any, ...], tuple[str, ...], tuple[str, ...]]:
        """The way as far as it is certain: its steps, the actions on it, and what the first open condition reads."""
        path: list[tuple[str, str, int | None]] = []
        actions: dict[str, None] = {}
        while True:
            tree = _tree_of(rule)
            number, way, reads = self._choice(rule, tree, name)
            if way is None:
                return tuple(path), tuple(actions), reads
            path.append((tree.name, name, number))
            actions.update(dict.fromkeys(way.do))
            if isinstance(way.then, RuleReference):
                rule = rule.enters[way.then]
                name = _tree_of(rule).start
            elif way.then in tree.outcomes:
                return tuple(path), tuple(actions), ()
            else:
                name = way.then

    def _choice(self, rule: Meaning, tree: TreeDocument, name: str) -> tuple[int | None, Way | None, tuple[str, ...]]:
        for index, branch in enumerate(tree.nodes[name].branches):
            judgment = rule.judge(("nodes", name, "branches", index, "when"), self._inputs)
            if isinstance(judgment, Unknown):
                return None, None, judgment.reads
            if isinstance(judgment, Known) and judgment.value:
                return index + 1, branch, ()
        return None, tree.nodes[name].otherwise, ()


def _tree_of(rule: Meaning) -> TreeDocument:
    if not isinstance(rule.document, TreeDocument):
        message = f"`{rule.document.name}` is not a tree"
        raise TypeError(message)
    return rule.document


def _both(one: Possible, other: Possible) -> Possible:
    return one[0] | other[0], one[1] | other[1]
