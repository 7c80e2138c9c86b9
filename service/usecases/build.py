"""Make a revision of what a store holds, quickly: its versions passed the gate, so nothing is proved or tried again.

The live versions, and those that they enter, are compiled at once. A version that is not live is read and compiled when
it is first asked for, and kept for a while: a thousand of them at once would take half a minute and half a gigabyte.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

from msgspec import structs

from service.analysis.composition import Library
from service.analysis.selections import reading
from service.errors import Diagnostic, RuleRejectedError, VersionUnusableError
from service.model.files import Key
from service.model.publication import Bundle
from service.model.selection import SelectionDocument
from service.model.tree import TreeDocument
from service.usecases.assembly import assemble
from service.usecases.bundled import BundledDocuments, Read, errors_of
from service.usecases.documents import type_document
from service.usecases.revision import Revision, Rule, Version, digest_of, histories_of
from service.usecases.shelf import Shelf

ROOM: Final = 1_000_000
"""Bytes of documents that are kept compiled beside those of live versions; they take up to eighty times that much."""


class Builder:
    """Makes revisions one after the other; each takes over from the one before it what is still the same."""

    def __init__(self, room: int = ROOM) -> None:
        """Start with nothing read."""
        self._room = room
        self._read: Shelf[Read] = Shelf(room, lambda one: one.size)
        self._compiled: Mapping[str, Version] = {}
        self._latest: Revision | None = None

    def __call__(self, bundle: Bundle) -> Revision:
        """The revision that a bundle makes; the same one as the last time if neither versions nor live ones differ.

        Raises:
            RuleRejectedError: live versions can't be compiled.
        """
        histories = histories_of(bundle.versions)
        digest = digest_of(histories, bundle.live)
        if self._latest is not None and self._latest.digest == digest:
            return self._latest
        documents = BundledDocuments(bundle, self._read)
        making = _Making(documents, bundle.live, self._compiled)
        live = making.all(bundle.live)
        rules = {name: Rule(name, live.get(name), history) for name, history in histories.items()}
        self._read.use(documents.used)
        self._compiled = making.compiled
        self._latest = Revision(rules, digest, self._on_demand(bundle))
        return self._latest

    def _on_demand(self, bundle: Bundle) -> Callable[[str, str], Version]:
        """Makes versions that are not live, and keeps the latest; of one that can't be used, the reason."""
        made: Shelf[Version | str] = Shelf(self._room, _weight)

        def make(key: Key) -> Version | str:
            making = _Making(BundledDocuments(bundle, self._read), bundle.live, self._compiled)
            try:
                return making.version(key)
            except RuleRejectedError as error:
                return error.diagnostics[0].message

        def find(name: str, number: str) -> Version:
            found = made.get(f"{name} {number}", lambda: make((name, number)))
            if isinstance(found, str):
                raise VersionUnusableError(name, number, found)
            return found

        return find


class _Making:
    """Makes versions of one bundle; `compiled` are those, and what they enter, by fingerprint."""

    def __init__(self, documents: BundledDocuments, live: Mapping[str, str], before: Mapping[str, Version]) -> None:
        self._documents = documents
        self._library = Library(documents, live)
        self._before = before
        self.compiled: dict[str, Version] = {}

    def all(self, keys: Mapping[str, str]) -> dict[str, Version]:
        """A version of each of these rules.

        Raises:
            RuleRejectedError: with all that is wrong with any of them.
        """
        made: dict[str, Version] = {}
        errors: list[Diagnostic] = []
        for key in keys.items():
            try:
                made[key[0]] = self.version(key)
            except RuleRejectedError as error:
                errors += [one for one in error.diagnostics if one not in errors]
        if errors:
            raise RuleRejectedError(errors)
        return made

    def version(self, key: Key) -> Version:
        """A version, ready to run.

        Raises:
            RuleRejectedError: it, or a version that it enters, can't be compiled.
        """
        fingerprint = self._fingerprint(key)
        if fingerprint not in self.compiled:
            self.compiled[fingerprint] = self._before.get(fingerprint) or self._compile(key)
        return self.compiled[fingerprint]

    def _fingerprint(self, key: Key) -> str:
        """What a program is made of: the document, and all that it can enter or reads, each by its digest."""
        lines = [self._documents.published[key].digest]
        for member in (key, *self._library.members(key)):
            others = self._library.references(member).items()
            lines.append(self._documents.published[member].digest)
            lines += [f"{one.rule} {one.version} {other} {self._digest(other)}" for one, other in others]
        return sha256("\n".join(lines).encode()).hexdigest()

    def _digest(self, key: Key) -> str:
        return self._documents.published[key].digest if key in self._documents.published else ""

    def _compile(self, key: Key) -> Version:
        read = self._documents.read(key)
        loaded, document = read.loaded, read.loaded.document
        typed = read.typed
        errors = [*read.errors]
        if isinstance(document, SelectionDocument):
            typed = type_document(loaded, document, self._library.tables(key))
            found = (*self._library.catalog_findings(loaded, document), *typed.diagnostics)
            errors += errors_of([*found, *reading(typed, document, self._library.tables(key))])
        if isinstance(document, TreeDocument):
            errors += errors_of(self._library.findings(key, loaded, document))
        if errors or typed is None or document is None:
            raise RuleRejectedError([structs.replace(one, file=f"{key[0]}/{key[1]}.yaml") for one in errors])
        others = {one: self.version(other).program for one, other in self._library.references(key).items()}
        return Version(loaded, document, assemble(typed, document, others))


def _weight(made: Version | str) -> int:
    """Bytes of a document, or characters of the reason why it can't be used."""
    return len(made) if isinstance(made, str) else len(made.loaded.content)
