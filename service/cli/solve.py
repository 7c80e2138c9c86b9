"""`gpu-rules solve`: which value of an input brings an output to a target."""

from collections.abc import Iterator
from typing import Any

import click
from msgspec import DecodeError, json

from service.cli.desk.opening import at_desk
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import Question, inputs_option, one_way, texts_argument, version_option
from service.cli.words import value_in_words
from service.model.solution import Aim, Limit, Number, Solution

BELOW = epilog(
    "gpu-rules solve program-goodput flops_per_token=3.27773e12 accelerators=6144 peak_flops=2.75e14"
    " --unknown tokens_per_second --target program_goodput=0.5",
    "gpu-rules solve runtime-goodput --inputs job.json --unknown interruptions.since_checkpoint"
    " --target runtime_goodput=0.95",
    no="no value does it, or the question is refused",
    unreachable=True,
)
_MOST = 20
"""Solutions that are shown."""


def read_target(ctx: click.Context, _: click.Parameter, text: str) -> tuple[str, Number | str]:
    """`runtime_goodput=0.95`; a value that is no number is text, such as a duration.

    Raises:
        UsageError: it is not of this form.
    """
    output, equals, value = text.partition("=")
    if not equals or not output or not value:
        raise click.UsageError(f"'{text}' is not of the form 'output=value'", ctx)
    try:
        number = json.decode(value)
    except DecodeError:
        return output, value
    return output, number if isinstance(number, int | float) and not isinstance(number, bool) else value


@click.command(epilog=BELOW)
@click.argument("rule")
@texts_argument
@click.option("--unknown", metavar="INPUT", required=True, help="The input to look for, or a column as LIST.COLUMN.")
@click.option(
    "--target", metavar="OUTPUT=VALUE", required=True, callback=read_target, help="The output, and what it is to be."
)
@version_option
@inputs_option
@server_option
@json_option("the solution")
@click.pass_context
def solve(
    ctx: click.Context, /, unknown: str, target: tuple[str, Number | str], *, as_json: bool, **asked: Any
) -> None:
    """Find the values of an input for which an output of RULE comes to a target.

    KEY=VALUE is as in 'gpu-rules decide'; the unknown is left out. Of a column, each record that leaves it out takes
    the value.
    """
    question = Question(**asked)
    one_way(question, ctx)
    with at_desk(ctx) as desk:
        found = desk.solve(question, Aim(unknown=unknown, output=target[0], value=target[1]))
    if as_json:
        print_json(found)
    else:
        _show(found, Page())
    ctx.exit(Code.DONE if found.status == "solved" else Code.NO)


def _show(found: Solution, page: Page) -> None:
    wanted = f"`{found.target.output}` to {value_in_words(found.target.value, found.target.unit)}"
    if found.value is None:
        page.line(f"no value of `{found.unknown}` brings {wanted}", style="bold")
    elif len(found.solutions) == 1 and not found.stretches:
        value = value_in_words(found.value, found.unit)
        page.line(f"`{found.unknown}` of {value} brings {wanted}", style="bold green")
    else:
        page.line(f"these values of `{found.unknown}` bring {wanted}", style="bold green")
        page.items(_solutions(found))
    if not found.complete:
        page.line("there may be more: not everything could be looked at")
    _nearest(found, page)
    _ranges(found, page)


def _solutions(found: Solution) -> Iterator[str]:
    """Each value, and stretches from end to end."""
    ends = dict(found.stretches)
    for value in found.solutions[:_MOST]:
        yield _span(value, ends[value], found.unit) if value in ends else value_in_words(value, found.unit)
    if len(found.solutions) > _MOST:
        yield f"... and {len(found.solutions) - _MOST} more"


def _nearest(found: Solution, page: Page) -> None:
    rows = [
        (value_in_words(one.value, found.unit), value_in_words(one.output, found.target.unit))
        for one in sorted(found.nearest, key=lambda one: one.value)
    ]
    if rows:
        page.section("Nearest")
        page.table((found.unknown, found.target.output), rows)


def _ranges(found: Solution, page: Page) -> None:
    page.section("Ranges")
    rows = [(found.unknown, f"{_span(*found.searched, found.unit)}, all of which was searched")]
    if found.defined and found.limits:
        parts = ", ".join(_span(*one, found.unit) for one in found.defined[:_MOST])
        rows.append(("", f"the rule answers for {parts}"))
    if found.reachable:
        always = " for all of them" if found.constant else ""
        rows.append((found.target.output, f"{_span(*found.reachable, found.target.unit)}{always}"))
    page.pairs(rows)
    if found.limits:
        page.section("Refused")
        page.items(_refused(one, found.unit) for one in found.limits[:_MOST])


def _refused(limit: Limit, unit: str | None) -> str:
    return f"at {value_in_words(limit.value, unit)}: {limit.message}"


def _span(low: Number, high: Number, unit: str | None) -> str:
    if low == high:
        return value_in_words(low, unit)
    return f"{value_in_words(low)} to {value_in_words(high, unit)}"
