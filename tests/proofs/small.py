"""Random trees and advice over inputs with few values, so that everything they can do is found by trying it."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

from hypothesis import strategies as st

from service.analysis.meaning import Meaning
from service.analysis.reference import answer
from service.language.expression import Failed, Known, Scope
from service.model.tree import RuleReference, TreeDocument, Way

Document = dict[str, Any]
Fact = tuple[str, tuple[Any, ...]]
"""What a finding says, without its words: a code and a path."""

INPUTS: Final[dict[str, Document]] = {
    "vms": {"type": "integer", "minimum": 0, "maximum": 4, "ask": "How many?"},
    "gpus": {"type": "integer", "minimum": -1, "maximum": 2, "ask": "How many?"},
    "hot": {"type": "boolean", "ask": "Hot?"},
    "kind": {"type": "choice", "values": {"small": "S", "large": "L", "other": "O"}, "ask": "Which?"},
}
VALUES: Final[dict[str, list[Any]]] = {
    "vms": [0, 1, 2, 3, 4],
    "gpus": [-1, 0, 1, 2],
    "hot": [False, True],
    "kind": ["small", "large", "other"],
}
ATOMS: Final = [
    "vms > 1",
    "vms == 0",
    "vms < 4",
    "vms % 2 == 1",
    "vms > 4",
    "6 / vms > 2",
    "vms + 9223372036854775804 > 9223372036854775806",
    "gpus >= 1",
    "gpus != 0",
    "4 % gpus == 0",
    "vms * gpus > 3",
    "vms / gpus == 2",
    "hot",
    "hot == (vms > 2)",
    'kind == "small"',
    'kind in ["small", "large"]',
    'kind.startsWith("s") || kind.contains("rg")',
    "size(kind) > vms",
    "double(gpus) / double(vms) > 0.5",
    "double(vms) * 0.7 >= 2.1",
    "per_vm >= 1.0",
    "per_vm < 0.3",
    "ratio > 1",
    "busy",
    "sqrt(double(gpus)) > 1.0",
    "int(double(vms) * 1.5) == 4",
    "math.greatest(vms, gpus) > 2",
    "max([double(vms), double(gpus), 1.5]) > 2.0",
    "sum([double(vms), 0.1]) <= 1.1",
]
DERIVED: Final = {
    "per_vm": "double(gpus) / double(vms)",
    "ratio": "6 / gpus",
    "busy": 'vms > 0 && hot || kind == "large"',
}


@st.composite
def conditions(draw: st.DrawFn) -> str:
    """A condition made of a few atoms."""
    shape = draw(st.sampled_from(["{}", "{}", "{}", "!({})", "({}) && ({})", "({}) || ({})", "({}) ? ({}) : ({})"]))
    return str(shape.format(*(draw(st.sampled_from(ATOMS)) for _ in range(shape.count("{}")))))


@st.composite
def trees(draw: st.DrawFn, name: str, *, most: int = 4, enters: Sequence[Document] = ()) -> Document:
    """A tree of a few nodes, some without `otherwise`."""
    outcomes = ["o0", "o1", "o2"]
    count = draw(st.integers(1, most))
    nodes: dict[str, Document] = {}
    for index in range(count):
        later = [f"n{one}" for one in range(index + 1, count)]
        targets = st.sampled_from([*later, *later, *outcomes, *enters])
        branches = [{"when": draw(conditions()), "then": draw(targets)} for _ in range(draw(st.integers(1, 3)))]
        nodes[f"n{index}"] = {"title": "A node", "branches": branches}
        if draw(st.booleans()):
            nodes[f"n{index}"]["otherwise"] = {"then": draw(targets)}
    guards = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 2)]))
    return {
        "kind": "tree",
        "name": name,
        "inputs": INPUTS,
        "derived": DERIVED,
        "requires": [{"check": draw(conditions()), "message": "no"} for _ in range(guards[0])],
        "problems": [{"when": draw(conditions()), "message": "no"} for _ in range(guards[1])],
        "start": "n0",
        "nodes": nodes,
        "outcomes": {one: {"title": "An outcome"} for one in outcomes},
    }


@st.composite
def families(draw: st.DrawFn) -> list[Document]:
    """A tree, and sometimes one that it enters."""
    if draw(st.booleans()):
        return [draw(trees("root"))]
    return [draw(trees("leaf", most=2)), draw(trees("root", most=3, enters=[{"rule": "leaf"}]))]


def everything() -> Iterator[dict[str, Any]]:
    """All questions that there are."""
    for values in product(*VALUES.values()):
        yield dict(zip(VALUES, values, strict=True))


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


@st.composite
def advice(draw: st.DrawFn) -> Document:
    """Rules that wait for inputs, for facts of each other, or for both; assertions may go round."""
    facts = st.dictionaries(st.sampled_from(["cause", "layer"]), st.sampled_from(["x", "y"]), max_size=2)
    rules = []
    for index in range(draw(st.integers(1, 5))):
        rule: Document = {"id": f"r{index}", "match": draw(facts), "assert": draw(facts), "advise": {"title": "Do it"}}
        if not rule["match"] or draw(st.booleans()):
            rule["when"] = draw(conditions())
        rules.append(rule)
    return {"kind": "advice", "name": "advice", "inputs": INPUTS, "derived": DERIVED, "rules": rules}
