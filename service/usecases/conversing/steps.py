"""One look at a rule with what is known: the answer, or the inputs that it still needs, or why it refuses."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from service.engine.engine import Engine
from service.engine.program import Program
from service.engine.questions import question
from service.errors import DecisionError, InputsMissingError, InputsRejectedError
from service.model.decision import Decision, Question
from service.usecases.revision import Version

_INPUTS: Final = "$.inputs."
_UNNAMED: Final = ""
"""The identity of decisions that are made to look ahead, which nobody gets to see."""


class Step(Struct, frozen=True, eq=False):
    """What a version makes of inputs; of `decision` and `refusal` one at most is there."""

    version: Version
    inputs: Mapping[str, Any]
    decision: Decision | None = None
    missing: tuple[str, ...] = ()
    refusal: DecisionError | None = None

    @property
    def is_decided(self) -> bool:
        """Whether this is an answer."""
        return self.decision is not None and self.decision.status == "decided"

    @property
    def questions(self) -> tuple[Question, ...]:
        """The inputs that are still needed, or may be given, the first to ask first."""
        if self.decision and self.decision.ask:
            return self.decision.ask
        known = self.version.program.common.inputs
        return tuple(question(name, known[name]) for name in (*self.missing, *self._optional()) if name in known)

    def _optional(self) -> tuple[str, ...]:
        """Inputs without which advice can't judge everything."""
        return tuple(name for one in self.decision.not_judged for name in one.needs) if self.decision else ()


class Stepping:
    """Looks at rules without recording or counting anything."""

    def __init__(self, engine: Engine) -> None:
        """Share the engine, and so its memo, with those who decide."""
        self._engine = engine

    def __call__(self, version: Version, inputs: Mapping[str, Any], decision_id: str = _UNNAMED) -> Step:
        """What the version makes of these inputs."""
        try:
            decision = self._engine.decide(version.program, inputs, decision_id)
        except InputsMissingError as error:
            return Step(version, inputs, missing=tuple(one.path.removeprefix(_INPUTS) for one in error.issues))
        except DecisionError as error:
            return Step(version, inputs, refusal=error)
        return Step(version, inputs, decision=decision)


class Taken(Struct, frozen=True):
    """The values that fit to what is known, and why the others do not, by input."""

    values: dict[str, Any]
    refused: dict[str, str]


def fitting(step: Stepping, version: Version, known: Mapping[str, Any], values: Mapping[str, Any]) -> Taken:
    """Of some values those that the rule takes; one that it refuses beside the ones before it is left out."""
    taken: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for name, value in values.items():
        try:
            taken[name] = read(version.program, {name: value})[name]
        except InputsRejectedError as error:
            refused[name] = str(error)
    if step(version, {**known, **taken}).refusal is None:
        return Taken(taken, refused)
    together, taken = taken, {}
    for name, value in together.items():
        refusal = step(version, {**known, **taken, name: value}).refusal
        if refusal is None:
            taken[name] = value
        else:
            refused[name] = str(refusal)
    return Taken(taken, refused)


def read(program: Program, given: Mapping[str, Any], at: str = "$.inputs") -> dict[str, Any]:
    """The inputs that are given, as values of their types; nothing stays nothing.

    Raises:
        InputsRejectedError: some are unknown, of a wrong type or out of range.
    """
    values = program.common.reader.read(given, at)
    return {name: None if raw is None else values[name] for name, raw in given.items()}
