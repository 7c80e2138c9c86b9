"""`gpu-rules replay`: what a version would have made of recorded decisions."""

from collections.abc import Iterable, Iterator

import click
from msgspec import structs

from service.cli.desk.opening import at_desk
from service.cli.desk.port import Candidate, Desk
from service.cli.drafts import read_candidate
from service.cli.epilog import epilog
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.words import as_words, counted
from service.model.replay import Replay, Shift

BELOW = epilog(
    "gpu-rules replay training-gpu 1.1.0",
    "gpu-rules replay training-gpu draft.yaml --limit 100000",
    "gpu-rules replay training-gpu 1.1.0 --server https://rules.example.org --json",
    no="the file has errors",
    unreachable=True,
)
PAGE = 1000
"""Records that are asked for at once."""
EXAMPLES = 3
"""Examples of each change that are kept."""


@click.command(epilog=BELOW)
@click.argument("rule")
@click.argument("version", metavar="VERSION|FILE")
@click.option("--limit", type=click.IntRange(1), default=10_000, show_default=True, help="Replay at most so many.")
@server_option
@json_option("what would change")
@click.pass_context
def replay(ctx: click.Context, /, rule: str, version: str, *, limit: int, as_json: bool) -> None:
    """Make recorded decisions again, by another version.

    They are decisions of RULE, the newest first; the version is one that is published, or a file that is not. A
    decision that has an input which is not recorded, because the rule marks it 'sensitive', is skipped. A service
    wants a token in GPU_RULES_TOKEN with the scope 'read'.
    """
    candidate, drafts = read_candidate(rule, version)
    with at_desk(ctx) as desk, drafts.named():
        whole = _whole(_pages(desk, rule, candidate, limit))
    if as_json:
        print_json(whole)
    else:
        _show(whole, Page())


def _pages(desk: Desk, rule: str, candidate: Candidate, limit: int) -> Iterator[Replay]:
    """Page by page, under a progress bar."""
    done, before = 0, None
    with Page(stderr=True).progress("replaying") as advance:
        while done < limit:
            page = desk.replay(rule, candidate, before=before, limit=min(limit - done, PAGE))
            yield page
            done, before = done + page.replayed + page.skipped, page.next
            advance(done, min(page.total, limit))
            if before is None:
                return


def _whole(pages: Iterable[Replay]) -> Replay:
    """The pages as one, the most frequent changes first."""
    first, *rest = pages
    shifts: dict[tuple[str, str], Shift] = {}
    for one in (one for page in (first, *rest) for one in page.shifts):
        key = (one.before, one.after)
        shifts[key] = _joined(shifts[key], one) if key in shifts else one
    return structs.replace(
        first,
        replayed=sum(page.replayed for page in (first, *rest)),
        changed=sum(page.changed for page in (first, *rest)),
        skipped=sum(page.skipped for page in (first, *rest)),
        shifts=sorted(shifts.values(), key=lambda one: -one.count),
        next=[first, *rest][-1].next,
    )


def _joined(one: Shift, other: Shift) -> Shift:
    return structs.replace(one, count=one.count + other.count, examples=[*one.examples, *other.examples][:EXAMPLES])


def _show(whole: Replay, page: Page) -> None:
    if not whole.total:
        page.line(f"no decisions of `{whole.rule}` are recorded", style="bold")
        return
    words = f"{whole.changed or 'none'} of {counted(whole.replayed, 'recorded decision')} would change"
    page.line(f"{whole.rule} {whole.version}: {words}", style="bold yellow" if whole.changed else "bold green")
    if whole.skipped:
        page.line(f"{whole.skipped} skipped: some of their inputs are not recorded")
    if whole.next is not None:
        left = whole.total - whole.replayed - whole.skipped
        page.line(f"{left} older ones were left out: see `--limit`")
    if whole.shifts:
        page.section("Changed answers")
        page.table(("before", "after", "count", "for example"), map(_row, whole.shifts))


def _row(shift: Shift) -> tuple[str, str, str, str]:
    example = next((as_words(one.inputs) for one in shift.examples), "")
    return shift.before, shift.after, str(shift.count), example
