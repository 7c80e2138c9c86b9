"""How rules enter each other: references that lead nowhere or round, inputs of one name that disagree."""

from collections.abc import Iterator, Mapping, Set

from msgspec import structs

from service.analysis.declarations import unknown
from service.analysis.graph import ways
from service.errors import Diagnostic
from service.model.inputs import ChoiceInput, Input, ListInput
from service.model.loading import Loaded
from service.model.rule import RuleDocument
from service.model.text import Path
from service.model.tree import RuleReference, TreeDocument

Key = tuple[str, str]
"""A rule's name and version."""

FAMILY_LIMIT = 50
"""Trees that can be entered from one tree, itself included; nothing that follows them recurses deeper."""


class Library:
    """All documents that can enter each other, and which version of each rule is live.

    Each document has the name and the version that its place says; `unread` are those too faulty to be documents.
    """

    def __init__(
        self,
        documents: Mapping[Key, tuple[Loaded, RuleDocument]],
        live: Mapping[str, str],
        unread: Set[Key] = frozenset(),
    ) -> None:
        """Look nothing up yet."""
        self._documents = documents
        self._live = live
        self._unread = unread

    def key(self, reference: RuleReference) -> Key:
        """The version that a reference means: the pinned one, or the live one."""
        return reference.rule, reference.version or self._live.get(reference.rule, "")

    def document(self, key: Key) -> RuleDocument | None:
        """The document of a version, if there is one."""
        found = self._documents.get(key)
        return found[1] if found else None

    def entered(self, document: RuleDocument) -> dict[RuleReference, Key]:
        """The rules that a document enters directly, as far as they are trees that exist."""
        if not isinstance(document, TreeDocument):
            return {}
        keys = {reference: self.key(reference) for reference in _references(document)}
        return {one: key for one, key in keys.items() if isinstance(self.document(key), TreeDocument)}

    def members(self, key: Key) -> dict[Key, TreeDocument]:
        """The tree and all trees behind it; it comes first. Over the limit, some are left out."""
        found: dict[Key, TreeDocument] = {}
        todo = [key]
        while todo and len(found) <= FAMILY_LIMIT:
            one = todo.pop()
            document = self.document(one)
            if one not in found and isinstance(document, TreeDocument):
                found[one] = document
                todo.extend(reversed(self.entered(document).values()))
        return found

    def inputs(self, key: Key) -> dict[str, Input]:
        """The inputs of a rule in asking order: its own, then those of the rules that it enters."""
        document = self.document(key)
        members: list[RuleDocument] = [*self.members(key).values()] or ([document] if document else [])
        inputs: dict[str, Input] = {}
        for member in members:
            inputs |= {name: one for name, one in member.inputs.items() if name not in inputs}
        return inputs

    def complete(self, key: Key) -> bool:
        """Whether every rule that the tree can enter is there, and is a tree."""
        return all(_references(tree).keys() <= self.entered(tree).keys() for tree in self.members(key).values())

    def ends(self, key: Key) -> bool:
        """Whether entering rules from here on comes to an end, within the limit and never in a circle."""
        members = self.members(key)
        entered = ((one, other) for one, tree in members.items() for other in self.entered(tree).values())
        return len(members) <= FAMILY_LIMIT and not any(one in self.members(other) for one, other in entered)

    def findings(self, key: Key, loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
        """Every finding about the rules that this one enters."""
        for path, way in ways(document):
            if isinstance(way.then, RuleReference):
                yield from self._reference(loaded, (*path, "then"), way.then)
                if any(name == key[0] for name, _ in self.members(self.key(way.then))):
                    message = f"`{way.then.rule}` leads back to `{key[0]}`"
                    yield loaded.at((*path, "then"), "cycle", message)
        if len(self.members(key)) > FAMILY_LIMIT:
            message = f"more than {FAMILY_LIMIT} rules can be entered from here, this one included"
            yield loaded.at(("nodes",), "limit", message)
        yield from self._inputs(key, loaded, document)

    def _reference(self, loaded: Loaded, path: Path, reference: RuleReference) -> Iterator[Diagnostic]:
        name, version = self.key(reference)
        known = {*self._documents, *self._unread}
        versions = [one[1] for one in sorted(known) if one[0] == name]
        if not versions:
            names = {one[0]: one for one in known}
            yield loaded.at((*path, "rule"), "unknown-rule", unknown(name, names, "rule"))
        elif not version:
            yield loaded.at((*path, "rule"), "unknown-version", f"`{name}` has no live version to go on with")
        elif version not in versions:
            if reference.version is None:
                return  # `live.yaml` names a version that is not there, and is told so
            message = f"`{name}` has no version `{version}`; it has {', '.join(f'`{one}`' for one in versions)}"
            yield loaded.at((*path, "version"), "unknown-version", message)
        elif (name, version) not in self._unread and not isinstance(self.document((name, version)), TreeDocument):
            yield loaded.at((*path, "rule"), "wrong-kind", f"`{name}` is not a tree, so no tree can go on with it")

    def _inputs(self, key: Key, loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
        behind = [self.members(entered).keys() for entered in self.entered(document).values()]
        declared: dict[str, tuple[Key, Input]] = {}
        for member, tree in self.members(key).items():
            for name, one in tree.inputs.items():
                owner, other = declared.setdefault(name, (member, one))
                known = any({owner, member} <= keys for keys in behind)  # and reported there
                if bare(one) != bare(other) and not known:
                    path: Path = ("inputs", name) if owner == key else ("nodes",)
                    message = f"`{name}` differs in type, range or default between `{owner[0]}` and `{member[0]}`"
                    yield loaded.at(path, "input-clash", message)


def _references(tree: TreeDocument) -> dict[RuleReference, None]:
    return {way.then: None for _, way in ways(tree) if isinstance(way.then, RuleReference)}


def bare(one: Input) -> Input:
    """An input without its words: what must agree when two rules have an input of the same name."""
    match one:
        case ListInput(of=of):
            one = structs.replace(one, of={name: bare(column) for name, column in of.items()})
        case ChoiceInput(values=values):
            one = structs.replace(one, values=dict.fromkeys(sorted(values), "-"))
    return structs.replace(one, ask=None, help=None, unit=None)
