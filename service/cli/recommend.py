"""`gpu-rules recommend`: the machines for what a rule decides."""

from collections.abc import Sequence
from typing import Any, Final

import click
from msgspec import json

from service.cli.answer import show
from service.cli.chosen import show_rejected
from service.cli.desk.opening import at_desk
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.options import format_option, one_form, server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import read_texts, version_option
from service.cli.words import value_in_words
from service.model.decision import Candidate, Chosen
from service.model.recommendation import Recommendation, sent
from service.representations.forms import FORMS, represent

BELOW = epilog(
    "gpu-rules recommend training-gpu model=other latency_critical=false vms=2 gpus=16 number_format=bf16"
    " consumption=on_demand",
    "gpu-rules recommend choose-gpu --version 2.0.0 workload=training model=large-transformer number_format=bf16"
    " memory.parameters=7e10",
    "gpu-rules recommend training-gpu model=small vms=1 gpus=4 consumption=spot --format gcloud",
    no="no machine meets all constraints, an input is still needed, or the question is refused",
    unreachable=True,
)
_COLUMNS: Final = 6
"""Fields that fit on a line."""
selection_option = click.option("--selection", metavar="RULE", help="The selection that chooses, if several are live.")


@click.command(epilog=BELOW)
@click.argument("rule")
@click.argument("texts", metavar="[KEY=VALUE]...", nargs=-1, callback=read_texts)
@version_option
@selection_option
@format_option
@server_option
@json_option("the recommendation, or the problem,")
@click.pass_context
def recommend(
    ctx: click.Context,
    /,
    rule: str,
    texts: dict[str, str],
    *,
    form: str | None,
    as_json: bool,
    **chosen: str | None,
) -> None:
    """Find the machines for what RULE decides.

    KEY=VALUE is an input of the rule or a constraint on machines; where both have one name, one value serves both.
    Inputs of a formula that estimates a constraint are named with it, such as memory.parameters=7e10.
    """
    one_form(form, as_json=as_json)
    with at_desk(ctx) as desk:
        found = desk.recommend(rule, texts, **chosen)
    if form is not None:
        click.echo(represent(found, FORMS[form]), nl=False)
    elif as_json:
        print_json(json.encode(sent(found)))
    else:
        _show(found, Page())
    ctx.exit(Code.DONE if found.status == "recommended" else Code.NO)


def _show(found: Recommendation, page: Page) -> None:
    show(found.decision, page)
    if found.status == "needs-input":
        return
    for one in found.estimates:
        page.section(f"Estimated by {one.rule.name} {one.rule.version}")
        page.pairs((name, value_in_words(value, one.units.get(name))) for name, value in one.values.items())
        page.items(caveat.text for caveat in one.caveats)
    page.section(f"Machines, chosen by {found.selection.name} {found.selection.version}")
    if found.candidates:
        _candidates(found.candidates, page)
    show_rejected(Chosen(candidates=found.candidates, rejected=found.rejected, relax=found.relax), page)
    if found.caveats:
        page.section("Keep in mind")
        page.items(one.text for one in found.caveats)


def _candidates(candidates: Sequence[Candidate], page: Page) -> None:
    """What tells most in a table: a selection names its first fields first; then why, one by one."""
    names = [*candidates[0].fields][:_COLUMNS]
    page.table(
        ("", *names),
        [(f"{one.rank}.", *(_cell(one.fields.get(name)) for name in names)) for one in candidates],
    )
    page.section("Why these, in this order")
    for one in candidates:
        page.line(one.key, mark=f"{one.rank}. ", style="bold green", indent=2)
        page.items(one.because, indent=5)
        page.items(one.caveats, mark="! ", indent=5)


def _cell(value: Any) -> str:
    return "unknown" if value is None else value_in_words(value)
