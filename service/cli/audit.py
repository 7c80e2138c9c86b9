"""`gpu-rules audit`: who changed what, when, and why."""

import click

from service.cli.desk.opening import at_desk
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.words import moment
from service.model.publication import Event

BELOW = epilog("gpu-rules audit", "gpu-rules audit training-gpu --limit 5 --json", unreachable=True)
HEADS = ("time", "what", "rule or token", "version", "before", "who", "why")


@click.command(epilog=BELOW)
@click.argument("rule", required=False)
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="List at most so many.")
@server_option
@json_option("the events")
@click.pass_context
def audit(ctx: click.Context, /, rule: str | None, *, limit: int, as_json: bool) -> None:
    """List who changed what, the newest first.

    These are the changes of RULE, or of all rules and tokens. A service wants a token in GPU_RULES_TOKEN, whatever
    its scopes.
    """
    with at_desk(ctx) as desk:
        events = desk.audit(rule, before=None, limit=limit)
    if as_json:
        print_json(events)
    elif events:
        Page().table(HEADS, map(_row, events))
    else:
        Page(stderr=True).line("no change is in the log")


def _row(one: Event) -> tuple[str, ...]:
    return moment(one.at), one.action, one.rule, one.version or "", one.previous or "", one.who, one.why
