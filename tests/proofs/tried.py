"""What a small tree does, found without any proof: every question is put to it."""

from collections.abc import Iterator
from typing import Any

from service.analysis.meaning import Meaning
from service.analysis.reference import answer
from service.language.expression import Failed, Known, Scope
from service.model.tree import RuleReference, TreeDocument, Way
from tests.proofs.small import everything

Fact = tuple[str, tuple[Any, ...]]
"""What a finding says, without its words: a code and a path."""


class Tried:
    """All that a tree does, found by asking it every question."""

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning
        self.seen: set[Fact] = set()
        for inputs in everything():
            scope = meaning.scope(inputs)
            if self._guards(scope):
                self._nodes(scope, inputs)

    def facts(self) -> set[Fact]:
        """The findings that the tree deserves."""
        refused = {*self._refused()}
        if any(code == "unsatisfiable" for code, _ in refused):
            return refused
        return refused | self._failing() | {*self._ways()}

    def _refused(self) -> Iterator[Fact]:
        document = self._meaning.document
        for index in range(len(document.requires)):
            if ("passed", ("requires", index)) not in self.seen:
                yield "unsatisfiable", ("requires", index, "check")
                return
        for index in range(len(document.problems)):
            if ("met", ("problems", index)) not in self.seen:
                yield "unreachable", ("problems", index)
        if ("admitted", ()) not in self.seen:
            yield "unsatisfiable", ("problems",)

    def _failing(self) -> set[Fact]:
        return {("can-fail", path) for kind, path in self.seen if kind == "fails"}

    def _ways(self) -> Iterator[Fact]:
        tree = self._tree
        for name, node in tree.nodes.items():
            if ("reached", (name,)) not in self.seen:
                continue
            if ("falls", (name,)) in self.seen:
                yield "gap", ("nodes", name)
            for path, way in _paths(name, tree):
                if ("taken", path) not in self.seen:
                    yield "unreachable", path
                elif isinstance(way.then, RuleReference) and ("decided", path) not in self.seen:
                    yield "unreachable", (*path, "then")
            for index in range(1, len(node.branches)):
                path = ("nodes", name, "branches", index)
                if ("both", path) in self.seen and ("taken", path) in self.seen:
                    yield "overlap", path

    @property
    def _tree(self) -> TreeDocument:
        assert isinstance(self._meaning.document, TreeDocument)
        return self._meaning.document

    def _guards(self, scope: Scope) -> bool:
        for section, part, wanted in (("requires", "check", True), ("problems", "when", False)):
            for index in range(len(getattr(self._meaning.document, section))):
                judgment = self._meaning.judge((section, index, part), scope)
                if isinstance(judgment, Failed):
                    self.seen.add(("fails", (section, index, part)))
                    return False
                held = isinstance(judgment, Known) and judgment.value
                if held:
                    self.seen.add(("passed" if wanted else "met", (section, index)))
                if held is not wanted:
                    return False
        self.seen.add(("admitted", ()))
        return True

    def _nodes(self, scope: Scope, inputs: dict[str, Any]) -> None:
        name, tree = self._tree.start, self._tree
        while True:
            self.seen.add(("reached", (name,)))
            way = self._step(name, scope)
            if way is None or not isinstance(way[1].then, str):
                break
            if way[1].then not in tree.nodes:
                return
            name = way[1].then
        if (
            way is not None
            and isinstance(way[1].then, RuleReference)
            and _decides(self._meaning.enters[way[1].then], inputs)
        ):
            self.seen.add(("decided", way[0]))

    def _step(self, name: str, scope: Scope) -> tuple[tuple[Any, ...], Way] | None:
        node = self._tree.nodes[name]
        first: int | None = None
        for index, branch in enumerate(node.branches):
            path = ("nodes", name, "branches", index)
            judgment = self._meaning.judge((*path, "when"), scope)
            held = isinstance(judgment, Known) and judgment.value
            if first is None and isinstance(judgment, Failed):
                self.seen.add(("fails", (*path, "when")))
                return None
            if first is None and held:
                first = index
                self.seen.add(("taken", path))
            elif first is not None and held and node.branches[first].then != branch.then:
                self.seen.add(("both", path))
        if first is not None:
            return ("nodes", name, "branches", first), node.branches[first]
        if node.otherwise is None:
            self.seen.add(("falls", (name,)))
            return None
        self.seen.add(("taken", ("nodes", name, "otherwise")))
        return ("nodes", name, "otherwise"), node.otherwise


def _paths(name: str, tree: TreeDocument) -> Iterator[tuple[tuple[Any, ...], Way]]:
    node = tree.nodes[name]
    for index, branch in enumerate(node.branches):
        yield ("nodes", name, "branches", index), branch
    if node.otherwise:
        yield ("nodes", name, "otherwise"), node.otherwise


def _decides(meaning: Meaning, inputs: dict[str, Any]) -> bool:
    """Whether the reference evaluator comes to an outcome."""
    return bool(answer(meaning, inputs).outcome)
