"""`gpu-rules decide`: one question to one rule."""

from typing import Any

import click
from msgspec import json

from service.cli.answer import show
from service.cli.asking import ask_service
from service.cli.ending import Code
from service.cli.epilog import epilog
from service.cli.options import chosen_server, format_option, one_form, server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import Question, inputs_option, one_way, texts_argument, version_option
from service.cli.rest import Service
from service.cli.tools import Tools
from service.model.decision import Decision
from service.representations.forms import FORMS, represent
from service.store.directory import Directory
from service.usecases.live import LiveRules

BELOW = epilog(
    "gpu-rules decide training-gpu model=other vms=3 gpus=16 latency_critical=false",
    "gpu-rules decide training-time data_loading_bound=true",
    "gpu-rules decide runtime-goodput --inputs job.json --json",
    "gpu-rules decide training-gpu model=small --format tfvars",
    "gpu-rules decide choose-gpu workload=inference --server http://127.0.0.1:8000",
    no="the question is refused, or an input is still needed",
    unreachable=True,
)


@click.command(epilog=BELOW)
@click.argument("rule")
@texts_argument
@version_option
@inputs_option
@format_option
@server_option
@json_option("the decision, or the problem,")
@click.pass_context
def decide(ctx: click.Context, /, *, form: str | None, as_json: bool, **asked: Any) -> None:
    """Ask RULE a question, with its inputs as KEY=VALUE.

    A yes or no is written as true or false, a choice as one of its values, a duration as "15 min", 2h30m or PT15M (a
    bare number is seconds), a list of records as JSON. Leave out what you do not know: if it matters, the answer asks
    for it. Without a server, the directory of rules answers.
    """
    question = Question(**asked)
    one_way(question, ctx)
    one_form(form, as_json=as_json)
    answered = answer(ctx, question)
    decision = json.decode(answered, type=Decision)
    if form is not None:
        click.echo(represent(decision, FORMS[form]), nl=False)
    elif as_json:
        print_json(answered)
    else:
        show(decision, Page())
    ctx.exit(Code.NO if decision.ask else Code.DONE)


def answer(ctx: click.Context, question: Question) -> bytes:
    """The decision in JSON, of the chosen service or by the rules of the directory."""
    tools: Tools = ctx.obj
    server = chosen_server(ctx)
    return _ask_there(server, tools, question) if server else _ask_here(tools, question)


def _ask_there(server: str, tools: Tools, question: Question) -> bytes:
    with Service(server, tools.token) as service:
        return ask_service(service, question)


def _ask_here(tools: Tools, question: Question) -> bytes:
    """The decision by the rules of the directory, in JSON as a service would give it."""
    live = LiveRules(Directory(tools.rules_dir))
    known = live.load(cases=False).version(question.rule, question.version).program.common.inputs
    return json.encode(tools.decide(live)(question.rule, question.given(known), question.version))
