"""`gpu-rules activate`, `retire` and `rollback`: which version of a rule is live."""

from collections.abc import Iterator

import click

from service.cli.desk.opening import at_desk
from service.cli.desk.port import Desk, Live, Moved
from service.cli.ending import Code, Failure, Problem
from service.cli.epilog import epilog
from service.cli.options import reason_option, server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.errors import LiveVersionMovedError
from service.model.publication import Event

NONE = "none"
"""Stands for a version where no version is live."""

ACTIVATE_BELOW = epilog(
    'gpu-rules activate training-gpu 1.1.0 --reason "L4 up to 8 VMs"',
    "gpu-rules activate training-gpu 1.0.0 --server https://rules.example.org",
    no="live rules that enter this one do not fit the version, or something else went live meanwhile",
    unreachable=True,
)
RETIRE_BELOW = epilog(
    'gpu-rules retire training-time --reason "replaced by cost-efficiency"',
    no="live rules enter this one, or something else went live meanwhile",
    unreachable=True,
)
ROLLBACK_BELOW = epilog(
    "gpu-rules rollback training-gpu",
    'gpu-rules rollback training-gpu --reason "too slow on 8 VMs" --server https://rules.example.org',
    no="nothing was live before, it does not fit any more, or something else went live meanwhile",
    unreachable=True,
)
PAGE = 100
"""Events that are read at once."""


@click.command(epilog=ACTIVATE_BELOW)
@click.argument("rule")
@click.argument("version")
@reason_option
@server_option
@json_option("what was live and what is")
@click.pass_context
def activate(ctx: click.Context, /, rule: str, version: str, *, reason: str, as_json: bool) -> None:
    """Make VERSION of RULE live.

    It answers callers who name no version, and is the one that other rules enter. Live rules that enter this one
    are checked with it. A version that was live before can be activated again; see also 'gpu-rules rollback'. A
    service wants a token in GPU_RULES_TOKEN with the scope 'activate'.
    """
    with at_desk(ctx) as desk:
        _tell(desk.move(rule, version, seen=desk.live(rule), why=reason), as_json=as_json)


@click.command(epilog=RETIRE_BELOW)
@click.argument("rule")
@reason_option
@server_option
@json_option("what was live")
@click.pass_context
def retire(ctx: click.Context, /, rule: str, *, reason: str, as_json: bool) -> None:
    """Make no version of RULE live.

    Its versions stay, and callers can still ask them by their numbers. A service wants a token in GPU_RULES_TOKEN
    with the scope 'activate'.
    """
    with at_desk(ctx) as desk:
        _tell(desk.move(rule, None, seen=desk.live(rule), why=reason), as_json=as_json)


@click.command(epilog=ROLLBACK_BELOW)
@click.argument("rule")
@reason_option
@server_option
@json_option("what was live and what is")
@click.pass_context
def rollback(ctx: click.Context, /, rule: str, *, reason: str, as_json: bool) -> None:
    """Make the version live again that was live before.

    Which that is, the audit log says, so a second rollback undoes the first, and a rule that was retired comes
    back. A service wants a token in GPU_RULES_TOKEN with the scope 'activate'.
    """
    with at_desk(ctx) as desk:
        seen = desk.live(rule)
        _tell(desk.move(rule, _before(desk, rule, seen), seen=seen, why=reason), as_json=as_json)


def show_move(moved: Moved) -> None:
    """What was live, and what is; what the check remarked was told when the versions were published."""
    match moved.before, moved.after:
        case None, None:
            Page().line(f"retired before: {moved.rule}")
        case before, None:
            Page().line(f"retired: {moved.rule} {before}", style="green")
        case before, after if before == after:
            Page().line(f"live before: {moved.rule} {after}")
        case before, after:
            Page().line(f"live: {moved.rule} {before or NONE} -> {after}", style="green")


def _tell(moved: Moved, *, as_json: bool) -> None:
    if as_json:
        print_json(moved)
    else:
        show_move(moved)


def _before(desk: Desk, rule: str, seen: Live | None) -> str:
    """The version that was live before what was seen.

    Raises:
        LiveVersionMovedError: something else went live since.
        Failure: no version was.
    """
    last = next((one for one in _events(desk, rule) if one.action in ("activated", "retired")), None)
    if last is None or last.previous is None:
        detail = f"no version of `{rule}` was live before"
        raise Failure(Problem(type="nothing-before", detail=detail), Code.NO)
    if (last.version if last.action == "activated" else None) != (seen.version if seen else None):
        raise LiveVersionMovedError(rule, last.digest)
    return last.previous


def _events(desk: Desk, rule: str) -> Iterator[Event]:
    before = None
    while page := desk.audit(rule, before=before, limit=PAGE):
        yield from page
        before = page[-1].sequence
