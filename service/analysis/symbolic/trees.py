"""Trees as terms: for which inputs each node is reached, each way is taken, and each end is met."""

from collections.abc import Iterator

from msgspec import Struct

from service.analysis.ends import End
from service.analysis.family import family, tree_of
from service.analysis.meaning import Meaning
from service.analysis.solver.terms import Term
from service.analysis.symbolic.rules import Rules
from service.model.tree import RuleReference, TreeDocument, Way


class Exit(Struct, frozen=True, eq=False):
    """How questions leave a node, and which of those that reach it do: by a way, or by the problem if there is none.

    `left` says for which of them no branch before this one held or failed.
    """

    taken: Term
    left: Term
    way: Way | None
    branch: int | None = None
    problem: str = ""


Crossing = tuple[Meaning, str, Exit, Term]
"""A rule, a node of it, a way out, and for which inputs of the whole question it is taken."""


class Trees:
    """Makes terms of trees."""

    def __init__(self, rules: Rules) -> None:
        """Work with the terms of these rules."""
        self._rules = rules
        self._solver = rules.solver
        self._terms = rules.solver.terms
        self._exits: dict[tuple[Meaning, str], list[Exit]] = {}
        self._reached: dict[Meaning, dict[str, Term]] = {}
        self._ends: dict[Meaning, dict[End, Term]] = {}
        self._crossings: dict[Meaning, list[Crossing]] = {}

    def exits(self, meaning: Meaning, node: str) -> list[Exit]:
        """The branches in their order, `otherwise` or what falls through, and what fails."""
        key = (meaning, node)
        if key not in self._exits:
            self._exits[key] = [*self._ways_out(meaning, tree_of(meaning), node)]
        return self._exits[key]

    def reached(self, meaning: Meaning) -> dict[str, Term]:
        """For which inputs each node is reached, in an order in which no node comes before one that leads to it."""
        if meaning not in self._reached:
            admitted = self._rules.admitted(meaning)
            self._reached[meaning] = self._through(meaning, admitted)
        return self._reached[meaning]

    def ends(self, meaning: Meaning) -> dict[End, Term]:
        """For which inputs each end is met, also behind the rules that are entered; one of them always is."""
        if meaning not in self._ends:
            self._crossings[meaning], self._ends[meaning] = self._composed(meaning)
        return self._ends[meaning]

    def crossings(self, meaning: Meaning) -> list[Crossing]:
        """Every way out of every node, also behind the rules that are entered, and for which inputs it is taken."""
        self.ends(meaning)
        return self._crossings[meaning]

    def _composed(self, meaning: Meaning) -> tuple[list[Crossing], dict[End, Term]]:
        crossings: list[Crossing] = []
        found: dict[End, list[Term]] = {}
        entering: dict[Meaning, list[Term]] = {meaning: [self._terms.true]}
        for rule in family(meaning):
            entered = self._solver.named(self._terms.any(entering.get(rule, ())))
            for end, where in self._rules.refusals(rule).items():
                found.setdefault(end, []).append(self._terms.all([entered, where]))
            reached = self._through(rule, self._terms.all([entered, self._rules.admitted(rule)]))
            for name, exit_ in ((node, out) for node in reached for out in self.exits(rule, node)):
                taken = self._terms.all([reached[name], exit_.taken])
                crossings.append((rule, name, exit_, taken))
                behind = behind_exit(rule, exit_)
                if isinstance(behind, End):
                    found.setdefault(behind, []).append(taken)
                elif isinstance(behind, Meaning):
                    entering.setdefault(behind, []).append(taken)
        return crossings, {end: self._solver.named(self._terms.any(where)) for end, where in found.items()}

    def decided(self, meaning: Meaning) -> Term:
        """For which inputs a tree comes to an outcome."""
        return self._solver.named(self._terms.any(where for end, where in self.ends(meaning).items() if end.outcome))

    def _through(self, meaning: Meaning, entering: Term) -> dict[str, Term]:
        tree = tree_of(meaning)
        arriving: dict[str, list[Term]] = {tree.start: [entering]}
        reached: dict[str, Term] = {}
        for name in _in_order(tree):
            reached[name] = self._solver.named(self._terms.any(arriving.get(name, ())))
            for exit_ in self.exits(meaning, name):
                if exit_.way and isinstance(exit_.way.then, str) and exit_.way.then in tree.nodes:
                    taken = self._terms.all([reached[name], exit_.taken])
                    arriving.setdefault(exit_.way.then, []).append(taken)
        return reached

    def _ways_out(self, meaning: Meaning, tree: TreeDocument, name: str) -> Iterator[Exit]:
        terms, open_ = self._terms, self._terms.true
        failing: list[Term] = []
        for index, branch in enumerate(tree.nodes[name].branches):
            condition = self._rules.condition(meaning, ("nodes", name, "branches", index, "when"))
            judged = terms.all([open_, terms.no(condition.fails)])
            failing.append(terms.all([open_, condition.fails]))
            yield Exit(self._solver.named(terms.all([judged, condition.term])), open_, branch, index)
            open_ = self._solver.named(terms.all([judged, terms.no(condition.term)]))
        otherwise = tree.nodes[name].otherwise
        yield Exit(open_, open_, otherwise, problem="" if otherwise else "no-branch-holds")
        yield Exit(self._solver.named(terms.any(failing)), terms.true, None, problem="evaluation-failed")


def behind_exit(rule: Meaning, exit_: Exit) -> End | Meaning | str:
    """Where an exit leads: to an end, into another rule, or to a node."""
    tree = tree_of(rule)
    if exit_.way is None:
        return End(problem=exit_.problem)
    then = exit_.way.then
    if isinstance(then, RuleReference):
        return rule.enters[then]
    return End(outcome=then, rule=tree.name, version=tree.version) if then not in tree.nodes else then


def _in_order(tree: TreeDocument) -> list[str]:
    """The nodes that ways lead to, each after all that lead to it."""
    done: dict[str, None] = {}
    stack: list[tuple[str, bool]] = [(tree.start, False)]
    while stack:
        name, leaving = stack.pop()
        if leaving:
            done[name] = None
        elif name not in done:
            stack.append((name, True))
            node = tree.nodes[name]
            ways = [*node.branches, *([node.otherwise] if node.otherwise else [])]
            stack.extend((way.then, False) for way in ways if isinstance(way.then, str) and way.then in tree.nodes)
    return list(reversed(done))
