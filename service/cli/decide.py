"""`gpu-rules decide`: one question to one rule."""

from typing import Any

import click
from msgspec import json

from service.cli.answer import show
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import Question, read_inputs, read_texts
from service.cli.remote import ask_service
from service.cli.tools import Tools
from service.language.reading import from_text
from service.model.decision import Decision
from service.store.directory import Directory
from service.usecases.live import LiveRules

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
INPUTS_HELP = "Read the inputs from a JSON file, '-' for standard input, instead of KEY=VALUE."
URL_HELP = "Ask the service that runs there; default: GPU_RULES_URL. Without one, or with '', decide in this process."
BELOW = epilog(
    "gpu-rules decide training-gpu model=other vms=3 gpus=16 latency_critical=false",
    "gpu-rules decide training-time data_loading_bound=true",
    "gpu-rules decide runtime-goodput --inputs job.json --json",
    "gpu-rules decide choose-gpu workload=inference --url http://127.0.0.1:8000",
    no="the question is refused, or an input is still needed",
    unreachable=True,
)


@click.command(epilog=BELOW)
@click.argument("rule")
@click.argument("texts", metavar="[KEY=VALUE]...", nargs=-1, callback=read_texts)
@click.option("--version", metavar="X.Y.Z", help="Ask this version of the rule instead of the live one.")
@click.option("--inputs", type=FILE, metavar="FILE", callback=read_inputs, help=INPUTS_HELP)
@click.option("--url", metavar="URL", help=URL_HELP)
@json_option("the decision, or the problem,")
@click.pass_context
def decide(ctx: click.Context, /, url: str | None, *, as_json: bool, **asked: Any) -> None:
    """Ask RULE a question, with its inputs as KEY=VALUE.

    A yes or no is written as true or false, a choice as one of its values, a duration as "15 min", 2h30m or PT15M (a
    bare number is seconds), a list of records as JSON. Leave out what you do not know: if it matters, the answer asks
    for it.
    """
    question = Question(**asked)
    if question.texts and question.inputs is not None:
        raise click.UsageError("inputs are given either as 'key=value' or with '--inputs', not both", ctx)
    tools: Tools = ctx.obj
    url = tools.url if url is None else url
    answer = ask_service(url, question) if url else _ask_here(tools, question)
    decision = json.decode(answer, type=Decision)
    if as_json:
        print_json(answer)
    else:
        show(decision, Page())
    ctx.exit(Code.NO if decision.ask else Code.DONE)


def _ask_here(tools: Tools, question: Question) -> bytes:
    """The decision by the rules of the directory, in JSON as a service would give it."""
    live = LiveRules(Directory(tools.rules_dir))
    known = live.load().version(question.rule, question.version).program.common.inputs
    given = dict(question.inputs or {})
    for name, text in question.texts.items():
        given[name] = from_text(known[name], text) if name in known else text
    return json.encode(tools.decide(live)(question.rule, given, question.version))
