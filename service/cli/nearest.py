"""`gpu-rules nearest`: what would have to be different for another outcome."""

from typing import Any

import click

from service.cli.desk.opening import at_desk
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import Question, inputs_option, one_way, texts_argument, version_option
from service.cli.words import as_words, value_in_words
from service.model.nearest import Nearest

BELOW = epilog(
    "gpu-rules nearest training-gpu l4 model=other vms=6 gpus=16 latency_critical=false",
    "gpu-rules nearest training-gpu t4_l4 --inputs job.json --json",
    no="no inputs lead there, or none were found, or the question is refused",
    unreachable=True,
)
SAID = {
    "reached": "these inputs lead to `{}` already",
    "changed": "to reach `{}`, change",
    "unreachable": "proved: no inputs lead to `{}`",
    "not-proved": "nothing was found that leads to `{}`, and not everything could be proved",
}


@click.command(epilog=BELOW)
@click.argument("rule")
@click.argument("wanted", metavar="OUTCOME")
@texts_argument
@version_option
@inputs_option
@server_option
@json_option("the change")
@click.pass_context
def nearest(ctx: click.Context, /, wanted: str, *, as_json: bool, **asked: Any) -> None:
    """Find the smallest change that leads to OUTCOME.

    That is a change of the fewest inputs of RULE, and among those of the nearest values. KEY=VALUE is as in
    'gpu-rules decide'. The last line is the question that leads there.
    """
    question = Question(**asked)
    one_way(question, ctx)
    with at_desk(ctx) as desk:
        found = desk.nearest(question, wanted)
    if as_json:
        print_json(found)
    else:
        _show(question, found, Page())
    ctx.exit(Code.DONE if found.status in ("reached", "changed") else Code.NO)


def _show(question: Question, found: Nearest, page: Page) -> None:
    page.line(SAID[found.status].format(found.wanted), style="bold green" if found.changes else "bold")
    rows = [(one.input, _given(one.before), value_in_words(one.after)) for one in found.changes]
    if rows:
        page.table(("input", "from", "to"), rows)
        page.section("Then ask")
        page.code(f"  gpu-rules decide {question.rule} {as_words(found.inputs)}")
    if found.not_proved:
        page.section("Not proved")
        page.items(found.not_proved)


def _given(value: Any) -> str:
    return "(not given)" if value is None else value_in_words(value)
