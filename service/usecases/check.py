"""Check rule files: everything that is wrong with them at once, and the revision that they make when nothing is.

The order is that of a reader: text and form, names and types, the graph, how rules enter each other, the cases. What
takes time and other libraries (units, proofs, a witness for every path) is left to a scrutiny, if there is one: it
looks at documents that are sound so far, before their cases run.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Protocol

from msgspec import Struct

from service.analysis.meaning import AnyMeaning
from service.analysis.unread import unread
from service.engine.engine import Engine
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.catalog import CatalogDocument
from service.model.examination import CaseResult, Examination
from service.model.files import Key, RuleFiles
from service.model.places import by_place, failed
from service.usecases.assembly import Assembly
from service.usecases.cases import disagreements, failures, run_cases, run_sound_cases
from service.usecases.documents import Tell, nobody
from service.usecases.revision import Revision, Version, revision
from service.usecases.survey import Survey


class Report(Struct, frozen=True):
    """What a check found: diagnostics by place, the results of the cases by file, and the revision if there is one.

    `entered_by` names, for each moved rule, the live rules that enter it; `examined` are those
    documents that were checked.
    """

    diagnostics: list[Diagnostic]
    cases: dict[str, list[CaseResult]]
    revision: Revision | None
    entered_by: dict[str, list[str]]
    examined: frozenset[Key]

    @property
    def examination(self) -> Examination:
        """What it found, without the revision."""
        return Examination(
            diagnostics=self.diagnostics, cases=self.cases, entered_by=self.entered_by, examined=self.examined
        )


class Scrutiny(Protocol):
    """A closer look at a document that is sound so far."""

    def findings(self, typed: Typed, meaning: AnyMeaning) -> Iterator[Diagnostic]:
        """What is wrong with it."""
        ...

    def witnesses(self, meaning: AnyMeaning) -> Iterable[Mapping[str, Any]]:
        """Inputs for each of its paths, about which engine and reference must agree."""
        ...


def check_files(
    files: RuleFiles,
    only: Set[Key] | None = None,
    *,
    moved: Set[str] = frozenset(),
    scrutiny: Scrutiny | None = None,
    tell: Tell = nobody,
) -> Report:
    """Check documents together, since rules enter each other: all, or `only` those of these names and versions.

    Of others only those are read that the checked ones enter, and their errors are told. The live versions that enter
    one of the `moved` rules are checked as well. A revision is made only of all documents.
    """
    survey = Survey(files, only, moved, tell)
    survey.look_at_cases()
    return _report(survey, _Trial(survey, scrutiny), tell)


def read_files(files: RuleFiles) -> Report:
    """Check all documents together but for their cases, which take most of the time: they run where they are tried."""
    survey = Survey(files, None, frozenset(), nobody)
    return _report(survey, _Trial(survey, None, cases=False), nobody)


def _report(survey: Survey, trial: "_Trial", tell: Tell) -> Report:
    for key in survey.keys:
        tell(survey.file(key))
        survey.note(key, [*trial.findings(key)])
    diagnostics = sorted(survey.diagnostics(), key=by_place)
    sound = survey.whole and not failed(diagnostics)
    revision = trial.revision() if sound else None
    return Report(diagnostics, trial.results, revision, survey.entered_by, frozenset(survey.keys))


class _Trial:
    """Documents that run; `results` are those of their cases, by file."""

    def __init__(self, survey: Survey, scrutiny: Scrutiny | None, *, cases: bool = True) -> None:
        self._survey = survey
        self._runs_cases = cases
        self._scrutiny = scrutiny
        self._doubts = survey.doubts()
        self._assembly = Assembly(survey.typed, survey.library, survey.faulty, self._doubts)
        self._engine = Engine(memo_size=0)
        self.results: dict[str, list[CaseResult]] = {}

    def findings(self, key: Key) -> Iterator[Diagnostic]:
        """What shows when a document runs, and what its scrutiny says."""
        if key not in self._survey.typed:
            return
        found = [*self._looked_at(key)]
        ran = self.results[self._survey.file(key)] = [*self._cases(key)]
        found += failures(self._survey.loaded(key), ran)
        yield from found
        program = self._assembly.program(key)
        if program is not None and self._scrutiny is not None and not failed(found):
            meaning = self._assembly.meaning(key)
            witnesses = self._scrutiny.witnesses(meaning)
            yield from disagreements(self._survey.loaded(key), program, meaning, witnesses, self._engine)

    def revision(self) -> Revision:
        """The revision of all documents, which are sound."""
        programs = ((key, self._assembly.program(key)) for key in self._survey.typed)
        ready = ((*self._survey.typed[key], program) for key, program in programs if program is not None)
        versions = [Version(typed.loaded, document, program) for typed, document, program in ready]
        return revision(versions, self._survey.live.versions)

    def _looked_at(self, key: Key) -> Iterator[Diagnostic]:
        if self._assembly.program(key) is None:
            return
        typed, meaning = self._survey.typed[key][0], self._assembly.meaning(key)
        yield from unread(typed, meaning)
        if self._scrutiny is not None:
            yield from self._scrutiny.findings(typed, meaning)

    def _cases(self, key: Key) -> Iterator[CaseResult]:
        """The cases as they ran; of a faulty document those that keep to its sound parts."""
        typed, document = self._survey.typed[key]
        if isinstance(document, CatalogDocument) or not self._runs_cases:
            return
        program = self._assembly.program(key)
        if program is not None:
            yield from run_cases(document, program, self._assembly.meaning(key), self._engine)
        elif self._survey.library.ends(key):
            places = (typed.loaded.written(("cases", index))[1] for index in range(len(document.cases)))
            sound = [index for index, place in enumerate(places) if place not in self._doubts[key].cases]
            yield from run_sound_cases(document, self._assembly.meaning(key), sound)
