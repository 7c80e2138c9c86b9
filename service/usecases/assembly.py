"""Sound rules put together: programs for the engine and meanings for the reference, each after the rules it enters."""

from collections.abc import Mapping, Set

from service.analysis.composition import Library
from service.analysis.doubt import NONE, Doubt
from service.analysis.meaning import AnyMeaning, CatalogMeaning, Meaning, SelectionMeaning
from service.analysis.references import estimating, reference
from service.engine.build import build
from service.engine.choice.build import build_catalog, build_selection
from service.engine.program import CatalogProgram, FormulaProgram, Program, TreeProgram
from service.language.catalogs import Table
from service.language.typed import Typed
from service.model.catalog import CatalogDocument
from service.model.files import Key
from service.model.rule import RuleDocument
from service.model.selection import SelectionDocument
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
            others: dict[RuleReference, Program] = {}
            for one, other in self._library.references(key).items():
                program = self.program(other)
                if program is None:
                    return None
                others[one] = program
            self._programs[key] = assemble(*self._typed[key], others)
        return self._programs[key]

    def meaning(self, key: Key) -> AnyMeaning:
        """The version as the reference evaluator reads it; entering rules from here on must come to an end."""
        typed, document = self._typed[key]
        match document:
            case CatalogDocument():
                return CatalogMeaning(document)
            case SelectionDocument():
                return SelectionMeaning(document, typed, self._library.tables(key), key in self._faulty)
            case _:
                return self._meaning(key)

    def _meaning(self, key: Key) -> Meaning:
        typed, document = self._typed[key]
        if key not in self._meanings and not isinstance(document, CatalogDocument | SelectionDocument):
            enters = {one: self._meaning(other) for one, other in self._library.entered(key).items()}
            partial = not self._library.complete(key)
            doubt = self._doubts.get(key, NONE).beside((one.doubt for one in enters.values()), partial=partial)
            self._meanings[key] = Meaning(document, typed.expressions, self._library.inputs(key), enters, doubt)
        return self._meanings[key]


def assemble(typed: Typed, document: RuleDocument, others: Mapping[RuleReference, Program]) -> Program:
    """The program of a document that has passed every check; `others` are those that it enters or reads."""
    match document:
        case CatalogDocument():
            return build_catalog(typed.loaded, Table(document))
        case SelectionDocument(catalogs=catalogs):
            read = {name: others[reference(one)] for name, one in catalogs.items()}
            tables = {name: one for name, one in read.items() if isinstance(one, CatalogProgram)}
            asked = {name: others[estimating(one)] for name, one in document.estimates.items()}
            formulas = {name: one for name, one in asked.items() if isinstance(one, FormulaProgram)}
            return build_selection(typed, document, tables, formulas)
        case _:
            return build(typed, document, {one: it for one, it in others.items() if isinstance(it, TreeProgram)})
