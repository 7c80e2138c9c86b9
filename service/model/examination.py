"""What an examination of rule files found."""

from msgspec import Struct

from service.errors import Diagnostic
from service.model.document import Case
from service.model.files import Key


class CaseResult(Struct, frozen=True):
    """How one case went: nothing in `faults` means that it passed."""

    index: int
    case: Case
    faults: list[str]


class Examination(Struct, frozen=True, kw_only=True):
    """Diagnostics by place, and the results of the cases by file.

    `entered_by` names, for each rule whose live version was to change, the live rules that enter it. `examined` are the
    documents that were looked at: of one that is not among them, nothing is known.
    """

    diagnostics: list[Diagnostic]
    cases: dict[str, list[CaseResult]]
    entered_by: dict[str, list[str]] = {}
    examined: frozenset[Key] = frozenset()


class Checked(Struct, frozen=True, kw_only=True):
    """What was found in a document; it `passed` if there is no error."""

    passed: bool
    diagnostics: list[Diagnostic]
