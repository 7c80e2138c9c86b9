"""Examine rule files as at publishing: a check, with units, proofs and a witness for every path.

Only the child that examines documents imports this module: it brings the solver and the units along.
"""

from collections.abc import Iterator, Mapping, Set
from time import monotonic
from typing import Any, Final, assert_never

from service.analysis.budget import Budget
from service.analysis.meaning import AnyMeaning, CatalogMeaning, Meaning, SelectionMeaning
from service.analysis.proofs import proofs, witnesses
from service.analysis.selection_units import catalog_units, selection_units
from service.analysis.units import units
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.places import failed
from service.model.selection import SelectionDocument
from service.usecases.check import check_files
from service.usecases.documents import Tell, nobody

SECONDS: Final = 30.0
"""Time for the proofs of all documents together, unless another is given."""


class Proving:
    """The scrutiny of a publication: each document has the same effort for its proofs, all of them share the time."""

    def __init__(self, seconds: float) -> None:
        """Begin now."""
        self._end = monotonic() + seconds
        self._budget = Budget(seconds=seconds)

    def findings(self, typed: Typed, meaning: AnyMeaning) -> Iterator[Diagnostic]:
        """Units first: nothing is proved of a formula that adds hours to seconds. Of selections nothing is proved."""
        self._budget = Budget(seconds=max(self._end - monotonic(), 0.0))
        match meaning:
            case Meaning():
                found = [*units(typed, meaning.document)]
                yield from found
                if not failed(found):
                    yield from proofs(typed, meaning, self._budget)
            case SelectionMeaning():
                yield from selection_units(meaning)
            case CatalogMeaning(document=document):
                yield from catalog_units(typed.loaded, document)
            case unreachable:
                assert_never(unreachable)

    def witnesses(self, meaning: AnyMeaning) -> Iterator[Mapping[str, Any]]:
        """The inputs of every path for which there are some, within what the proofs have left of the budget.

        For a selection, those of its cases with one left out.
        """
        match meaning:
            case Meaning():
                yield from (one.inputs for one in witnesses(meaning, self._budget))
            case SelectionMeaning(document=document):
                yield from _with_one_left_out(document)
            case CatalogMeaning():
                return
            case unreachable:
                assert_never(unreachable)


def examine_files(
    files: RuleFiles,
    only: Set[Key] | None = None,
    *,
    moved: Set[str] = frozenset(),
    seconds: float = SECONDS,
    tell: Tell = nobody,
) -> Examination:
    """All that can be found out about documents; arguments as for `check_files`, and the time for all proofs."""
    return check_files(files, only, moved=moved, scrutiny=Proving(seconds), tell=tell).examination


def _with_one_left_out(document: SelectionDocument) -> Iterator[Mapping[str, Any]]:
    for case in document.cases:
        for name in case.given:
            yield {other: value for other, value in case.given.items() if other != name}
