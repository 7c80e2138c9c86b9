"""`gpu-rules publish`: rule files become versions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, structs

from service.cli.desk.opening import at_desk
from service.cli.desk.port import Desk, Moved, Sent
from service.cli.drafts import Drafts
from service.cli.epilog import epilog
from service.cli.findings import Findings, show_warnings
from service.cli.moves import show_move
from service.cli.options import reason_option, server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
BELOW = epilog(
    "gpu-rules publish rules/training-gpu/1.1.0.yaml --dry-run",
    'gpu-rules publish rules/training-gpu/1.1.0.yaml --activate --reason "L4 up to 8 VMs"',
    "gpu-rules publish drafts/*.yaml --server https://rules.example.org",
    no="a document has errors, or its version is published with another content",
    unreachable=True,
)


class Plan(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    files: Sequence[Path]
    activate: bool
    dry_run: bool
    reason: str


class Done(Struct, frozen=True):
    """What `--json` prints: what is published now, and what has become live."""

    published: Sequence[Sent]
    live: Sequence[Moved]


@click.command(epilog=BELOW)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--activate", is_flag=True, help="Make each live as well, once it is published.")
@click.option("--dry-run", is_flag=True, help="Check them as at publishing, and change nothing.")
@reason_option
@server_option
@json_option("what was done")
@click.pass_context
def publish(ctx: click.Context, /, *, as_json: bool, **asked: Any) -> None:
    """Publish rule files as versions.

    A version never changes afterwards. A document is checked first, from its form to proofs and its cases. What is
    published is not live yet: callers can ask it by its number, and all do once it is activated. To publish the
    same content again changes nothing. Documents that enter each other may come in any order. With '--dry-run' they
    are all checked together, as if they were published, or with '--activate' as if they were live.

    A service wants a token in GPU_RULES_TOKEN with the scope 'publish', and 'activate' too for '--activate'.
    """
    plan = Plan(**asked)
    drafts = Drafts(plan.files)
    with at_desk(ctx) as desk, drafts.named():
        if plan.dry_run:
            _try(desk, drafts, plan, as_json=as_json)
        else:
            _publish(desk, drafts, plan, as_json=as_json)


def _try(desk: Desk, drafts: Drafts, plan: Plan, *, as_json: bool) -> None:
    examination = desk.check(drafts.ordered, activate=plan.activate)
    found = Findings.of(drafts.name(examination.diagnostics), len(drafts.ordered))
    if as_json:
        print_json(found)
        return
    show_warnings(found.diagnostics)
    for one in drafts.ordered:
        Page().line(f"can be {'live' if plan.activate else 'published'}: {one.name} {one.version}")


def _publish(desk: Desk, drafts: Drafts, plan: Plan, *, as_json: bool) -> None:
    """Each step is told when it is done, so that a later one that fails hides nothing."""
    sent: list[Sent] = []
    moved: list[Moved] = []
    for draft in drafts.ordered:
        made = desk.publish(draft, plan.reason)
        sent.append(structs.replace(made, warnings=drafts.name(made.warnings)))
        if not as_json:
            _show(sent[-1])
        if plan.activate:
            moved.append(desk.move(draft.name, draft.version, seen=desk.live(draft.name), why=plan.reason))
            if not as_json:
                show_move(moved[-1])
    if as_json:
        print_json(Done(sent, moved))


def _show(sent: Sent) -> None:
    show_warnings(sent.warnings)
    if sent.new:
        Page().line(f"published: {sent.name} {sent.version}", style="green")
    else:
        Page().line(f"published before: {sent.name} {sent.version}")
