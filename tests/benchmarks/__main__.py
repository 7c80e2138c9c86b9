"""`python -m tests.benchmarks [--quick] [--json FILE] [NAME ...]`."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from subprocess import SubprocessError
from typing import Final

from msgspec import json
from rich.console import Console
from rich.table import Table

from service.errors import ServiceError
from tests.benchmarks.figures import CannotRunError, Effort, Row
from tests.benchmarks.machine import described

_NAMES: Final = ("engine", "http", "batch", "trees", "startup", "timeline")
_FULL, _QUICK = Effort(rounds=7, seconds=3), Effort(rounds=3, seconds=1)
_CAPTION: Final = """\
median: of all rounds; what is compared was measured in turns. spread: highest less lowest round, as a share of the
median; where it is large, others used the machine: measure again. core s: a second that a core spent on the worker.
ratio: the service's figure divided by that of the line; in `batch` and `trees`, the line's figure divided by that of
the first line of its kind. An aim is for the ratio where there is one, else for the figure."""
_HUNDRED: Final = 100
_REASONS: Final = (CannotRunError, ServiceError, ImportError, OSError, SubprocessError)
"""What can keep a benchmark from running; anything else is a mistake in it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen benchmarks and print what they find; 1 if some could not run."""
    chosen = _parser().parse_args(arguments)
    console, machine = Console(width=None if sys.stdout.isatty() else 150), described()
    console.print(machine)
    rows: list[Row] = []
    failures: dict[str, str] = {}
    for name in chosen.names or _NAMES:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        try:
            rows += import_module(f"{__package__}.{name}").measure(_QUICK if chosen.quick else _FULL)
        except _REASONS as error:
            failures[name] = str(error)
    if rows:
        console.print(_table(rows), _CAPTION, highlight=False)
    for name, reason in failures.items():
        console.print(f"{name} could not run: {reason}", markup=False, highlight=False)
    if chosen.json:
        report = {"machine": machine, "rows": [_plain(row) for row in rows], "could_not_run": failures}
        chosen.json.write_bytes(json.format(json.encode(report)))
    return 1 if failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure the service.")
    parser.add_argument("names", nargs="*", type=_name, metavar="NAME", help=f"of {', '.join(_NAMES)}")
    parser.add_argument("--quick", action="store_true", help="few short rounds: a glance, not a measurement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    return parser


def _name(text: str) -> str:
    if text not in _NAMES:
        message = f"`{text}` is none of {', '.join(_NAMES)}"
        raise argparse.ArgumentTypeError(message)
    return text


def _table(rows: Sequence[Row]) -> Table:
    table = Table("", "", "median", "spread", "ratio", "aim", "", "")
    for column in (2, 3, 4):
        table.columns[column].justify = "right"
    before = ""
    for row in rows:
        if row.benchmark != before:
            table.add_section()
        table.add_row(row.benchmark if row.benchmark != before else "", *_cells(row))
        before = row.benchmark
    return table


def _cells(row: Row) -> tuple[str, ...]:
    figure = f"{row.figure:,.0f}" if row.figure >= _HUNDRED else f"{row.figure:,.2f}"
    spread = "" if row.spread is None else f"{row.spread:.0%}"
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    style = {"reached": "[green]", "missed": "[red]"}.get(row.verdict, "")
    aim = "" if row.aim is None else str(row.aim)
    return row.what, f"{figure} {row.unit}", spread, ratio, aim, f"{style}{row.verdict}", row.note


def _plain(row: Row) -> dict[str, object]:
    aim = None if row.aim is None else str(row.aim)
    return {name: getattr(row, name) for name in row.__struct_fields__} | {"aim": aim, "verdict": row.verdict}


if __name__ == "__main__":
    sys.exit(main())
