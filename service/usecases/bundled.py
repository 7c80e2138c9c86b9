"""The documents of a bundle, each read when it is looked up."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.files import Key
from service.model.loading import Loaded, load
from service.model.publication import Bundle
from service.model.rule import RuleDocument
from service.model.selection import SelectionDocument
from service.usecases.documents import type_document
from service.usecases.shelf import Shelf


class Read(Struct, frozen=True, eq=False):
    """A document with its expressions compiled, and what is wrong with it.

    Nothing is compiled of one that is too faulty, or of a selection, which depends on the catalogs that it reads.
    """

    loaded: Loaded
    typed: Typed | None
    errors: list[Diagnostic]

    @property
    def size(self) -> int:
        """Bytes of the document."""
        return len(self.loaded.content)


class BundledDocuments(Mapping[Key, tuple[Loaded, RuleDocument | None]]):
    """The documents of a bundle, each read when it is looked up; `used` are those, by digest."""

    def __init__(self, bundle: Bundle, shelf: Shelf[Read]) -> None:
        """What has been read of other bundles is on the shelf."""
        self.published = {(one.name, one.version): one for one in bundle.versions}
        self.used: dict[str, Read] = {}
        self._shelf = shelf

    def __getitem__(self, key: Key) -> tuple[Loaded, RuleDocument | None]:
        loaded = self.read(key).loaded
        return loaded, loaded.document

    def __iter__(self) -> Iterator[Key]:
        return iter(self.published)

    def __len__(self) -> int:
        return len(self.published)

    def read(self, key: Key) -> Read:
        """One of them, with its expressions."""
        published = self.published[key]
        if published.digest not in self.used:
            self.used[published.digest] = self._shelf.get(published.digest, lambda: _read(published.content))
        return self.used[published.digest]


def _read(content: bytes) -> Read:
    loaded = load(content)
    if loaded.document is None:
        return Read(loaded, None, errors_of(loaded.diagnostics))
    if isinstance(loaded.document, SelectionDocument):
        return Read(loaded, None, errors_of(loaded.diagnostics))
    typed = type_document(loaded, loaded.document, {})
    return Read(loaded, typed, errors_of([*loaded.diagnostics, *typed.diagnostics]))


def errors_of(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that keep a document from being used."""
    return [one for one in diagnostics if one.severity == "error"]
