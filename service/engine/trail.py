"""The way through one or more trees, gathered into a decision."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from service.engine.legs import Taken
from service.engine.program import TreeProgram
from service.engine.questions import question
from service.model.decision import Decision, GivenAction, GivenOutcome, Question, Step
from service.model.rule import RuleId
from service.model.tree import Way


class Trail:
    """Steps, actions and caveats so far, and every rule that was used."""

    def __init__(self, program: TreeProgram, inputs: dict[str, Any]) -> None:
        """Begin in the program that was asked."""
        self._asked = program
        self._inputs = inputs
        self._steps: list[Step] = []
        self._actions: dict[tuple[str, str], GivenAction] = {}
        self._caveats: list[str] = []
        self._rules: list[RuleId] = [program.common.id]

    def add(self, program: TreeProgram, leg: tuple[Taken, ...]) -> None:
        """Go on over the nodes of a leg."""
        inputs, rule = self._inputs, program.common.id.name
        for taken in leg:
            read = {name: inputs[name] for name in taken.reads if name in inputs}
            self._steps.append(
                Step(rule=rule, node=taken.node, branch=taken.branch, because=taken.way.because, read=read)
            )
            if taken.way.do or taken.way.caveats:
                self.pass_by(program, taken.way)

    def pass_by(self, program: TreeProgram, way: Way) -> None:
        """Take up the actions and caveats of a way."""
        for action in way.do:
            self._actions[program.common.id.name, action] = program.actions[action]
        if way.caveats:
            self._caveats.extend(way.caveats)

    def enter(self, program: TreeProgram) -> None:
        """Go on in another rule."""
        self._rules.append(program.common.id)

    def leave_open(self, program: TreeProgram, node: str, reads: Collection[str], aside: "Trail") -> None:
        """Pass the rest of the way, from this node on, unseen: whatever the missing inputs are, the outcome is one.

        `aside` has been wherever the way could lead: its caveats are kept, and its actions named.
        """
        because = f"whatever {_listed(reads)} may be, the outcome is the same"
        if aside._actions:
            because += f"; of {_listed(aside._action_ids())}, what comes before depends on it"
        known = program.blocks[node].reads(node, None)
        read = {name: self._inputs[name] for name in known if name in self._inputs}
        rule = program.common.id.name
        self._steps.append(Step(rule=rule, node=node, branch=None, because=because, read=read, open=tuple(reads)))
        self._caveats.extend(caveat for caveat in dict.fromkeys(aside._caveats) if caveat not in self._caveats)
        self._rules.extend(rule for rule in dict.fromkeys(aside._rules) if rule not in self._rules)

    def decided(self, program: TreeProgram, outcome: str, decision_id: str) -> Decision:
        """The decision at an outcome."""
        reached = program.outcomes[outcome]
        if self._caveats:
            reached = replace(reached, caveats=tuple(dict.fromkeys((*self._caveats, *reached.caveats))))
        return self._decision(decision_id, outcome=reached, ask=())

    def asking(self, names: Collection[str], decision_id: str) -> Decision:
        """The decision that needs more inputs, the first of `names` first."""
        after = self._action_ids()
        return self._decision(
            decision_id,
            outcome=None,
            ask=tuple(question(name, self._asked.common.inputs[name], after) for name in names),
        )

    def _action_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(action for _, action in self._actions))

    def _decision(self, decision_id: str, *, outcome: GivenOutcome | None, ask: tuple[Question, ...]) -> Decision:
        return Decision(
            decision_id=decision_id,
            rule=self._asked.common.id,
            rules=tuple(self._rules),
            status="needs-input" if ask else "decided",
            inputs=self._inputs,
            outcome=outcome,
            actions=tuple(self._actions.values()),
            path=tuple(self._steps),
            ask=ask,
        )


def _listed(names: Collection[str]) -> str:
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last
