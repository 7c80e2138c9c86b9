"""The documents of a check, by name and version: each is read when it is first looked at."""

from collections.abc import Callable, Iterator, Mapping

from service.language.cel import Environment
from service.language.choosing import Tables, type_selection
from service.language.typed import Typed, type_rule
from service.model.catalog import CatalogDocument
from service.model.files import Key, key_of
from service.model.loading import Loaded, load
from service.model.rule import RuleDocument
from service.model.selection import SelectionDocument

Tell = Callable[[str], None]
"""Is told each file that a check turns to, so that somebody knows where it was should it not come back."""


def nobody(_: str) -> None:
    """Need not be told."""


class Documents(Mapping[Key, tuple[Loaded, RuleDocument | None]]):
    """A document is known by the name and version that its place says, as long as nothing else is certain."""

    def __init__(self, contents: Mapping[str, bytes], tell: Tell) -> None:
        """Read nothing yet; contents are by file, and `tell` is told each file before it is read."""
        self.files = {key_of(file): file for file in contents}
        self._contents = contents
        self._tell = tell
        self._read: dict[Key, Loaded] = {}
        self._typed: dict[Key, tuple[Typed, RuleDocument]] = {}

    def __getitem__(self, key: Key) -> tuple[Loaded, RuleDocument | None]:
        if key not in self._read:
            file = self.files[key]
            self._tell(file)
            self._read[key] = load(self._contents[file])
        return self._read[key], self._read[key].document

    def __contains__(self, key: object) -> bool:
        return key in self.files

    def __iter__(self) -> Iterator[Key]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def typed(self, key: Key, tables: Tables) -> tuple[Typed, RuleDocument] | None:
        """A document with its expressions compiled; nothing if too little of it is sound.

        `tables` are the catalogs that it reads.
        """
        loaded, document = self[key]
        if document is not None and key not in self._typed:
            self._typed[key] = type_document(loaded, document, tables), document
        return self._typed.get(key)


def type_document(loaded: Loaded, document: RuleDocument, tables: Tables) -> Typed:
    """A document of any kind with its expressions compiled; `tables` are the catalogs that a selection reads."""
    match document:
        case CatalogDocument():
            return Typed(loaded, {}, {}, Environment({}), [])
        case SelectionDocument():
            return type_selection(loaded, document, tables)
        case _:
            return type_rule(loaded, document)
