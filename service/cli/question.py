"""A question to a rule as it stands on a command line."""

from collections.abc import Mapping
from typing import Any

import click
from msgspec import DecodeError, Struct, json

from service.errors import RequestError
from service.language.reading import from_text
from service.language.repeats import refuse_repeated_members
from service.model.inputs import AnyInput


class Question(Struct, frozen=True, kw_only=True):
    """Which rule is asked, and with which inputs: `texts` as `key=value` gives them, or `inputs` as JSON."""

    rule: str
    version: str | None = None
    texts: dict[str, str]
    inputs: dict[str, Any] | None = None

    def given(self, known: Mapping[str, AnyInput]) -> dict[str, Any]:
        """The inputs as JSON has them: text is read by the types of the rule's inputs."""
        texts = {name: from_text(known[name], text) if name in known else text for name, text in self.texts.items()}
        return {**(self.inputs or {}), **texts}


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
        UsageError: it does not hold a JSON object, or one in which a member stands twice.
    """
    if path is None:
        return None
    with click.open_file(path, "rb") as file:
        content = file.read()
    try:
        inputs = json.decode(content, type=dict[str, Any])
        refuse_repeated_members(content)
    except (DecodeError, UnicodeDecodeError, RecursionError, RequestError) as error:
        raise click.UsageError(f"'{path}' does not hold a JSON object of inputs: {error}", ctx) from error
    return inputs


def one_way(question: Question, ctx: click.Context) -> None:
    """Inputs come in one way.

    Raises:
        UsageError: they are given as text and as JSON.
    """
    if question.texts and question.inputs is not None:
        raise click.UsageError("inputs are given either as 'key=value' or with '--inputs', not both", ctx)


texts_argument = click.argument("texts", metavar="[KEY=VALUE]...", nargs=-1, callback=read_texts)
version_option = click.option("--version", metavar="X.Y.Z", help="Ask this version instead of the live one.")
inputs_option = click.option(
    "--inputs",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    callback=read_inputs,
    help="Read the inputs from a JSON file, '-' for standard input, instead of KEY=VALUE.",
)
