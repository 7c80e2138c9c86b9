"""`gpu-rules diff`: what changes between two versions of a rule."""

from collections.abc import Sequence
from typing import Any

import click

from service.cli.desk.opening import at_desk
from service.cli.drafts import read_candidate
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.words import as_words, value_in_words
from service.model.difference import ChangedLine, ChangedRow, Difference, Turn

BELOW = epilog(
    "gpu-rules diff training-gpu 1.0.0 1.1.0",
    "gpu-rules diff training-gpu 1.0.0 rules/training-gpu/1.1.0.yaml",
    "gpu-rules diff training-gpu 1.0.0 draft.yaml --equal",
    no="a version can't be compared, or '--equal' was asked for and is not proved",
    unreachable=True,
)
VERDICTS = {
    "equal": "proved equal: no question is answered differently",
    "different": "different: some questions are answered differently",
    "not-proved": "not proved: nothing different was found, but not everything could be proved",
}
STYLES = {"equal": "bold green", "different": "bold yellow", "not-proved": "bold yellow", "-": "red", "+": "green"}


@click.command(epilog=BELOW)
@click.argument("rule")
@click.argument("pair", metavar="A B", nargs=2)
@click.option("--equal", is_flag=True, help="End with 1 unless the two are proved equal.")
@server_option
@json_option("the difference")
@click.pass_context
def diff(ctx: click.Context, /, rule: str, pair: tuple[str, str], *, equal: bool, as_json: bool) -> None:
    """Show what changes between two versions.

    A is a version of RULE, and B is one or a file. After the changed lines, each change of an answer has an
    example: inputs that can be put behind 'gpu-rules decide'. That nothing changes is said only when it is proved.
    Without a server, versions are looked for in the directory of rules, and then in the store here.
    """
    old, new = pair
    candidate, drafts = read_candidate(rule, new)
    with at_desk(ctx) as desk, drafts.named():
        difference = desk.compare(rule, old, candidate)
    if as_json:
        print_json(difference)
    else:
        _show(difference, Page())
    ctx.exit(Code.NO if equal and difference.verdict != "equal" else Code.DONE)


def _show(difference: Difference, page: Page) -> None:
    words = "different: the catalogs do not say the same" if difference.rows else VERDICTS[difference.verdict]
    page.line(words, style=STYLES[difference.verdict])
    if difference.lines:
        page.section("Changed lines")
        _lines(difference.lines, page)
    if difference.turns:
        page.section("Changed answers")
        page.table(("before", "after", "for example"), map(_turn, difference.turns))
    if difference.rows:
        page.section("Changed rows")
        page.items(map(_row, difference.rows))
    if difference.outcomes:
        page.section("Columns that are declared otherwise" if difference.rows else "Outcomes that say something else")
        page.items(difference.outcomes)
    if difference.not_proved:
        page.section("Not proved")
        page.items(difference.not_proved)


def _lines(lines: Sequence[ChangedLine], page: Page) -> None:
    width = len(str(max(one.line for one in lines)))
    for one in lines:
        page.code(f"  {one.sign} {one.line:>{width}}  {one.text}", style=STYLES[one.sign])


def _row(row: ChangedRow) -> str:
    cells = (f"{one.column} {_cell(one.before)} -> {_cell(one.after)}" for one in row.cells)
    return f"{row.change} {row.key}" + (f": {', '.join(cells)}" if row.cells else "")


def _cell(value: Any) -> str:
    return "unknown" if value is None else value_in_words(value)


def _turn(turn: Turn) -> tuple[str, str, str]:
    return turn.before, turn.after, as_words(turn.witness)
