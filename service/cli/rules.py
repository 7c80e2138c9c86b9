"""`gpu-rules rules`: which rules there are, and which versions of them."""

from datetime import datetime

import click

from service.cli.desk.opening import at_desk
from service.cli.desk.port import KeptRule, KeptVersion
from service.cli.epilog import epilog
from service.cli.moves import NONE
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.words import moment, short

BELOW = epilog("gpu-rules rules", "gpu-rules rules training-gpu", "gpu-rules rules --json", unreachable=True)


@click.command(epilog=BELOW)
@click.argument("rule", required=False)
@server_option
@json_option("the list")
@click.pass_context
def rules(ctx: click.Context, /, rule: str | None, *, as_json: bool) -> None:
    """List the rules, or the versions of one.

    Rules come with their live versions, the versions of RULE with who published them and when, the newest first.
    """
    with at_desk(ctx) as desk:
        found = desk.rules() if rule is None else desk.versions(rule)
    if as_json:
        print_json(found)
    elif rule is None:
        Page().table(("rule", "live", "versions"), (_rule(one) for one in found if isinstance(one, KeptRule)))
    else:
        heads = ("version", "live", "published", "by", "last activated", "digest")
        Page().table(heads, (_version(one) for one in found if isinstance(one, KeptVersion)))


def _rule(one: KeptRule) -> tuple[str, ...]:
    return one.name, one.live or NONE, ", ".join(one.versions)


def _version(one: KeptVersion) -> tuple[str, ...]:
    return (
        one.version,
        "live" if one.live else "",
        _moment(one.published),
        one.author,
        _moment(one.activated),
        short(one.digest),
    )


def _moment(at: datetime | None) -> str:
    return moment(at) if at else ""
