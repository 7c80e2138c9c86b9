"""Sound rules put together: programs for the engine and meanings for the reference, each after the rules it enters."""

from collections.abc import Mapping, Set

from service.analysis.composition import Library
from service.analysis.doubt import NONE, Doubt
from service.analysis.meaning import Meaning
from service.engine.build import build
from service.engine.program import Program, TreeProgram
from service.language.typed import Typed
from service.model.files import Key
from service.model.rule import RuleDocument
from service.model.tree import RuleReference


class Assembly:
    """Builds each version once; a version that enters a faulty one is not built."""

    def __init__(
        self,
        typed: Mapping[Key, tuple[Typed, RuleDocument]],
        library: Library,
        faulty: Set[Key],
        doubts: Mapping[Key, Doubt] | None = None,
    ) -> None:
        """`faulty` versions, and those that enter them, get no program; `doubts` say which of their parts are meant."""
        self._typed = typed
        self._library = library
        self._faulty = faulty
        self._doubts = doubts or {}
        self._programs: dict[Key, Program] = {}
        self._meanings: dict[Key, Meaning] = {}

    def program(self, key: Key) -> Program | None:
        """The program of a version; nothing if it, or a version that it enters, is faulty."""
        if key in self._faulty or not self._library.complete(key):
            return None
        if key not in self._programs:
            enters: dict[RuleReference, TreeProgram] = {}
            for reference, entered in self._library.entered(key).items():
                program = self.program(entered)
                if not isinstance(program, TreeProgram):
                    return None
                enters[reference] = program
            self._programs[key] = build(*self._typed[key], enters)
        return self._programs[key]

    def meaning(self, key: Key) -> Meaning:
        """The version as the reference evaluator reads it; entering rules from here on must come to an end."""
        if key not in self._meanings:
            typed, document = self._typed[key]
            enters = {reference: self.meaning(one) for reference, one in self._library.entered(key).items()}
            partial = not self._library.complete(key)
            doubt = self._doubts.get(key, NONE).beside((one.doubt for one in enters.values()), partial=partial)
            self._meanings[key] = Meaning(document, typed.expressions, self._library.inputs(key), enters, doubt)
        return self._meanings[key]
