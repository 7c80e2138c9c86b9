"""Check rule files: everything that is wrong with all of them at once, and the revision that they make when nothing is.

The order is that of a reader: text and form, names and types, the graph, how rules enter each other, the cases. Checks
of units and proofs stand between the graph and the cases once they exist.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from msgspec import Struct, structs

from service.analysis.cases import Surroundings, cases
from service.analysis.choices import choices
from service.analysis.composition import Key, Library
from service.analysis.declarations import declarations
from service.analysis.doubt import Doubt, doubt
from service.analysis.facts import facts
from service.analysis.graph import graph
from service.analysis.messages import messages
from service.engine.engine import Engine
from service.errors import Diagnostic
from service.language.typed import Typed, type_rule
from service.model.advice import AdviceDocument
from service.model.examination import CaseResult
from service.model.files import LiveVersions, RuleFiles, live_fault, read_live
from service.model.loading import Loaded, load
from service.model.places import by_place, failed
from service.model.rule import RuleDocument
from service.model.tree import TreeDocument
from service.usecases.assembly import Assembly
from service.usecases.cases import run_cases, run_sound_cases
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
    """A document is known by the name and version that its place says, as long as nothing else is certain."""

    def __init__(self, files: RuleFiles) -> None:
        self._live = read_live(files.live)
        self._files = {_key(file): file for file in files.documents}
        self._loaded = {key: load(files.documents[file]) for key, file in self._files.items()}
        self._typed: dict[Key, tuple[Typed, RuleDocument]] = {
            key: (type_rule(loaded, loaded.document), loaded.document)
            for key, loaded in self._loaded.items()
            if loaded.document is not None
        }
        documents = {key: (typed.loaded, document) for key, (typed, document) in self._typed.items()}
        self._library = Library(documents, self._live.versions, self._loaded.keys() - documents.keys())
        self._engine = Engine(memo_size=0)

    def report(self) -> Report:
        found = {key: [*loaded.diagnostics, *self._findings(key)] for key, loaded in self._loaded.items()}
        doubts = self._doubts(found)
        for key in self._typed:
            found[key].extend(self._about_cases(key, doubts))
        faulty = {key for key, some in found.items() if failed(some)}
        doubts = self._doubts(found)
        assembly = Assembly(self._typed, self._library, faulty, doubts)
        results = {key: list(self._cases(key, assembly, doubts[key])) for key in self._typed}
        for key, ran in results.items():
            found[key].extend(_failures(self._loaded[key], ran))
        diagnostics = [structs.replace(one, file=self._files[key]) for key, some in found.items() for one in some]
        diagnostics += [*self._live.diagnostics, *_live_findings(self._live, self._loaded)]
        ran_by_file = {self._files[key]: ran for key, ran in results.items()}
        sound = not failed(diagnostics)
        return Report(sorted(diagnostics, key=by_place), ran_by_file, self._revision(assembly) if sound else None)

    def _findings(self, key: Key) -> Iterator[Diagnostic]:
        """What is wrong with one document beyond its form, without its cases."""
        if key not in self._typed:
            return
        typed, document = self._typed[key]
        yield from _misplaced(typed.loaded, document, self._files[key])
        yield from typed.diagnostics
        yield from declarations(typed.loaded, document)
        yield from messages(typed, document)
        yield from choices(typed, document.inputs)
        if isinstance(document, AdviceDocument):
            yield from facts(typed.loaded, document)
        if isinstance(document, TreeDocument):
            yield from graph(typed.loaded, document)
            yield from self._library.findings(key, typed.loaded, document)

    def _doubts(self, found: Mapping[Key, list[Diagnostic]]) -> dict[Key, Doubt]:
        return {key: doubt(found[key], typed.expressions.values()) for key, (typed, _) in self._typed.items()}

    def _about_cases(self, key: Key, doubts: Mapping[Key, Doubt]) -> Iterator[Diagnostic]:
        """What is wrong with the cases of one document, without running them."""
        typed, document = self._typed[key]
        members = self._library.members(key)
        beside = doubts[key].beside((doubts[one] for one in members), partial=not self._library.complete(key))
        around = Surroundings([*members.values()], self._library.inputs(key), beside)
        yield from cases(typed.loaded, document, around)

    def _cases(self, key: Key, assembly: Assembly, doubt: Doubt) -> Iterator[CaseResult]:
        """The cases as they ran; of a faulty document those that keep to its sound parts."""
        typed, document = self._typed[key]
        program = assembly.program(key)
        if program is not None:
            yield from run_cases(document, program, assembly.meaning(key), self._engine)
        elif self._library.ends(key):
            places = (typed.loaded.written(("cases", index))[1] for index in range(len(document.cases)))
            sound = [index for index, place in enumerate(places) if place not in doubt.cases]
            yield from run_sound_cases(document, assembly.meaning(key), sound)

    def _revision(self, assembly: Assembly) -> Revision:
        versions = []
        for key, (typed, document) in self._typed.items():
            program = assembly.program(key)
            if program is not None:
                versions.append(Version(typed.loaded, document, program))
        return revision(versions, self._live.versions)


def _key(file: str) -> Key:
    """Name and version by the place of a file; one that lies elsewhere is only itself."""
    match PurePosixPath(file).parts:
        case (name, version):
            return name, version.removesuffix(".yaml")
        case _:
            return file, ""


def _misplaced(loaded: Loaded, document: RuleDocument, file: str) -> Iterator[Diagnostic]:
    wanted = f"{document.name}/{document.version}.yaml"
    named = ("name",) not in loaded.pruned and ("version",) not in loaded.pruned
    if named and loaded.declares("name") and loaded.declares("version") and file != wanted:
        wrong = "version" if _key(file)[0] == document.name else "name"
        yield loaded.at((wrong,), "misplaced", f"this document belongs at `{wanted}`")


def _failures(loaded: Loaded, ran: list[CaseResult]) -> Iterator[Diagnostic]:
    for result in ran:
        if result.faults:
            message = f"case `{result.case.name}`: {'; '.join(result.faults)}"
            yield loaded.at(("cases", result.index), "case-failed", message)


def _live_findings(live: LiveVersions, known: Iterable[Key]) -> Iterator[Diagnostic]:
    for name, version in live.versions.items():
        versions = sorted(one[1] for one in known if one[0] == name)
        if not versions:
            yield live_fault(live, name, "unknown-rule", f"there is no rule `{name}` in this directory")
        elif version not in versions:
            listed = ", ".join(f"`{one}`" for one in versions)
            yield live_fault(live, name, "unknown-version", f"`{name}` has no version `{version}`; it has {listed}")
