"""The files on a command line, checked: what was found in them, each named as the user named it."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from service.cli.page import Page
from service.cli.targets import targets
from service.errors import Diagnostic
from service.model.examination import CaseResult
from service.model.places import by_place
from service.usecases.check import check_files


class Checked(Struct, frozen=True):
    """Findings and results of cases in the files that were asked for; `elsewhere` are the errors of the others."""

    files: list[str]
    diagnostics: list[Diagnostic]
    cases: list[tuple[str, CaseResult]]
    elsewhere: list[Diagnostic]

    @property
    def errors(self) -> list[Diagnostic]:
        """The findings that refuse a file."""
        return [one for one in self.diagnostics if one.severity == "error"]


def checked(paths: Sequence[Path], rules_dir: Path) -> Checked:
    """Check the files that the paths mean, together with those that they may go on with.

    Raises:
        UsageError: a path holds no rule files.
        SettingsError: a directory can't be read.
    """
    whole = Checked([], [], [], [])
    for target in targets(paths, rules_dir):
        report = check_files(target.files)
        for one in report.diagnostics:
            if one.file in target.names:
                whole.diagnostics.append(structs.replace(one, file=target.names[one.file]))
            elif one.severity == "error":
                other = structs.replace(one, file=str(target.root / one.file))
                whole.elsewhere.extend([other] if other not in whole.elsewhere else [])
        for key, name in target.names.items():
            whole.cases.extend((name, result) for result in report.cases.get(key, ()))
        whole.files.extend(target.names.values())
    whole.diagnostics.sort(key=by_place)
    return whole


def note_elsewhere(found: Checked) -> None:
    """Say that files which were not asked for have errors; a rule that enters one of them could not be run."""
    if found.elsewhere:
        note = f"other files that belong to these have errors too, the first at {found.elsewhere[0]}"
        Page(stderr=True).line(note, mark="note: ")
