"""A question to a rule as it stands on a command line."""

from typing import Any

import click
from msgspec import DecodeError, Struct, json


class Question(Struct, frozen=True, kw_only=True):
    """Which rule is asked, and with which inputs: `texts` as `key=value` gives them, or `inputs` as JSON."""

    rule: str
    version: str | None = None
    texts: dict[str, str]
    inputs: dict[str, Any] | None = None


def read_texts(ctx: click.Context, _: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    """`vms=3 gpus=16` by name.

    Raises:
        UsageError: one is not of this form, or stands twice.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"'{pair}' is not of the form 'key=value'", ctx)
        if name == "version":
            raise click.UsageError("'version' is no input: use '--version'", ctx)
        if name in found:
            raise click.UsageError(f"'{name}' is given twice", ctx)
        found[name] = value
    return found


def read_inputs(ctx: click.Context, _: click.Parameter, path: str | None) -> dict[str, Any] | None:
    """The inputs in a JSON file, or on standard input for `-`.

    Raises:
        UsageError: it does not hold a JSON object.
    """
    if path is None:
        return None
    with click.open_file(path, "rb") as file:
        content = file.read()
    try:
        return json.decode(content, type=dict[str, Any])
    except (DecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"'{path}' does not hold a JSON object of inputs: {error}", ctx) from error
