"""Options that several commands share."""

import click

from service.cli.tools import Tools
from service.representations.forms import FORMS

_SERVER = "gpu_rules.server"


def _remember(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    ctx.meta[_SERVER] = value


server_option = click.option(
    "--server",
    metavar="URL",
    expose_value=False,
    callback=_remember,
    help="Talk to the service at this URL; default: GPU_RULES_SERVER. Without one, or with '', use what is here.",
)
reason_option = click.option("--reason", metavar="TEXT", default="", help="Why; the audit log keeps it.")
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    help="Print what this tool takes, instead of a page for people.",
)


def one_form(form: str | None, *, as_json: bool) -> None:
    """An answer comes in one form.

    Raises:
        UsageError: it is asked for in that of a tool and in JSON.
    """
    if form is not None and as_json:
        message = "an answer comes in one form: either '--format' or '--json', not both"
        raise click.UsageError(message)


def chosen_server(ctx: click.Context) -> str:
    """The service that a command with `--server` is to talk to; empty: none."""
    tools: Tools = ctx.obj
    given: str | None = ctx.meta[_SERVER]
    return tools.server if given is None else given
