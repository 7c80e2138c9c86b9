"""What is wrong with a document beyond its form, and with a directory of them, found without running anything."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from service.analysis.catalogs import as_inputs, catalog
from service.analysis.choices import choices
from service.analysis.composition import Library
from service.analysis.declarations import declarations, listed
from service.analysis.facts import facts
from service.analysis.graph import graph
from service.analysis.messages import messages
from service.analysis.selection_texts import texts
from service.analysis.selections import selection
from service.errors import Diagnostic
from service.language.choosing import Tables
from service.language.typed import Typed
from service.model.advice import AdviceDocument
from service.model.catalog import CatalogDocument
from service.model.files import LIVE, Key, LiveVersions, RuleFiles, key_of, live_fault
from service.model.loading import Loaded
from service.model.rule import ProvableDocument, RuleDocument
from service.model.selection import SelectionDocument
from service.model.tree import TreeDocument


def findings(key: Key, file: str, typed: Typed, document: RuleDocument, library: Library) -> Iterator[Diagnostic]:
    """Its place, names and types, its graph, and how it enters or reads other rules."""
    yield from _misplaced(typed.loaded, document, file)
    yield from typed.diagnostics
    match document:
        case CatalogDocument():
            yield from catalog(typed.loaded, document)
        case SelectionDocument():
            yield from library.catalog_findings(typed.loaded, document)
            yield from _of_selection(typed, document, library.tables(key))
        case _:
            yield from _of_rule(key, typed, document, library)


def _of_rule(key: Key, typed: Typed, document: ProvableDocument, library: Library) -> Iterator[Diagnostic]:
    yield from declarations(typed.loaded, document)
    yield from messages(typed, document)
    yield from choices(typed, document.inputs)
    if isinstance(document, AdviceDocument):
        yield from facts(typed.loaded, document)
    if isinstance(document, TreeDocument):
        yield from graph(typed.loaded, document)
        yield from library.findings(key, typed.loaded, document)


def _of_selection(typed: Typed, document: SelectionDocument, tables: Tables) -> Iterator[Diagnostic]:
    yield from selection(typed, document, tables)
    yield from texts(typed, document)
    columns = {column: one for name, table in tables.items() if table for column, one in as_inputs(name, table).items()}
    yield from choices(typed, {**document.asked, **columns})


def _misplaced(loaded: Loaded, document: RuleDocument, file: str) -> Iterator[Diagnostic]:
    wanted = f"{document.name}/{document.version}.yaml"
    named = ("name",) not in loaded.pruned and ("version",) not in loaded.pruned
    if named and loaded.declares("name") and loaded.declares("version") and file != wanted:
        wrong = "version" if key_of(file)[0] == document.name else "name"
        yield loaded.at((wrong,), "misplaced", f"this document belongs at `{wanted}`")


def directory_findings(files: RuleFiles, live: LiveVersions, library: Library) -> Iterator[Diagnostic]:
    """What is wrong with the choice of the live versions, and what lies beside the documents."""
    yield from live.diagnostics
    for name, version in live.versions.items():
        versions = library.versions.get(name, [])
        if not versions:
            yield live_fault(live, name, "unknown-rule", f"there is no rule `{name}` in this directory")
        elif version not in versions:
            message = f"`{name}` has no version `{version}`; it has {listed(versions)}"
            yield live_fault(live, name, "unknown-version", message)
    for file in files.strays:
        place = f"`<name>/<version>.yaml`, beside `{LIVE}`"
        message = f"nobody reads this file: a rule file lies at {place}; a link has to lead to one"
        yield Diagnostic(code="stray-file", message=message, file=file, severity="warning")


def unlisted(live: LiveVersions, names: Iterable[str]) -> Iterator[Diagnostic]:
    """Rules that no line makes live."""
    for name in sorted({*names} - live.versions.keys()):
        if not live.diagnostics:
            message = f"`{name}` has no line here, so it answers only to those who name its version"
            yield structs.replace(live_fault(live, name, "not-live", message), severity="warning")
