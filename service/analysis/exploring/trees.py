"""What a question does in a tree, seen and said."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.analysis.exploring.guards import guards_said, guards_seen
from service.analysis.exploring.marks import Mark
from service.analysis.family import tree_of
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.solver.terms import Term
from service.analysis.symbolic.trees import Exit
from service.analysis.trace import Step, Trace
from service.language.expression import Known, Scope
from service.model.text import Path
from service.model.tree import Node, RuleReference, Way


def way_path(node: str, branch: int | None) -> Path:
    """Where a way stands in the document."""
    return ("nodes", node, "otherwise") if branch is None else ("nodes", node, "branches", branch)


def differs(one: Way, other: Way) -> bool:
    """Whether two ways come to something different: another place, or other actions on the way."""
    return one.then != other.then or one.do != other.do


def tree_seen(meaning: Meaning, inputs: Mapping[str, Any], trace: Trace) -> Iterator[Mark]:
    """What a question does in the nodes of this rule."""
    tree = tree_of(meaning)
    scope = meaning.scope(dict(inputs))
    yield from guards_seen(meaning, scope)
    for step in trace.steps:
        if (step.rule, step.version) != (tree.name, tree.version):
            break
        path = way_path(step.node, step.branch)
        yield Mark("taken", path)
        yield from _overlaps(meaning, tree.nodes[step.node], step, scope)
        if isinstance(_way(tree.nodes[step.node], step.branch).then, RuleReference) and trace.end.outcome:
            yield Mark("decided", path)
    stop = trace.stopped
    if stop is not None and (stop.rule, stop.version) == (tree.name, tree.version):
        if trace.end.problem == "no-branch-holds":
            yield Mark("stopped", ("nodes", stop.node))
        else:
            yield Mark("fails", _failing(meaning, tree.nodes[stop.node], stop.node, scope))


def tree_said(meaning: Meaning, prover: Prover) -> dict[Mark, Term]:
    """The same as terms."""
    logic, tree = prover.logic, tree_of(meaning)
    said = guards_said(meaning, prover)
    for name, reached in prover.trees.reached(meaning).items():
        if not prover.budget.left():
            break  # what is missing is not proved
        node, exits = tree.nodes[name], prover.trees.exits(meaning, name)
        said |= _fails_said(meaning, prover, name, reached, exits)
        for exit_ in exits:
            taken = logic.all(reached, exit_.taken)
            if exit_.way is None and exit_.problem == "no-branch-holds":
                said[Mark("stopped", ("nodes", name))] = taken
            elif exit_.way is not None:
                path = way_path(name, exit_.branch)
                said[Mark("taken", path)] = taken
                if isinstance(exit_.way.then, RuleReference):
                    decided = prover.trees.decided(meaning.enters[exit_.way.then])
                    said[Mark("decided", path)] = logic.all(taken, decided)
        for index in range(1, len(node.branches)):
            before = [one.taken for one in exits[:index] if one.way and differs(one.way, node.branches[index])]
            holds = prover.rules.condition(meaning, (*way_path(name, index), "when"))
            both = logic.all(reached, holds.term, logic.no(holds.fails), logic.any(*before))
            said[Mark("overlaps", way_path(name, index))] = both
    return said


def _fails_said(meaning: Meaning, prover: Prover, name: str, reached: Term, exits: Sequence[Exit]) -> dict[Mark, Term]:
    paths = {(*way_path(name, exit_.branch), "when"): exit_ for exit_ in exits if exit_.branch is not None}
    return {
        Mark("fails", path): prover.logic.all(reached, exit_.left, prover.rules.condition(meaning, path).fails)
        for path, exit_ in paths.items()
    }


def _overlaps(meaning: Meaning, node: Node, step: Step, scope: Scope) -> Iterator[Mark]:
    if step.branch is None:
        return
    for index in range(step.branch + 1, len(node.branches)):
        path = way_path(step.node, index)
        if differs(node.branches[step.branch], node.branches[index]):
            judgment = meaning.judge((*path, "when"), scope)
            if isinstance(judgment, Known) and judgment.value:
                yield Mark("overlaps", path)


def _failing(meaning: Meaning, node: Node, name: str, scope: Scope) -> Path:
    paths = ((*way_path(name, index), "when") for index in range(len(node.branches)))
    return next(path for path in paths if not isinstance(meaning.judge(path, scope), Known))


def _way(node: Node, branch: int | None) -> Way:
    way = node.otherwise if branch is None else node.branches[branch]
    if way is None:
        message = "a step without a way"
        raise AssertionError(message)
    return way
