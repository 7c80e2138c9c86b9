"""`gpu-rules sensitivity`: which of the numbers of a question matter."""

from collections.abc import Iterator
from typing import Any

import click

from service.cli.desk.opening import at_desk
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import Question, inputs_option, one_way, texts_argument, version_option
from service.cli.words import value_in_words
from service.model.sensitivity import Effect, Influence, Sensitivity

BELOW = epilog(
    "gpu-rules sensitivity program-goodput tokens_per_second=238300 flops_per_token=3.27773e12 accelerators=6144"
    " peak_flops=2.75e14 --output program_goodput",
    "gpu-rules sensitivity runtime-goodput --inputs job.json --json",
    no="the question is refused",
    unreachable=True,
)
HEADS = ("input", "now", "one more", "one % more", "halved", "doubled")


@click.command(epilog=BELOW)
@click.argument("rule")
@texts_argument
@click.option("--output", metavar="OUTPUT", help="The output that counts; without it, all of them.")
@version_option
@inputs_option
@server_option
@json_option("the effects")
@click.pass_context
def sensitivity(ctx: click.Context, /, output: str | None, *, as_json: bool, **asked: Any) -> None:
    """Show what each number among the inputs of RULE does to its outputs, the greatest effect first.

    For each output, a table says how much it changes for one unit more of the input (its derivative), by how many
    percent for one percent more (its elasticity), and if the input is halved or doubled. Of a column of a list all
    values change in proportion. KEY=VALUE is as in 'gpu-rules decide'.
    """
    question = Question(**asked)
    one_way(question, ctx)
    with at_desk(ctx) as desk:
        found = desk.weigh(question, output)
    if as_json:
        print_json(found)
    else:
        _show(found, Page())


def _show(found: Sensitivity, page: Page) -> None:
    if not found.influences:
        page.line("there is no number among the inputs", style="bold")
        return
    page.line("what each input does, the greatest effect first", style="bold")
    for name, value in found.values.items():
        page.section(f"{name} is {value_in_words(value, found.units[name])}")
        page.table(HEADS, _rows(found, name))
    notes = list(dict.fromkeys(note for one in found.influences for note in _notes(one)))
    if notes:
        page.section("Where there is a dash")
        page.items(notes)


def _rows(found: Sensitivity, output: str) -> Iterator[tuple[str, ...]]:
    for one in found.influences:
        yield from (_row(one, effect) for effect in one.effects if effect.output == output)


def _row(one: Influence, effect: Effect) -> tuple[str, ...]:
    share = "-" if effect.elasticity is None else f"{effect.elasticity:+.4g} %"
    slope = "-" if effect.derivative is None else f"{effect.derivative:+.4g}"
    unit = "" if effect.derivative is None or effect.unit == "1" else f" {effect.unit}"
    now = value_in_words(one.value, one.unit)
    return one.input, now, f"{slope}{unit}", share, _change(effect.halved), _change(effect.doubled)


def _change(change: float | None) -> str:
    return "-" if change is None else f"{change:+.4g}"


def _notes(one: Influence) -> Iterator[str]:
    """Why something is not there."""
    for word, turned in (("halved", one.halved), ("doubled", one.doubled)):
        if turned.message:
            yield f"{one.input} {word}: {turned.message}"
    for effect in one.effects:
        if effect.why:
            yield f"{one.input} for {effect.output}: {effect.why}"
    if not one.value:
        yield f"{one.input} is 0: one percent of it is nothing"
