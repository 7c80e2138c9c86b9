"""Check rule files: everything that is wrong with all of them at once, and the revision that they make when nothing is.

The order is that of a reader: text and form, names and types, the graph, how rules enter each other, the cases. Checks
of units and proofs stand between the graph and the cases once they exist.
"""

from collections.abc import Iterator

from msgspec import Struct, structs

from service.analysis.cases import cases
from service.analysis.choices import choices
from service.analysis.composition import Key, Library
from service.analysis.declarations import declarations
from service.analysis.facts import facts
from service.analysis.graph import graph
from service.analysis.messages import messages
from service.engine.engine import Engine
from service.errors import Diagnostic
from service.language.typed import Typed, type_rule
from service.model.advice import AdviceDocument
from service.model.files import LiveVersions, RuleFiles, live_fault, read_live
from service.model.loading import Loaded, load
from service.model.places import by_place, failed
from service.model.rule import RuleDocument
from service.model.tree import TreeDocument
from service.usecases.assembly import Assembly
from service.usecases.cases import CaseResult, run_cases, run_sound_cases
from service.usecases.revision import Revision, Version, revision


class Report(Struct, frozen=True):
    """What a check found: diagnostics by place, the results of the cases by file, and the revision if there is one."""

    diagnostics: list[Diagnostic]
    cases: dict[str, list[CaseResult]]
    revision: Revision | None


def check_files(files: RuleFiles) -> Report:
    """Check all documents together, since rules enter each other."""
    return _Check(files).report()


class _Check:
    def __init__(self, files: RuleFiles) -> None:
        self._live = read_live(files.live)
        self._loaded = {file: load(content) for file, content in files.documents.items()}
        self._typed: dict[str, tuple[Typed, RuleDocument]] = {
            file: (type_rule(loaded, loaded.document), loaded.document)
            for file, loaded in self._loaded.items()
            if loaded.document is not None
        }
        documents = {_key(document): (typed.loaded, document) for typed, document in self._typed.values()}
        self._library = Library(documents, self._live.versions)
        self._engine = Engine(memo_size=0)

    def report(self) -> Report:
        found = {file: [*loaded.diagnostics, *self._findings(file)] for file, loaded in self._loaded.items()}
        faulty = {_key(document) for file, (_, document) in self._typed.items() if failed(found[file])}
        assembly = Assembly({_key(one[1]): one for one in self._typed.values()}, self._library, faulty)
        results = {file: list(self._cases(document, assembly)) for file, (_, document) in self._typed.items()}
        for file, ran in results.items():
            found[file].extend(_failures(self._loaded[file], ran))
        diagnostics = [structs.replace(one, file=file) for file, some in found.items() for one in some]
        diagnostics += [*self._live.diagnostics, *_live_findings(self._live, self._typed)]
        sound = not failed(diagnostics)
        return Report(sorted(diagnostics, key=by_place), results, self._revision(assembly) if sound else None)

    def _findings(self, file: str) -> Iterator[Diagnostic]:
        """What is wrong with one document beyond its form, without running it."""
        if file not in self._typed:
            return
        typed, document = self._typed[file]
        yield from _misplaced(typed.loaded, document, file)
        yield from typed.diagnostics
        yield from declarations(typed.loaded, document)
        yield from messages(typed, document)
        yield from choices(typed, document.inputs)
        if isinstance(document, AdviceDocument):
            yield from facts(typed.loaded, document)
        if isinstance(document, TreeDocument):
            yield from graph(typed.loaded, document)
            yield from self._library.findings(typed.loaded, document)
        key = _key(document)
        yield from cases(typed.loaded, document, self._library.family(key), self._library.inputs(key))

    def _cases(self, document: RuleDocument, assembly: Assembly) -> Iterator[CaseResult]:
        key = _key(document)
        program = assembly.program(key)
        if program is not None:
            yield from run_cases(document, program, assembly.meaning(key), self._engine)
        elif not self._library.goes_round(key):
            yield from run_sound_cases(document, assembly.meaning(key))

    def _revision(self, assembly: Assembly) -> Revision:
        versions = []
        for typed, document in self._typed.values():
            program = assembly.program(_key(document))
            if program is not None:
                versions.append(Version(typed.loaded, document, program))
        return revision(versions, self._live.versions)


def _key(document: RuleDocument) -> Key:
    return document.name, document.version


def _misplaced(loaded: Loaded, document: RuleDocument, file: str) -> Iterator[Diagnostic]:
    wanted = f"{document.name}/{document.version}.yaml"
    named = ("name",) not in loaded.pruned and ("version",) not in loaded.pruned
    if named and loaded.declares("name") and loaded.declares("version") and file != wanted:
        yield loaded.at(("name",), "misplaced", f"this document belongs at `{wanted}`")


def _failures(loaded: Loaded, ran: list[CaseResult]) -> Iterator[Diagnostic]:
    for result in ran:
        for fault in result.faults:
            yield loaded.at(("cases", result.index), "case-failed", f"case `{result.case.name}`: {fault}")


def _live_findings(live: LiveVersions, typed: dict[str, tuple[Typed, RuleDocument]]) -> Iterator[Diagnostic]:
    versions: dict[str, list[str]] = {}
    for _, document in typed.values():
        versions.setdefault(document.name, []).append(document.version)
    for name, version in live.versions.items():
        if name not in versions:
            yield live_fault(live, name, "unknown-rule", f"there is no rule `{name}` in this directory")
        elif version not in versions[name]:
            known = ", ".join(f"`{one}`" for one in versions[name])
            yield live_fault(live, name, "unknown-version", f"`{name}` has no version `{version}`; it has {known}")
