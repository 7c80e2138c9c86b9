"""All that can be seen of rule files without running them."""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import islice

from msgspec import structs

from service.analysis.cases import Surroundings, cases
from service.analysis.composition import Library
from service.analysis.doubt import Doubt, doubt
from service.errors import Diagnostic
from service.language.choosing import ROW
from service.language.typed import Typed
from service.model.catalog import CatalogDocument
from service.model.files import LIVE, Key, RuleFiles, read_live
from service.model.loading import Loaded
from service.model.places import ENOUGH_FINDINGS, failed, shown
from service.model.rule import RuleDocument
from service.usecases.documents import Documents, Tell, nobody
from service.usecases.findings import directory_findings, findings, unlisted


class Survey:
    """`keys` are the documents that are checked, `typed` those that they need; no others are read.

    `entered_by` names the live rules that enter a moved one.
    """

    def __init__(
        self, files: RuleFiles, only: Set[Key] | None, moved: Set[str] = frozenset(), tell: Tell = nobody
    ) -> None:
        """Look at the documents that are named (all, if none are), and at the live ones that enter a `moved` rule.

        `tell` is told each file before it is read.
        """
        self.whole = only is None
        self.live = read_live(files.live)
        self._files = files
        self._documents = Documents(files.documents, tell)
        self.library = Library(self._documents, self.live.versions)
        follows = {key: self.library.follows(key) for key in self.live.versions.items() if moved}
        self.entered_by = {name: [key[0] for key, some in follows.items() if name in some] for name in moved}
        entering = {key for key in follows if self.library.depends(key, moved)}
        self.keys = [key for key in self._documents if only is None or key in only or key in entering]
        members = dict.fromkeys(one for key in self.keys for one in (key, *self.library.members(key)))
        entered = (other for one in members for other in self.library.references(one).values())
        reach = [*members, *(one for one in dict.fromkeys(entered) if one in self._documents and one not in members)]
        typed = ((key, self._documents.typed(key, self.library.tables(key))) for key in reach)
        self.typed: dict[Key, tuple[Typed, RuleDocument]] = {key: one for key, one in typed if one is not None}
        self._found = {key: [*self.loaded(key).diagnostics] for key in reach}
        for key in reach:
            self.note(key, self._findings(key))

    @property
    def faulty(self) -> set[Key]:
        """The documents with errors."""
        return {key for key, some in self._found.items() if failed(some)}

    def look_at_cases(self) -> None:
        """Find what is wrong with the cases of the documents that are checked, without running them."""
        doubts = self.doubts()
        for key in self.keys:
            self.note(key, self._about_cases(key, doubts))

    def loaded(self, key: Key) -> Loaded:
        """A document as it was read."""
        return self._documents[key][0]

    def file(self, key: Key) -> str:
        """The file of a document."""
        return self._documents.files[key]

    def note(self, key: Key, found: Iterable[Diagnostic]) -> None:
        """Keep further findings about a document, as long as there are not enough."""
        self._found[key].extend(islice(found, max(ENOUGH_FINDINGS - len(self._found[key]), 0)))

    def doubts(self) -> Mapping[Key, Doubt]:
        """What the findings so far leave in doubt."""
        return {key: doubt(self._found[key], typed.expressions.values()) for key, (typed, _) in self.typed.items()}

    def diagnostics(self) -> Iterator[Diagnostic]:
        """All findings, each with its file; of documents that are only needed by others the errors."""
        asked = set(self.keys)
        for key, some in self._found.items():
            for one in shown(some):
                if key in asked or one.severity == "error":
                    yield structs.replace(one, file=self.file(key))
        beside = [*directory_findings(self._files, self.live, self.library)]
        if self.whole:
            beside += unlisted(self.live, self._sound_names())
        yield from shown(one for one in beside if one.file == LIVE)
        yield from (one for one in beside if one.file != LIVE)

    def _sound_names(self) -> set[str]:
        """The rules without errors that are not missed by others: who goes on with one that is not live is told so."""
        return {name for name, _ in self.typed.keys() - self.faulty}.difference(*map(self.library.follows, self.typed))

    def _findings(self, key: Key) -> Iterator[Diagnostic]:
        if key in self.typed:
            yield from findings(key, self.file(key), *self.typed[key], self.library)

    def _about_cases(self, key: Key, doubts: Mapping[Key, Doubt]) -> Iterator[Diagnostic]:
        if key in self.typed:
            typed, document = self.typed[key]
            if isinstance(document, CatalogDocument):
                return
            members = self.library.members(key)
            partial = not self.library.complete(key)
            beside = doubts[key].beside((doubts[one] for one in members if one in doubts), partial=partial)
            around = Surroundings([*members.values()], self.library.asked(key), beside, self._rows(key))
            yield from cases(typed.loaded, document, around)

    def _rows(self, key: Key) -> frozenset[str]:
        """The keys of the rows that a selection selects from."""
        table = self.library.tables(key).get(ROW)
        return frozenset(row.key for row in table.rows) if table else frozenset()
