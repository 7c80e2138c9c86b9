"""`gpu-rules terraform`: machines for Terraform's data source `external`.

Its protocol: a JSON object of texts on standard input, and another one on standard output; or words on standard error
and an exit code that is not 0.
"""

from typing import Any

import click
from msgspec import DecodeError, Struct, json

from service.cli.decide import answer
from service.cli.desk.opening import at_desk
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.question import Question
from service.errors import RequestError
from service.language.repeats import refuse_repeated_members
from service.model.decision import Decision
from service.representations.answers import Answer
from service.representations.forms import FORMS, represent

BELOW = epilog(
    "gpu-rules terraform < query.json",
    """gpu-rules terraform --server https://rules.example.org <<< '{"rule": "training-gpu", "vms": "2"}'""",
    no="no machine fits, the question is refused, or an input is still needed",
    unreachable=True,
)
_DECIDE = {"true": True, "false": False}


class Query(Struct, frozen=True, kw_only=True):
    """What Terraform asks: `texts` are inputs and constraints; `decide` says that no machines are wanted."""

    rule: str
    version: str | None
    selection: str | None
    decide: bool
    texts: dict[str, str]


@click.command(epilog=BELOW)
@server_option
@click.pass_context
def terraform(ctx: click.Context, /) -> None:
    """Recommend machines to Terraform, as the program of a data source 'external'.

    Standard input is a JSON object of texts: the 'rule', a 'version' of it or a 'selection' if one is meant, and inputs
    and constraints by their names. What is empty counts as not given. 'decide' with 'true' asks for the decision alone.
    Standard output is a JSON object of texts as well. Without a server, the directory of rules answers.
    """
    with click.open_file("-", "rb") as file:
        query = read_query(file.read())
    click.echo(represent(_answer(ctx, query), FORMS["terraform"]))


def read_query(content: bytes) -> Query:
    """What stands on standard input. A map of Terraform has no way to leave a value out but to leave it empty.

    Raises:
        UsageError: it is no object of texts, or names no rule.
    """
    texts = {name: text for name, text in _texts(content).items() if text}
    decide = texts.pop("decide", "false")
    if decide not in _DECIDE:
        message = f"'decide' is 'true' or 'false', not '{decide}'"
        raise click.UsageError(message)
    rule, version, selection = (texts.pop(name, None) for name in ("rule", "version", "selection"))
    if rule is None:
        message = "the query names no 'rule', such as 'training-gpu'"
        raise click.UsageError(message)
    if selection is not None and _DECIDE[decide]:
        message = "a 'selection' chooses machines, and 'decide' asks for none: leave one of them out"
        raise click.UsageError(message)
    return Query(rule=rule, version=version, selection=selection, decide=_DECIDE[decide], texts=texts)


def _texts(content: bytes) -> dict[str, str]:
    try:
        given = json.decode(content, type=dict[str, Any])
        refuse_repeated_members(content)
    except (DecodeError, UnicodeDecodeError, RecursionError, RequestError) as error:
        message = f"standard input does not hold a JSON object, as Terraform sends it: {error}"
        raise click.UsageError(message) from error
    others = [f"'{name}'" for name, value in given.items() if not isinstance(value, str | None)]
    if others:
        message = f"every value of the query is text, as Terraform sends it: {', '.join(others)} is not"
        raise click.UsageError(message)
    return given


def _answer(ctx: click.Context, query: Query) -> Answer:
    """The decision, or the machines for it, of the chosen service or by the rules of the directory."""
    if query.decide:
        question = Question(rule=query.rule, version=query.version, texts=query.texts)
        return json.decode(answer(ctx, question), type=Decision)
    with at_desk(ctx) as desk:
        return desk.recommend(query.rule, query.texts, version=query.version, selection=query.selection)
