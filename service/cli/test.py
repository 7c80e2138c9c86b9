"""`gpu-rules test`: how the cases of rule files go."""

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from service.cli.checked import Checked, checked, note_elsewhere
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.tools import Tools
from service.cli.words import counted
from service.errors import Diagnostic

BELOW = epilog(
    "gpu-rules test",
    "gpu-rules test rules/training-gpu/1.0.0.yaml --json",
    no="a case failed, or a file has errors",
)


class Result(Struct, frozen=True):
    """How one case went; `faults` says in which ways its answer differs from what it expects."""

    file: str
    case: str
    passed: bool
    faults: Sequence[str]


class Results(Struct, frozen=True):
    """What `--json` prints; `errors` are those of the files beside their failed cases."""

    passed: int
    failed: int
    cases: Sequence[Result]
    errors: Sequence[Diagnostic]

    def __str__(self) -> str:
        """The summary: `2 of 167 cases failed`."""
        cases = counted(len(self.cases), "case")
        return f"{self.failed} of {cases} failed" if self.failed else f"{cases} passed"


@click.command(epilog=BELOW)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True, path_type=Path))
@json_option("the results")
@click.pass_context
def test(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the cases of rule files: the inputs of each case must give the answer that it expects.

    PATH is as in 'gpu-rules check'. Each case is a line of standard output, 'ok' or 'FAILED' with what was expected and
    what was found; the summary goes to standard error. Errors of a file beside its cases count as well, as they
    may keep cases from being run; 'gpu-rules check' names them.
    """
    tools: Tools = ctx.obj
    found = checked(paths, tools)
    results = _results(found)
    if as_json:
        print_json(results)
    else:
        _print(results)
    note_elsewhere(found)
    ctx.exit(Code.NO if results.failed or results.errors else Code.DONE)


def _results(found: Checked) -> Results:
    cases = [Result(file, one.case.name, not one.faults, one.faults) for file, one in found.cases]
    failed = sum(not one.passed for one in cases)
    return Results(len(cases) - failed, failed, cases, [one for one in found.errors if one.code != "case-failed"])


def _print(results: Results) -> None:
    page = Page()
    for one in results.cases:
        words = f"{one.file}: {one.case}"
        if one.passed:
            page.line(words, mark="ok      ", style="green")
        else:
            page.line(f"{words}: {'; '.join(one.faults)}", mark="FAILED  ", style="red")
    summary = Page(stderr=True)
    summary.line(str(results), style="bold")
    for file in dict.fromkeys(one.file for one in results.errors):
        errors = sum(one.file == file for one in results.errors)
        words = f"`{file}` has {counted(errors, 'error')} beside its cases: see `gpu-rules check {file}`"
        summary.line(words, mark="error: ", style="red")
