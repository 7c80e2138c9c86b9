"""Rules that can be asked: those that are shipped, and documents without the cases that a published rule must have."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct, json

from service.analysis.composition import Library
from service.analysis.meaning import Meaning
from service.analysis.reference import answer
from service.engine.engine import Engine
from service.engine.program import Program
from service.errors import DecisionError
from service.language.typed import type_rule
from service.model.answer import Answer
from service.model.decision import Decision
from service.model.loading import load
from service.model.rule import ProvableDocument
from service.usecases.assembly import Assembly
from service.usecases.cases import PROBLEMS, substance
from tests.rules.shipped import revision


class Built(Struct, frozen=True, eq=False):
    """A rule in both forms: as the engine runs it and as the reference evaluator reads it."""

    program: Program
    meaning: Meaning

    @property
    def inputs(self) -> list[str]:
        """The names of its inputs, and of those of the rules that it enters, in asking order."""
        return list(self.program.common.inputs)

    def decide(self, given: Mapping[str, Any], engine: Engine) -> Decision:
        """The engine's decision, without an identity of its own.

        Raises:
            DecisionError: the question is refused.
        """
        return engine.decide(self.program, given, "the decision")

    def found(self, given: Mapping[str, Any], engine: Engine) -> Answer:
        """The substance of the engine's decision, or the problem that it ends in."""
        try:
            return substance(self.decide(given, engine))
        except DecisionError as error:
            return Answer(problem=PROBLEMS[type(error)])

    def meant(self, given: Mapping[str, Any]) -> Answer:
        """What the reference evaluator answers."""
        return answer(self.meaning, given)


def build(documents: Iterable[dict[str, Any]]) -> Built:
    """Build sound documents that enter each other; the last one is asked, the first version of each name is live."""
    typed = {}
    live: dict[str, str] = {}
    for document in documents:
        loaded = load(json.encode(document))  # which is YAML too, and made quickly
        assert isinstance(loaded.document, ProvableDocument), loaded.diagnostics
        one = type_rule(loaded, loaded.document)
        assert not [*loaded.diagnostics, *one.diagnostics]
        key = loaded.document.name, loaded.document.version
        typed[key] = one, loaded.document
        live.setdefault(*key)
    library = Library({key: (one.loaded, document) for key, (one, document) in typed.items()}, live)
    assembly = Assembly(typed, library, set())
    program = assembly.program(key)
    assert program is not None
    meaning = assembly.meaning(key)
    assert isinstance(meaning, Meaning)
    return Built(program, meaning)


@cache
def shipped() -> dict[str, Program]:
    """The live version of every rule that is shipped, by name."""
    return {name: rule.live.program for name, rule in revision().rules.items() if rule.live}
