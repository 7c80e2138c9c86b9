"""`gpu-rules token`: who may change rules over the network."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import get_args

import click
from msgspec import Struct

from service.cli.desk.authors import author
from service.cli.desk.here import Here
from service.cli.ending import Code, Failure, Problem
from service.cli.epilog import epilog
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.tools import Tools
from service.cli.words import moment
from service.model.durations import seconds
from service.model.publication import Scope, Token
from service.usecases.tokens import new_token

NEW_BELOW = epilog(
    "gpu-rules token new --name ci --scope publish --scope activate --expires 90d",
    "GPU_RULES_TOKEN=$(gpu-rules token new --name me --scope activate)",
    no="the name is taken",
    unreachable=True,
)
LIST_BELOW = epilog("gpu-rules token list", "gpu-rules token list --json", unreachable=True)
REVOKE_BELOW = epilog(
    "gpu-rules token revoke ci", no="no token has this name, or it was revoked before", unreachable=True
)
BELOW = epilog(
    "gpu-rules token new --name ci --scope publish",
    "gpu-rules token list",
    no="a name is taken, or is not there",
    unreachable=True,
)
KEEP_IT = (
    "the token is shown this once; put it into GPU_RULES_TOKEN for commands, or send it as `Authorization: Bearer ...`"
)
SCOPE_HELP = "What it allows; can be given several times. 'read' is for records, 'decide' for services that are closed."


class Made(Struct, frozen=True, kw_only=True):
    """What `--json` prints of a new token."""

    token: str
    name: str
    scopes: Sequence[Scope]
    expires: datetime | None


class Listed(Struct, frozen=True, kw_only=True):
    """A token as it is listed: nothing of it helps to guess it."""

    name: str
    scopes: Sequence[Scope]
    state: str
    created: datetime
    expires: datetime | None
    revoked: datetime | None


@click.group(epilog=BELOW)
def token() -> None:
    """Make, list and revoke tokens.

    By a token a caller of a service proves who it is, and what it may do. Tokens are made where the store is, and
    nowhere else: the REST API has no operation for it, so that a token that got into wrong hands can't make others.
    """


def read_expiry(ctx: click.Context, _: click.Parameter, text: str | None) -> datetime | None:
    """The moment that lies a length of time ahead.

    Raises:
        UsageError: the text is none, or leads beyond the calendar.
    """
    if text is None:
        return None
    length = seconds(text)
    if length is None:
        raise click.UsageError(f"'{text}' is no length of time, such as '90d' or '12 h'", ctx)
    try:
        return datetime.now(UTC) + timedelta(seconds=length)
    except OverflowError as error:
        raise click.UsageError(f"'{text}' is too long: leave '--expires' out for ever", ctx) from error


@token.command(epilog=NEW_BELOW)
@click.option("--name", required=True, help="Whose token it is; the audit log names it as the author of changes.")
@click.option("--scope", "scopes", multiple=True, required=True, type=click.Choice(get_args(Scope)), help=SCOPE_HELP)
@click.option(
    "--expires", metavar="TIME", callback=read_expiry, help="How long it is valid, such as 90d; default: for ever."
)
@json_option("the token")
@click.pass_obj
def new(tools: Tools, /, name: str, scopes: Sequence[Scope], *, expires: datetime | None, as_json: bool) -> None:
    """Make a token, and print it.

    Nothing else goes to standard output. The token is shown this once: the store keeps only a hash of it. Works on
    the store here, also where GPU_RULES_SERVER is set.
    """
    kept, text = new_token(name, scopes, datetime.now(UTC), expires)
    with Here(tools) as here:
        here.run(here.store.tokens.add(kept, author()))
        try:
            _print(Made(token=text, name=kept.name, scopes=kept.scopes, expires=kept.expires), as_json=as_json)
        except OSError:
            here.run(here.store.tokens.revoke(kept.name, datetime.now(UTC), author()))  # nobody has seen it
            raise
    Page(stderr=True).line(KEEP_IT, mark="note: ")


@token.command("list", epilog=LIST_BELOW)
@json_option("the tokens")
@click.pass_obj
def list_(tools: Tools, /, *, as_json: bool) -> None:
    """List all tokens that were ever made.

    The newest comes first. What is secret about a token is not shown: nobody has it but its owner.
    """
    now = datetime.now(UTC)
    with Here(tools) as here:
        listed = [_listed(one, now) for one in here.run(here.store.tokens.all())]
    if as_json:
        print_json(listed)
    elif listed:
        Page().table(("name", "scopes", "state", "created", "expires"), map(_row, listed))
    else:
        Page(stderr=True).line("there are no tokens: `gpu-rules token new` makes one")


@token.command(epilog=REVOKE_BELOW)
@click.argument("name")
@json_option("the name")
@click.pass_obj
def revoke(tools: Tools, /, name: str, *, as_json: bool) -> None:
    """Revoke the token NAME.

    Services refuse it from then on. Its name is free for a new one.
    """
    with Here(tools) as here:
        done = here.run(here.store.tokens.revoke(name, datetime.now(UTC), author()))
    if not done:
        raise Failure(Problem(type="no-such-token", detail=f"no token `{name}` is there to revoke"), Code.NO)
    if as_json:
        print_json({"revoked": name})
    else:
        Page().line(f"revoked: {name}", style="green")


def _print(made: Made, *, as_json: bool) -> None:
    if as_json:
        print_json(made)
    else:
        click.echo(made.token)
    sys.stdout.flush()


def _listed(one: Token, now: datetime) -> Listed:
    state = "valid" if one.is_valid(now) else "revoked" if one.revoked else "expired"
    return Listed(
        name=one.name, scopes=one.scopes, state=state, created=one.created, expires=one.expires, revoked=one.revoked
    )


def _row(one: Listed) -> tuple[str, ...]:
    return (
        one.name,
        ", ".join(one.scopes),
        one.state,
        moment(one.created),
        moment(one.expires) if one.expires else "never",
    )
