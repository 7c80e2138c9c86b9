"""Proofs about trees: that no question falls through, that each way can be taken, and where branches overlap."""

from collections.abc import Iterator

from service.analysis.doubts import Doubts
from service.analysis.exploring.exploration import Exploration
from service.analysis.exploring.marks import Mark
from service.analysis.exploring.trees import differs, way_path
from service.analysis.family import tree_of
from service.analysis.prover import Found, Never, Unproved, Verdict
from service.analysis.symbolic.rules import guards
from service.analysis.trace import trace
from service.analysis.wording import witness
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.text import Path
from service.model.tree import RuleReference, Way


def tree_proofs(typed: Typed, exploration: Exploration, doubts: Doubts) -> Iterator[Diagnostic]:
    """Every finding about the ways of a tree."""
    return _TreeProofs(typed, exploration, doubts).findings()


class _TreeProofs:
    def __init__(self, typed: Typed, exploration: Exploration, doubts: Doubts) -> None:
        self._loaded = typed.loaded
        self._exploration = exploration
        self._doubts = doubts
        self._meaning = exploration.meaning
        self._tree = tree_of(exploration.meaning)
        self._arrived: dict[str, Verdict] = {}

    def findings(self) -> Iterator[Diagnostic]:
        self._arrived[self._tree.start] = self._exploration.can(Mark("admitted"))
        dead: list[tuple[str, Path, Way]] = []
        for name in self._exploration.prover.trees.reached(self._meaning):
            reached = self._arrived.get(name, Never())
            if isinstance(reached, Never):
                continue  # that no way leads here is said of those ways
            dead += self._ways(name, certain=isinstance(reached, Found))
            yield from self._gap(name)
            yield from self._overlaps(name)
            yield from self._dead_ends(name)
        for name, path, way in dead:
            yield self._loaded.at(path, "unreachable", self._dead(name, path, way))

    def _ways(self, name: str, *, certain: bool) -> Iterator[tuple[str, Path, Way]]:
        """Look at every way out of a node; those that no question takes."""
        for path, way in self._ways_of(name):
            verdict = self._exploration.can(Mark("taken", path))
            self._doubts.note(verdict, ("nodes", name), f"that a question takes {_named(path)}")
            if isinstance(way.then, str):
                known = self._arrived.get(way.then)
                if not isinstance(known, Found) and not (isinstance(known, Unproved) and isinstance(verdict, Never)):
                    self._arrived[way.then] = verdict
            if isinstance(verdict, Never) and certain:
                yield name, path, way

    def _ways_of(self, name: str) -> Iterator[tuple[Path, Way]]:
        node = self._tree.nodes[name]
        for index, branch in enumerate(node.branches):
            yield way_path(name, index), branch
        if node.otherwise:
            yield way_path(name, None), node.otherwise

    def _gap(self, name: str) -> Iterator[Diagnostic]:
        if self._tree.nodes[name].otherwise:
            return
        verdict = self._exploration.shown(Mark("stopped", ("nodes", name)))
        self._doubts.note(verdict, ("nodes", name), "that no question falls through")
        if isinstance(verdict, Found):
            inputs = self._witness(verdict, name)
            message = f"no branch holds for `{inputs}`, and there is no `otherwise`"
            yield self._loaded.at(("nodes", name), "gap", message)

    def _overlaps(self, name: str) -> Iterator[Diagnostic]:
        branches = self._tree.nodes[name].branches
        for index in range(1, len(branches)):
            path = way_path(name, index)
            if not any(differs(one, branches[index]) for one in branches[:index]):
                continue
            if isinstance(self._exploration.can(Mark("taken", path)), Never):
                continue  # which is said, and says more
            verdict = self._exploration.shown(Mark("overlaps", path))
            self._doubts.note(verdict, ("nodes", name), f"that {_named(path)} holds only where none before it does")
            if isinstance(verdict, Found):
                first = next(one.branch for one in trace(self._meaning, verdict.inputs).steps if one.node == name)
                message = (
                    f"it holds as well where branch {(first or 0) + 1} is taken, for example for"
                    f" `{self._witness(verdict, name, index)}`; the first that holds counts"
                )
                yield self._loaded.at(path, "overlap", message, warning=True)

    def _dead_ends(self, name: str) -> Iterator[Diagnostic]:
        for path, way in self._ways_of(name):
            if not isinstance(way.then, RuleReference):
                continue
            if not isinstance(self._exploration.can(Mark("taken", path)), Found):
                continue
            verdict = self._exploration.can(Mark("decided", path))
            self._doubts.note(verdict, ("nodes", name), f"that {_named(path)} leads to an outcome")
            if isinstance(verdict, Never):
                message = f"no question that comes this way gets an outcome from `{way.then.rule}`: it refuses them all"
                yield self._loaded.at((*path, "then"), "unreachable", message)

    def _dead(self, name: str, path: Path, way: Way) -> str:
        """Why no question takes a way, and what follows from it."""
        why = "the branches before it take every question"
        if path[2] != "otherwise":
            why = self._why(name, path)
        lost = ""
        if isinstance(way.then, str) and isinstance(self._arrived.get(way.then), Never):
            kind = "node" if way.then in self._tree.nodes else "outcome"
            lost = f"; nothing else leads to the {kind} `{way.then}`"
        return f"no question takes this way: {why}{lost}"

    def _why(self, name: str, path: Path) -> str:
        prover = self._exploration.prover
        condition = prover.rules.condition(self._meaning, (*path, "when"))
        holds = prover.logic.all(condition.term, prover.logic.no(condition.fails))
        if self._exploration.excluded(holds):
            return "its condition never holds"
        if self._exploration.excluded(prover.logic.all(holds, prover.trees.reached(self._meaning)[name])):
            return f"its condition never holds for those that get to `{name}`"
        return "the branches before it take every question for which it holds"

    def _witness(self, found: Found, name: str, branch: int | None = None) -> str:
        """The inputs that are read on the way to a node and in it."""
        paths = [path for path, _, _ in guards(self._meaning)]
        steps = trace(self._meaning, found.inputs).steps
        for step in steps:
            if step.node == name:
                break
            paths += self._conditions(step.node, step.branch)
        return witness(self._meaning, found.inputs, [*paths, *self._conditions(name, branch)])

    def _conditions(self, node: str, last: int | None) -> list[Path]:
        """Those that are judged when a branch is taken, or none is."""
        count = len(self._tree.nodes[node].branches) if last is None else last + 1
        return [(*way_path(node, index), "when") for index in range(count)]


def _named(path: Path) -> str:
    return "`otherwise`" if path[2] == "otherwise" else f"branch {int(path[3]) + 1}"
