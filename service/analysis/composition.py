"""How rules enter each other: references that lead nowhere or round, inputs of one name that disagree."""

from collections.abc import Iterator, Mapping

from msgspec import structs

from service.analysis.declarations import unknown
from service.analysis.graph import ways
from service.errors import Diagnostic
from service.model.inputs import Input
from service.model.loading import Loaded
from service.model.rule import RuleDocument
from service.model.text import Path
from service.model.tree import RuleReference, TreeDocument

Key = tuple[str, str]
"""A rule's name and version."""


class Library:
    """All documents that can enter each other, and which version of each rule is live."""

    def __init__(self, documents: Mapping[Key, tuple[Loaded, RuleDocument]], live: Mapping[str, str]) -> None:
        """Look nothing up yet."""
        self._documents = documents
        self._live = live

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
        references = [way.then for _, way in ways(document) if isinstance(way.then, RuleReference)]
        keys = {reference: self.key(reference) for reference in references}
        return {one: key for one, key in keys.items() if isinstance(self.document(key), TreeDocument)}

    def family(self, key: Key) -> list[TreeDocument]:
        """The tree and all trees behind it, each once; it comes first."""
        found: dict[Key, TreeDocument] = {}
        todo = [key]
        while todo:
            one = todo.pop()
            document = self.document(one)
            if one not in found and isinstance(document, TreeDocument):
                found[one] = document
                todo.extend(reversed(self.entered(document).values()))
        return list(found.values())

    def inputs(self, key: Key) -> dict[str, Input]:
        """The inputs of a rule in asking order: its own, then those of the rules that it enters."""
        document = self.document(key)
        members: list[RuleDocument] = [*self.family(key)] or ([document] if document else [])
        inputs: dict[str, Input] = {}
        for member in members:
            inputs |= {name: one for name, one in member.inputs.items() if name not in inputs}
        return inputs

    def goes_round(self, key: Key) -> bool:
        """Whether entering rules from here on would ever come back to a rule that is still being followed."""
        done: set[Key] = set()

        def open_again(one: Key, trail: tuple[Key, ...]) -> bool:
            if one in trail:
                return True
            document = self.document(one)
            if one in done or document is None:
                return False
            round_trip = any(open_again(entered, (*trail, one)) for entered in self.entered(document).values())
            done.add(one)
            return round_trip

        return open_again(key, ())

    def findings(self, loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
        """Every finding about the rules that this one enters."""
        for path, way in ways(document):
            if isinstance(way.then, RuleReference):
                yield from self._reference(loaded, (*path, "then"), way.then)
        yield from self._cycle(loaded, document)
        yield from self._inputs(loaded, document)

    def _reference(self, loaded: Loaded, path: Path, reference: RuleReference) -> Iterator[Diagnostic]:
        name, version = self.key(reference)
        versions = {one[1]: one for one in self._documents if one[0] == name}
        if not versions:
            names = {one[0]: one for one in self._documents}
            yield loaded.at((*path, "rule"), "unknown-rule", unknown(name, names, "rule"))
        elif not version:
            yield loaded.at((*path, "rule"), "unknown-version", f"`{name}` has no live version to go on with")
        elif version not in versions:
            message = unknown(version, versions, f"version of `{name}`")
            yield loaded.at((*path, "version"), "unknown-version", message)
        elif not isinstance(self.document((name, version)), TreeDocument):
            yield loaded.at((*path, "rule"), "wrong-kind", f"`{name}` is not a tree, so no tree can go on with it")

    def _cycle(self, loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
        own = (document.name, document.version)
        for reference, key in self.entered(document).items():
            if any((one.name, one.version) == own for one in self.family(key)):
                path = next(path for path, way in ways(document) if way.then == reference)
                yield loaded.at((*path, "then"), "cycle", f"`{reference.rule}` leads back to `{document.name}`")

    def _inputs(self, loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
        declared: dict[str, tuple[str, Input]] = {name: (document.name, one) for name, one in document.inputs.items()}
        for member in self.family((document.name, document.version))[1:]:
            for name, one in member.inputs.items():
                owner, other = declared.setdefault(name, (member.name, one))
                if bare(one) != bare(other):
                    path: Path = ("inputs", name) if owner == document.name else ("nodes",)
                    message = f"`{name}` differs in type or range between `{owner}` and `{member.name}`"
                    yield loaded.at(path, "input-clash", message)


def bare(one: Input) -> Input:
    """An input without its words: what must agree when two rules have an input of the same name."""
    return structs.replace(one, ask=None, help=None, unit=None)
