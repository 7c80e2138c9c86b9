"""A decision tree as a flowchart: questions, the ways out of them with what to do on the way, outcomes, other rules."""

from typing import assert_never

from service.http.diagrams.flowchart import Flowchart, Form
from service.model.decision import Decision
from service.model.tree import Node, RuleReference, Target, TreeDocument, Way


def tree_chart(document: TreeDocument, decision: Decision | None) -> Flowchart:
    """The tree, from its start down; a decision marks what it passed, and what it left open."""
    tree = _Tree(document, decision)
    tree.draw()
    if decision:
        tree.mark(decision)
    return tree.chart


class _Tree:
    def __init__(self, document: TreeDocument, decision: Decision | None) -> None:
        self.chart = Flowchart("TD")
        self._document = document
        self._decided = decision is not None
        steps = [step for step in decision.path if step.rule == document.name and not step.open] if decision else []
        self._passed = {step.node: step.branch for step in steps}  # nothing means `otherwise`

    def draw(self) -> None:
        self.chart.box("start", Form.VALUE, self._document.title)
        self.chart.arrow("start", self._box(self._document.start), taken=self._decided)
        for name, node in self._document.nodes.items():
            self._node(name, node)
        for name, outcome in self._document.outcomes.items():
            self.chart.box(f"o_{name}", Form.OUTCOME, outcome.title)
            if outcome.repeat:
                measured = ", ".join(outcome.repeat.measure)
                self.chart.arrow(f"o_{name}", f"n_{outcome.repeat.from_}", f"measure again: {measured}", dotted=True)
        for reference in self._entered():
            self.chart.box(self._box(reference), Form.RULE, f"rule {_shown(reference)}")

    def mark(self, decision: Decision) -> None:
        for name, branch in self._passed.items():
            node = self._document.nodes[name]
            way = node.otherwise if branch is None else node.branches[branch - 1]
            self.chart.mark(f"n_{name}")
            if way and not (isinstance(way.then, str) and way.then in self._document.nodes):
                self.chart.mark(self._box(way.then))
        for step in decision.path:
            if step.rule == self._document.name and step.open:
                self.chart.mark(f"n_{step.node}", as_="open")
        if decision.outcome and decision.path[-1].rule == self._document.name:
            self.chart.mark(f"o_{decision.outcome.id}")

    def _node(self, name: str, node: Node) -> None:
        self.chart.box(f"n_{name}", Form.QUESTION, node.title)
        taken = self._passed.get(name, ())
        for number, branch in enumerate(node.branches, 1):
            self._way(name, branch, branch.when, taken=taken == number)
        if node.otherwise:
            self._way(name, node.otherwise, "otherwise", taken=taken is None)

    def _way(self, node: str, way: Way, condition: str, *, taken: bool) -> None:
        actions = [f"do: {self._document.actions[action].title}" for action in way.do]
        self.chart.arrow(f"n_{node}", self._box(way.then), condition, *actions, taken=taken)

    def _box(self, target: Target) -> str:
        match target:
            case str(name):
                return f"o_{name}" if name in self._document.outcomes else f"n_{name}"
            case RuleReference():
                return "r_" + "".join(one if one.isalnum() else "_" for one in _shown(target))
            case unreachable:
                assert_never(unreachable)

    def _entered(self) -> list[RuleReference]:
        ways = [way for node in self._document.nodes.values() for way in (*node.branches, node.otherwise) if way]
        return list(dict.fromkeys(way.then for way in ways if isinstance(way.then, RuleReference)))


def _shown(reference: RuleReference) -> str:
    return f"{reference.rule} {reference.version}" if reference.version else reference.rule
