"""Decides with facts missing: which outcomes are still possible, and what has to be asked to tell them apart.

The certain part of the way is followed first. Where a condition is open, both sides are explored, by letting the engine
chain on with the branch taken and with the branch passed. If all completions lead to one outcome, that is the decision;
otherwise every input that some completion would read is asked for. An expression without a value counts only where a
completion reaches it.
"""

from collections.abc import Collection
from typing import Any, assert_never

from msgspec import Struct, field

from service.engine.blocks import Condition
from service.engine.guards import failure
from service.engine.judging import Judge
from service.engine.legs import At, Enter, Gap, Open, Reached, end_of, infer
from service.engine.memo import Memo
from service.engine.program import TreeProgram
from service.engine.trail import Trail
from service.errors import DecisionError, Issue, NoBranchHoldsError
from service.language.expression import Failed, Unknown
from service.model.decision import Decision


class Position(Struct, frozen=True):
    """A node of a program; its first `passed` branches are taken not to hold."""

    program: TreeProgram
    node: str
    passed: int = 0


class Arrival(Struct, frozen=True):
    """A certain way ends at an outcome."""

    program: TreeProgram
    outcome: str


class Fork(Struct, frozen=True):
    """A certain way ends at a branch whose condition waits for inputs."""

    program: TreeProgram
    condition: Condition
    reads: tuple[str, ...]


class Reach(Struct):
    """What is possible from a fork on: outcomes, inputs that completions read, refusals, and all that lies aside."""

    aside: Trail
    arrivals: list[Arrival] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    refusals: list[DecisionError] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        """Whether every completion leads to the same outcome."""
        return not self.refusals and all(one == self.arrivals[0] for one in self.arrivals)


class Explorer:
    """Answers one question some of whose inputs are missing."""

    def __init__(self, memo: Memo, inputs: dict[str, Any]) -> None:
        """Share the memo; nothing is judged yet."""
        self._memo = memo
        self._inputs = inputs
        self._judge = Judge(inputs)

    def decide(self, program: TreeProgram, decision_id: str) -> Decision:
        """The decision, or the inputs that it still needs.

        Raises:
            DecisionError: the question is refused, whatever the missing inputs are.
        """
        trail = Trail(program, self._inputs)
        self._judge.refuse(program)
        end = self._follow(Position(program, program.document.start), trail)
        if isinstance(end, Arrival):
            return trail.decided(end.program, end.outcome, decision_id)
        reach = self._explore(end, Reach(Trail(program, self._inputs)))
        if not reach.arrivals:
            raise reach.refusals[0]
        if reach.settled:
            trail.leave_open(end.program, end.condition.node, _ordered(program, reach.reads), reach.aside)
            return trail.decided(reach.arrivals[0].program, reach.arrivals[0].outcome, decision_id)
        return trail.asking(_ordered(program, reach.reads, first=end.reads[0]), decision_id)

    def _follow(self, position: Position, trail: Trail) -> Arrival | Fork:
        """Go on as far as the way is certain.

        Raises:
            DecisionError: a rule on the way refuses the question, a condition has no value, or no branch of a node
            holds.
        """
        while True:
            program, node = position.program, position.node
            block = program.blocks[node]
            verdicts = self._judge.verdicts(program, block, node, position.passed)
            leg = self._memo.recall(infer, block, node, verdicts)
            trail.add(program, leg.taken)
            match leg.end:
                case Open(node=node, branch=branch):
                    return self._fork(program, block.condition(node, branch))
                case Gap(node=node):
                    raise _gap(program, node)
                case Reached() | At() | Enter() as end:
                    arrived = self._go(program, end, trail)
            if isinstance(arrived, Arrival):
                return arrived
            position = arrived

    def _go(self, program: TreeProgram, end: Reached | At | Enter, trail: Trail) -> Arrival | Position:
        """Where the end of a leg, or a branch that is tried, leads."""
        match end:
            case Reached(outcome=outcome):
                return Arrival(program, outcome)
            case At(node=node):
                return Position(program, node)
            case Enter(reference=reference):
                entered = program.enters[reference]
                trail.enter(entered)
                self._judge.refuse(entered)
                return Position(entered, entered.document.start)
            case unreachable:
                assert_never(unreachable)

    def _fork(self, program: TreeProgram, condition: Condition) -> Fork:
        judgment = self._judge.judge(program, condition)
        match judgment:
            case Unknown(reads=reads):
                return Fork(program, condition, reads)
            case Failed():
                raise failure(condition.expression, judgment, condition.reads)
            case _:
                message = "a condition that is known can't be open"
                raise AssertionError(message)

    def _explore(self, fork: Fork, reach: Reach) -> Reach:
        """Both sides of a fork, and of every fork behind it, in the order of the branches; nothing is done twice."""
        seen, sides = set[tuple[int, str, int]](), [(fork, False), (fork, True)]
        while sides:
            fork, taken = sides.pop()
            reach.reads.update(fork.reads)
            try:
                side = self._side(fork, reach.aside, taken=taken)
                if isinstance(side, Position):
                    key = (id(side.program), side.node, side.passed)
                    if key in seen:
                        continue
                    seen.add(key)
                end = self._follow(side, reach.aside) if isinstance(side, Position) else side
            except DecisionError as refusal:
                reach.refusals.append(refusal)
                continue
            if isinstance(end, Arrival):
                reach.arrivals.append(end)
            else:
                sides += [(end, False), (end, True)]
        return reach

    def _side(self, fork: Fork, aside: Trail, *, taken: bool) -> Arrival | Position:
        node, branch = fork.condition.node, fork.condition.branch
        if not taken:
            return Position(fork.program, node, branch + 1)
        way = fork.program.document.nodes[node].branches[branch]
        aside.pass_by(fork.program, way)
        return self._go(fork.program, end_of(way, fork.program.document.outcomes), aside)


def _ordered(program: TreeProgram, reads: Collection[str], first: str = "") -> list[str]:
    """In asking order: what the first fork reads first, then the rest in the order of the document."""
    order = list(program.common.inputs)
    return sorted(reads, key=lambda name: (name != first, order.index(name)))


def _gap(program: TreeProgram, node: str) -> NoBranchHoldsError:
    title = program.document.nodes[node].title
    message = f"no branch of `{node}` ({title}) in {program.common.id} holds for these inputs"
    return NoBranchHoldsError([Issue("no-branch-holds", "$.inputs", message)])
