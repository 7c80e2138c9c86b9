"""The files on a command line, checked: what was found in them, each named as the user named it."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from service.cli.desk.here import Here
from service.cli.page import Page
from service.cli.targets import Target, targets
from service.cli.tools import Tools
from service.errors import Diagnostic
from service.model.examination import CaseResult, Examination
from service.model.places import by_place


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


def checked(paths: Sequence[Path], tools: Tools) -> Checked:
    """Check the files that the paths mean, together with those that they go on with, in a process of its own.

    Raises:
        UsageError: a path holds no rule files.
        SettingsError: a directory can't be read.
        SandboxError: no process can be started for it.
    """
    whole = Checked([], [], [], [])
    every = [*targets(paths, tools.rules_dir)]
    with Here(tools) as here, Page(stderr=True).progress("checking") as advance:
        for number, target in enumerate(every):
            advance(number, len(every))
            _add(whole, target, here.run(here.examiner.examine(target.files, target.only)))
    whole.diagnostics.sort(key=by_place)
    return whole


def _add(whole: Checked, target: Target, found: Examination) -> None:
    """What was found in one target, under the names of the user."""
    names = {**target.names, **target.strays}
    for one in found.diagnostics:
        if one.file in names:
            whole.diagnostics.append(structs.replace(one, file=names[one.file]))
        elif one.severity == "error":
            other = structs.replace(one, file=str(target.root / one.file))
            whole.elsewhere.extend([other] if other not in whole.elsewhere else [])
    for key, name in target.names.items():
        whole.cases.extend((name, result) for result in found.cases.get(key, ()))
    whole.files.extend(target.names.values())


def note_elsewhere(found: Checked) -> None:
    """Say that files which were not asked for have errors; a rule that enters one of them could not be run."""
    if found.elsewhere:
        note = f"other files that belong to these have errors too, the first at {found.elsewhere[0]}"
        Page(stderr=True).line(note, mark="note: ")
