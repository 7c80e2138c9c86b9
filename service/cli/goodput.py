"""`gpu-rules goodput`: where the time of a job went."""

from pathlib import Path
from typing import Any

import click
from msgspec import ValidationError, convert, json

from service.cli.answer import show
from service.cli.decide import answer
from service.cli.epilog import epilog
from service.cli.ledger import show_ledger
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.question import Question
from service.model.decision import Decision
from service.model.ledger import Ledger
from service.model.timeline import Options
from service.pictures import draw

BELOW = epilog(
    "gpu-rules goodput events.ndjson",
    "gpu-rules goodput events.ndjson --program-goodput 0.41 --advise",
    "gpu-rules goodput events.ndjson --accelerators 512 --price 2.5 --plot goodput.svg",
    "gcloud logging read ... --format json | gpu-rules goodput -",
    no="the events contradict each other, and what is right is not certain; each message says what to do",
    unreachable=True,
)
_LEVERS = "goodput-levers"
_FORMATS = ("auto", "events", "google")


@click.command(epilog=BELOW)
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--format",
    "format_",
    type=click.Choice(_FORMATS),
    default="auto",
    show_default=True,
    help="What the file holds: events, or the log of Google's ml-goodput-measurement.",
)
@click.option("--accelerators", type=int, metavar="N", help="Accelerators of the job.")
@click.option("--price", "accelerator_hour_price", type=float, metavar="MONEY", help="Of an accelerator for an hour.")
@click.option("--program-goodput", type=float, metavar="RATIO", help="The MFU; or give the next two, and N:")
@click.option("--tokens-per-second", type=float, metavar="RATE", help="Of the whole job, while it trains.")
@click.option("--flops-per-token", type=float, metavar="FLOP", help="See rule flops-per-token.")
@click.option("--peak-flops", type=float, metavar="FLOPS", help="Of one accelerator, dense; see rule accelerator-peak.")
@click.option("--plot", type=click.Path(dir_okay=False, writable=True, path_type=Path), metavar="SVG", help="Draw it.")
@click.option("--advise", is_flag=True, help="Ask rule goodput-levers what to do about it.")
@server_option
@json_option("the ledger (with --advise, the ledger and the advice)")
@click.pass_context
def goodput(ctx: click.Context, /, path: str, format_: str, *, as_json: bool, **given: Any) -> None:
    """Account for the time of the job whose events are in FILE.

    FILE has a JSON object on each line, or is one JSON object; '-' is standard input. Every moment counts once, as one
    of eight categories. What is wrong is put right only where that is certain, and told. With a server, only the advice
    is asked there.
    """
    plot, advise = given.pop("plot"), given.pop("advise")
    ledger = _account(path, format_, given)
    if plot:
        _draw(ledger, plot)
    advice = _advice(ctx, ledger) if advise else None
    if as_json:
        print_json({"ledger": ledger, "advice": advice} if advice else ledger)
        return
    page = Page()
    show_ledger(ledger, page, advised=advice is not None)
    if advice:
        page.section("What raises the goodput")
        show(advice, page)


def _account(path: str, format_: str, given: dict[str, Any]) -> Ledger:
    """Read and account; both load numpy, which no other command needs."""
    from service.cli.timelines import read_timeline  # noqa: PLC0415
    from service.timeline.accounting import account  # noqa: PLC0415

    try:
        options = convert(given, Options)
    except ValidationError as error:
        message = f"an option does not fit: {error}".replace("`", "'")
        raise click.UsageError(message) from error
    columns, options, repairs = read_timeline(path, format_, options)
    return account(columns, options, repairs)


def _advice(ctx: click.Context, ledger: Ledger) -> Decision | None:
    inputs = ledger.inputs.get(_LEVERS)
    if inputs is None:
        return None
    return json.decode(answer(ctx, Question(rule=_LEVERS, texts={}, inputs=inputs)), type=Decision)


def _draw(ledger: Ledger, plot: Path) -> None:
    try:
        plot.write_bytes(draw(ledger))
    except OSError as error:
        message = f"'{plot}' can't be written: {error.strerror}"
        raise click.UsageError(message) from error
