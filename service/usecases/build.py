"""Make a revision of what a store holds, quickly: its versions passed the gate, so nothing is proved or tried again.

The live versions, and those that they enter, are compiled at once. A version that is not live is read and compiled when
it is first asked for, and kept for a while: a thousand of them at once would take half a minute and half a gigabyte.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct, structs

from service.analysis.composition import Library
from service.engine.build import build
from service.engine.program import TreeProgram
from service.errors import Diagnostic, RuleRejectedError, VersionUnusableError
from service.language.typed import Typed, type_rule
from service.model.files import Key
from service.model.loading import Loaded, load
from service.model.publication import Bundle
from service.model.rule import RuleDocument
from service.model.tree import RuleReference, TreeDocument
from service.usecases.revision import Revision, Rule, Version, digest_of, histories_of
from service.usecases.shelf import Shelf

ROOM: Final = 1_000_000
"""Bytes of documents that are kept compiled beside those of live versions; they take up to eighty times that much."""


class Builder:
    """Makes revisions one after the other; each takes over from the one before it what is still the same."""

    def __init__(self, room: int = ROOM) -> None:
        """Start with nothing read."""
        self._room = room
        self._read: Shelf[_Read] = Shelf(room, lambda one: one.size)
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
        documents = _Documents(bundle, self._read)
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
            making = _Making(_Documents(bundle, self._read), bundle.live, self._compiled)
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


class _Read(Struct, frozen=True, eq=False):
    """A document with its expressions compiled (nothing, where it is too faulty), and what is wrong with it."""

    loaded: Loaded
    typed: Typed | None
    errors: list[Diagnostic]

    @property
    def size(self) -> int:
        """Bytes of the document."""
        return len(self.loaded.content)


class _Documents(Mapping[Key, tuple[Loaded, RuleDocument | None]]):
    """The documents of a bundle, each read when it is looked up; `used` are those, by digest."""

    def __init__(self, bundle: Bundle, shelf: Shelf[_Read]) -> None:
        self.published = {(one.name, one.version): one for one in bundle.versions}
        self.used: dict[str, _Read] = {}
        self._shelf = shelf

    def __getitem__(self, key: Key) -> tuple[Loaded, RuleDocument | None]:
        loaded = self.read(key).loaded
        return loaded, loaded.document

    def __iter__(self) -> Iterator[Key]:
        return iter(self.published)

    def __len__(self) -> int:
        return len(self.published)

    def read(self, key: Key) -> _Read:
        """One of them, with its expressions."""
        published = self.published[key]
        if published.digest not in self.used:
            self.used[published.digest] = self._shelf.get(published.digest, lambda: _read(published.content))
        return self.used[published.digest]


class _Making:
    """Makes versions of one bundle; `compiled` are those, and what they enter, by fingerprint."""

    def __init__(self, documents: _Documents, live: Mapping[str, str], before: Mapping[str, Version]) -> None:
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
        """What a program is made of: the document, and all that it can enter, each by its digest."""
        lines = [self._documents.published[key].digest]
        for member in self._library.members(key):
            entered = self._library.entered(member).items()
            lines.append(self._documents.published[member].digest)
            lines += [f"{one.rule} {one.version} {other}" for one, other in entered]
        return sha256("\n".join(lines).encode()).hexdigest()

    def _compile(self, key: Key) -> Version:
        read = self._documents.read(key)
        loaded, typed, document = read.loaded, read.typed, read.loaded.document
        errors = [*read.errors]
        if isinstance(document, TreeDocument):
            errors += _errors(self._library.findings(key, loaded, document))
        if errors or typed is None or document is None:
            raise RuleRejectedError([structs.replace(one, file=f"{key[0]}/{key[1]}.yaml") for one in errors])
        enters: dict[RuleReference, TreeProgram] = {}
        for reference, entered in self._library.references(key).items():
            program = self.version(entered).program
            if isinstance(program, TreeProgram):  # which it is, or there was an error
                enters[reference] = program
        return Version(loaded, document, build(typed, document, enters))


def _weight(made: Version | str) -> int:
    """Bytes of a document, or characters of the reason why it can't be used."""
    return len(made) if isinstance(made, str) else len(made.loaded.content)


def _read(content: bytes) -> _Read:
    loaded = load(content)
    if loaded.document is None:
        return _Read(loaded, None, _errors(loaded.diagnostics))
    typed = type_rule(loaded, loaded.document)
    return _Read(loaded, typed, _errors([*loaded.diagnostics, *typed.diagnostics]))


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in diagnostics if one.severity == "error"]
