"""A question for every way through a tree, also behind the rules that it enters."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from service.analysis.doubts import Doubts
from service.analysis.ends import End
from service.analysis.exploring.exploration import Exploration
from service.analysis.family import family, tree_of
from service.analysis.meaning import Meaning
from service.analysis.prover import Found, Never, Unproved, Verdict
from service.analysis.shrinking import Holds
from service.analysis.solver.terms import Term
from service.analysis.symbolic.trees import Exit, behind_exit
from service.analysis.trace import Step, Trace
from service.model.tree import TreeDocument

_MOST = 2000
"""Ways that are tried one by one; of more, each branch is passed at least once."""

_WRITTEN_OUT = 10**9


class _Place(Struct, frozen=True, eq=False):
    """The beginning of a way: the node that it has come to, and for which inputs; no other has the same `key`."""

    rule: Meaning
    node: str
    steps: tuple[Step, ...]
    key: int
    where: Term


class _Whole(Struct, frozen=True, eq=False):
    """A way to its end."""

    way: Trace
    where: Term


class Paths:
    """Ways of a tree, each with a question or with the proof that none takes it."""

    def __init__(self, exploration: Exploration) -> None:
        """Find out how many ways there are, as they are drawn."""
        self._exploration = exploration
        self._meaning = exploration.meaning
        self._prover = exploration.prover
        self._seen: set[Any] = set()
        self._untried = 0
        self._explored = False
        self.count = self._counted() if isinstance(self._meaning.document, TreeDocument) else 0

    def explore(self) -> None:
        """Add questions to the exploration until every way has one, as far as that can be; once is enough."""
        if self.count == 0 or self._explored:
            return
        self._explored = True
        for inputs in self._exploration.questions():
            self._note(inputs)
        if self.count <= _MOST:
            self._one_by_one()
        else:
            self._each_exit()

    def doubt(self, doubts: Doubts) -> None:
        """Name the ways for which there is no question, if nothing else that was left open explains it."""
        claim = "that the engine follows each way as it is meant"
        if self.count > _MOST:
            count = f"{self.count}" if self.count <= _WRITTEN_OUT else f"more than {_WRITTEN_OUT}"
            reason = f"there are {count} ways and at most {_MOST} are tried one by one"
            doubts.note(Unproved(reason), ("nodes",), claim)
        elif self._untried and not doubts:
            doubts.note(Unproved(f"no question was found for {self._untried} ways"), ("nodes",), claim)

    def _counted(self) -> int:
        """How many ways there are from the start, whether or not a question takes them."""
        counts: dict[tuple[Meaning, str], int] = {}
        for rule in reversed(family(self._meaning)):
            for name in reversed(list(self._prover.trees.reached(rule))):
                counts[rule, name] = sum(self._behind(rule, exit_, counts) for exit_ in self._exits(rule, name))
        return self._refusals(self._meaning) + counts[self._meaning, tree_of(self._meaning).start]

    def _behind(self, rule: Meaning, exit_: Exit, counts: dict[tuple[Meaning, str], int]) -> int:
        match behind_exit(rule, exit_):
            case End():
                return 1
            case Meaning() as entered:
                return self._refusals(entered) + counts[entered, tree_of(entered).start]
            case node:
                return counts[rule, node]

    def _refusals(self, rule: Meaning) -> int:
        return len(self._prover.refusals(rule))

    def _exits(self, rule: Meaning, name: str) -> list[Exit]:
        """Those that are not impossible at first sight."""
        return [one for one in self._prover.trees.exits(rule, name) if one.taken is not self._prover.logic.false]

    def _one_by_one(self) -> None:
        todo: list[_Place | _Whole] = [*self._entering(self._meaning, (), 0, self._prover.logic.true)]
        while todo:
            match todo.pop():
                case _Whole(way=way, where=where):
                    if hash(way) not in self._seen:
                        self._look(where, self._takes(way))
                case _Place() as place:
                    if self._possible(place):
                        todo.extend(self._ahead(place))

    def _entering(self, rule: Meaning, steps: tuple[Step, ...], key: int, where: Term) -> Iterator[_Place | _Whole]:
        logic = self._prover.logic
        for end, refused in self._prover.refusals(rule).items():
            yield _Whole(Trace(steps, end), logic.all(where, refused))
        admitted = self._prover.named(logic.all(where, self._prover.rules.admitted(rule)))
        yield _Place(rule, tree_of(rule).start, steps, key, admitted)

    def _ahead(self, place: _Place) -> Iterator[_Place | _Whole]:
        tree = tree_of(place.rule)
        for exit_ in self._exits(place.rule, place.node):
            where = self._prover.named(self._prover.logic.all(place.where, exit_.taken))
            step = Step(tree.name, tree.version, place.node, exit_.branch)
            steps = (*place.steps, step) if exit_.way else place.steps
            key = hash((place.key, step))
            match behind_exit(place.rule, exit_):
                case End() as end:
                    yield _Whole(Trace(steps, end, None if exit_.way else step), where)
                case Meaning() as entered:
                    yield from self._entering(entered, steps, key, where)
                case node:
                    yield _Place(place.rule, node, steps, key, where)

    def _possible(self, place: _Place) -> bool:
        """Whether the beginning of a way is not proved to be impossible."""
        if not place.steps or place.key in self._seen:
            return True
        count = len(place.steps)
        verdict = self._look(
            place.where, lambda inputs: self._exploration.trace(inputs).steps[:count] == place.steps, counted=False
        )
        return not isinstance(verdict, Never)

    def _each_exit(self) -> None:
        for rule, name, exit_, where in self._prover.trees.crossings(self._meaning):
            tree = tree_of(rule)
            step = Step(tree.name, tree.version, name, exit_.branch)
            if exit_.way is None:
                self._look(where, self._stops(step))
            elif step not in self._seen:
                self._look(where, self._passes(step))

    def _takes(self, way: Trace) -> Holds:
        return lambda inputs: self._exploration.trace(inputs) == way

    def _stops(self, step: Step) -> Holds:
        return lambda inputs: self._exploration.trace(inputs).stopped == step

    def _passes(self, step: Step) -> Holds:
        return lambda inputs: step in self._exploration.trace(inputs).steps

    def _look(self, where: Term, holds: Holds, *, counted: bool = True) -> Verdict:
        verdict = self._prover.find(where, holds, tries=0)
        if isinstance(verdict, Found):
            self._note(verdict.inputs)
            self._exploration.note(verdict.inputs)
        if isinstance(verdict, Unproved) and counted:
            self._untried += 1
        return verdict

    def _note(self, inputs: dict[str, Any]) -> None:
        way = self._exploration.trace(inputs)
        self._seen.add(hash(way))
        self._seen.update(way.steps)
        key = 0
        for step in way.steps:
            key = hash((key, step))
            self._seen.add(key)
