"""How rules enter or read each other: references that lead nowhere or round, inputs of one name that disagree."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec import structs

from service.analysis.declarations import listed, unknown
from service.analysis.estimates import estimated
from service.analysis.graph import ways
from service.analysis.references import estimating, reference, references
from service.errors import Diagnostic
from service.language.catalogs import Table
from service.model.catalog import CatalogDocument
from service.model.files import Key
from service.model.formula import FormulaDocument
from service.model.inputs import AnyInput, BooleanInput, ChoiceInput, Input, ListInput
from service.model.loading import Loaded
from service.model.rule import ProvableDocument, RuleDocument
from service.model.selection import SelectionDocument
from service.model.text import Path
from service.model.tree import RuleReference, TreeDocument

FAMILY_LIMIT = 50
"""Trees that can be entered from one tree, itself included; nothing that follows them recurses deeper."""


_SO: Final = {
    "tree": "no tree can go on with it",
    "catalog": "there are no rows to select from",
    "formula": "it can estimate nothing",
}


class Library:
    """All documents that can enter or read each other, and which version of each rule is live.

    Each document has the name and the version that its place says; one that is too faulty to be read is nothing. They
    are looked up one by one, as far as rules enter them, so a mapping may read each when it is asked for it.
    """

    def __init__(self, documents: Mapping[Key, tuple[Loaded, RuleDocument | None]], live: Mapping[str, str]) -> None:
        """Look nothing up yet."""
        self._documents = documents
        self._live = live
        self._references: dict[Key, dict[RuleReference, Key]] = {}
        self._members: dict[Key, tuple[Key, ...]] = {}
        self._tables: dict[Key, Table] = {}

    @cached_property
    def versions(self) -> dict[str, list[str]]:
        """The versions of each rule, whether they can be read or not."""
        found: dict[str, list[str]] = {}
        for name, version in sorted(self._documents):
            found.setdefault(name, []).append(version)
        return found

    def key(self, reference: RuleReference) -> Key:
        """The version that a reference means: the pinned one, or the live one."""
        return reference.rule, reference.version or self._live.get(reference.rule, "")

    def document(self, key: Key) -> RuleDocument | None:
        """The document of a version, if there is one that can be read."""
        found = self._documents.get(key)
        return found[1] if found else None

    def references(self, key: Key) -> dict[RuleReference, Key]:
        """The versions that a document means to enter or read directly, whether they exist or not."""
        if key not in self._references:
            self._references[key] = {one: self.key(one) for one in references(self.document(key))}
        return self._references[key]

    def entered(self, key: Key) -> dict[RuleReference, Key]:
        """The rules that a tree enters directly, as far as they are trees that exist."""
        return {one: other for one, other in self.references(key).items() if self._is_tree(other)}

    def members(self, key: Key) -> dict[Key, TreeDocument]:
        """The tree and all trees behind it; it comes first. Over the limit, some are left out."""
        if key not in self._members:
            found: dict[Key, None] = {}
            todo = [key] if self._is_tree(key) else []
            while todo and len(found) <= FAMILY_LIMIT:
                one = todo.pop()
                if one not in found:
                    found[one] = None
                    todo.extend(reversed(self.entered(one).values()))
            self._members[key] = tuple(found)
        documents = ((one, self.document(one)) for one in self._members[key])
        return {one: document for one, document in documents if isinstance(document, TreeDocument)}

    def asked(self, key: Key) -> Mapping[str, AnyInput]:
        """All that a rule of any kind asks for."""
        document = self.document(key)
        return document.asked if isinstance(document, SelectionDocument) else self.inputs(key)

    def inputs(self, key: Key) -> dict[str, Input]:
        """The inputs of a rule in asking order: its own, then those of the rules that it enters."""
        document = self.document(key)
        own = [document] if isinstance(document, ProvableDocument) else []
        members: list[ProvableDocument] = [*self.members(key).values()] or own
        inputs: dict[str, Input] = {}
        for member in members:
            inputs |= {name: one for name, one in member.inputs.items() if name not in inputs}
        return inputs

    def tables(self, key: Key) -> dict[str, Table | None]:
        """The catalogs that a selection reads, by the name of their rows; nothing for one whose columns are unknown."""
        document = self.document(key)
        catalogs = document.catalogs if isinstance(document, SelectionDocument) else {}
        return {name: self._table(self.key(reference(one))) for name, one in catalogs.items()}

    def complete(self, key: Key) -> bool:
        """Whether every tree that the rule can enter is there, and every catalog and formula that it reads."""
        document = self.document(key)
        if isinstance(document, SelectionDocument):
            formulas = (self.document(self.key(estimating(one))) for one in document.estimates.values())
            return None not in self.tables(key).values() and all(isinstance(one, FormulaDocument) for one in formulas)
        return all(self._is_tree(other) for one in self.members(key) for other in self.references(one).values())

    def ends(self, key: Key) -> bool:
        """Whether entering rules from here on comes to an end, within the limit and never in a circle."""
        members = self.members(key)
        entered = ((one, other) for one in members for other in self.entered(one).values())
        return len(members) <= FAMILY_LIMIT and not any(one in self.members(other) for one, other in entered)

    def follows(self, key: Key) -> set[str]:
        """The rules of which this one enters or reads whatever version is live."""
        return {reference.rule for reference in self.references(key) if reference.version is None}

    def depends(self, key: Key, names: Collection[str]) -> bool:
        """Whether the way from this rule on can lead into the live version of a rule of these names."""
        return any(not self.follows(one).isdisjoint(names) for one in (key, *self.members(key)))

    def findings(self, key: Key, loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
        """Every finding about the rules that this one enters."""
        back = {one: self._leads_back(key, one) for one in self.references(key)}
        for path, way in ways(document):
            if isinstance(way.then, RuleReference):
                yield from self._reference(loaded, (*path, "then", "rule"), way.then, "tree")
                if back[way.then]:
                    message = f"`{way.then.rule}` leads back to `{key[0]}`"
                    yield loaded.at((*path, "then"), "cycle", message)
        if len(self.members(key)) > FAMILY_LIMIT:
            message = f"more than {FAMILY_LIMIT} rules can be entered from here, this one included"
            yield loaded.at(("nodes",), "limit", message)
        yield from self._inputs(key, loaded)

    def catalog_findings(self, loaded: Loaded, document: SelectionDocument) -> Iterator[Diagnostic]:
        """Every finding about the catalogs that a selection reads, and the formulas that it may ask."""
        for name, one in document.catalogs.items():
            path: Path = ("from",) if one is document.from_ else ("joins", name)
            yield from self._reference(loaded, (*path, "catalog"), reference(one), "catalog")
        for name, estimate in document.estimates.items():
            path = ("estimates", name)
            yield from self._reference(loaded, (*path, "rule"), estimating(estimate), "formula")
            formula = self.document(self.key(estimating(estimate)))
            if isinstance(formula, FormulaDocument):
                yield from estimated(loaded, document, name, formula)

    def _is_tree(self, key: Key) -> bool:
        return isinstance(self.document(key), TreeDocument)

    def _table(self, key: Key) -> Table | None:
        if key in self._tables:
            return self._tables[key]
        loaded, document = self._documents.get(key, (None, None))
        if loaded is None or not isinstance(document, CatalogDocument):
            return None
        if any(path[:1] in (("columns",), ("key",)) for path in loaded.pruned):
            return None
        return self._tables.setdefault(key, Table(document))

    def _leads_back(self, key: Key, reference: RuleReference) -> bool:
        return any(name == key[0] for name, _ in self.members(self.key(reference)))

    def _reference(self, loaded: Loaded, path: Path, meant: RuleReference, kind: str) -> Iterator[Diagnostic]:
        """What is wrong with a reference to a rule of a kind, which is named at a path."""
        name, version = self.key(meant)
        versions = self.versions.get(name, [])
        document = self.document((name, version))
        if not versions:
            yield loaded.at(path, "unknown-rule", unknown(name, self.versions, "rule"))
        elif not version:
            yield loaded.at(path, "unknown-version", f"`{name}` has no live version to go on with")
        elif version not in versions:
            if meant.version is None:
                return  # `live.yaml` names a version that is not there, and is told so
            message = f"`{name}` has no version `{version}`; it has {listed(versions)}"
            yield loaded.at((*path[:-1], "version"), "unknown-version", message)
        elif document is not None and document.__struct_config__.tag != kind:
            yield loaded.at(path, "wrong-kind", f"`{name}` is not a {kind}, so {_SO[kind]}")

    def _inputs(self, key: Key, loaded: Loaded) -> Iterator[Diagnostic]:
        behind = [self.members(entered).keys() for entered in self.entered(key).values()]
        declared: dict[str, tuple[Key, Input]] = {}
        for member, tree in self.members(key).items():
            for name, one in tree.inputs.items():
                owner, other = declared.setdefault(name, (member, one))
                known = any({owner, member} <= keys for keys in behind)  # and reported there
                if bare(one) != bare(other) and not known:
                    path: Path = ("inputs", name) if owner == key else ("nodes",)
                    message = f"`{name}` differs in type, range or default between `{owner[0]}` and `{member[0]}`"
                    yield loaded.at(path, "input-clash", message)


def bare(one: Input) -> Input:
    """An input without its words: what must agree when two rules have an input of the same name.

    They need not agree on what is sensitive: it is so if one of them says so.
    """
    match one:
        case ListInput(of=of):
            one = structs.replace(one, of={name: bare(column) for name, column in of.items()})
        case ChoiceInput(values=values):
            one = structs.replace(one, values=dict.fromkeys(sorted(values), "-"), value_synonyms={})
        case BooleanInput():
            one = structs.replace(one, opposites=[])
    return structs.replace(one, ask=None, help=None, unit=None, synonyms=[], sensitive=False)
