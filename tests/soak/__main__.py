"""`python -m tests.soak [--activations N] [--kills N] [--outage SECONDS] [--rounds N] [NAME ...]`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.databases import postgresql
from tests.soak import activations, hostile, kills, replicas
from tests.soak.report import Row

Run = Callable[[Path, argparse.Namespace], list[Row]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was chosen, and print after each what was found; 1 if something is not as it must be."""
    chosen = _parser().parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 150)
    passed = True
    for name in chosen.names or RUNS:
        print(f"soaking: {name} ...", file=sys.stderr, flush=True)
        with TemporaryDirectory(prefix="gpu-rules-soak-") as home:
            rows = RUNS[name](Path(home), chosen)
        console.print(_table(rows))
        passed = passed and all(row.passed for row in rows)
    return int(not passed)


def _kills_on_postgresql(home: Path, chosen: argparse.Namespace) -> list[Row]:
    with postgresql() as server:
        return kills.run(home, chosen.kills, server.fresh())


def _replicas(home: Path, chosen: argparse.Namespace) -> list[Row]:
    with postgresql() as server:
        return replicas.run(home, chosen.outage, server)


RUNS: Final[dict[str, Run]] = {
    "activations": lambda home, chosen: activations.run(home, chosen.activations),
    "kills-sqlite": lambda home, chosen: kills.run(home, chosen.kills),
    "kills-postgresql": _kills_on_postgresql,
    "replicas": _replicas,
    "hostile": lambda home, chosen: hostile.run(home, chosen.rounds, chosen.every),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Long runs against real processes.")
    parser.add_argument("names", nargs="*", choices=[[], *RUNS], metavar="NAME", help=f"of {', '.join(RUNS)}")
    parser.add_argument("--activations", type=int, default=100, help="activations under load")
    parser.add_argument("--kills", type=int, default=200, help="kills on each database")
    parser.add_argument("--outage", type=float, default=30.0, help="seconds without PostgreSQL")
    parser.add_argument("--rounds", type=int, default=1, help="times that the hostile documents are sent")
    parser.add_argument("--every", type=int, default=1, help="send one of so many hostile documents")
    return parser


def _table(rows: Sequence[Row]) -> Table:
    table = Table("run", "what", "found", "")
    for row in rows:
        table.add_row(row.run, row.what, row.found, "" if row.passed else "[red]not as it must be[/]")
    return table


if __name__ == "__main__":
    sys.exit(main())
