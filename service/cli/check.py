"""`gpu-rules check`: everything that is wrong with rule files."""

from pathlib import Path

import click

from service.cli.checked import checked, note_elsewhere
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.findings import Findings, annotation
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.tools import Tools

FORMAT_HELP = "One finding per line, one JSON object, or annotations of GitHub Actions."

BELOW = epilog(
    "gpu-rules check",
    "gpu-rules check rules/training-gpu draft.yaml",
    "gpu-rules check --format github rules",
    no="there are errors (warnings alone end with 0)",
)


@click.command(epilog=BELOW)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help=FORMAT_HELP)
@json_option("the findings")
@click.pass_context
def check(ctx: click.Context, paths: tuple[Path, ...], form: str, as_json: bool) -> None:
    """Check rule files: their form, names, types, units, graphs and cases, and what can be proved about them.

    Each PATH is a directory of rules, a part of one, a file, or a directory of files; without one, the rules that the
    service would serve are checked. A file that lies in no directory of rules is checked as if it lay there, so
    that it can go on with the rules there. Findings go to standard output as 'file:line: code: message', and the
    summary to standard error. rules/README.md explains each code.

    Files are read in a process of their own, which may take GPU_RULES_CHECK_SECONDS of time and
    GPU_RULES_CHECK_MEMORY_MB of memory.
    """
    tools: Tools = ctx.obj
    found = checked(paths, tools)
    findings = Findings.of(found.diagnostics, len(found.files))
    _print(findings, "json" if as_json else form)
    note_elsewhere(found)
    ctx.exit(Code.NO if findings.errors else Code.DONE)


def _print(findings: Findings, form: str) -> None:
    if form == "json":
        print_json(findings)
        return
    page = Page()
    for one in findings.diagnostics:
        if form == "github":
            click.echo(annotation(one))
        else:
            page.line(str(one), style="red" if one.severity == "error" else "yellow")
    Page(stderr=True).line(str(findings), style="bold")
