"""How long the service takes until it is ready, and the memory of its workers."""

from collections.abc import Iterator
from time import sleep
from typing import Final

from msgspec import Struct, json

from tests.benchmarks.figures import Aim, Effort, Row, Sample
from tests.benchmarks.load import PATH, load
from tests.benchmarks.machine import all_cores
from tests.benchmarks.processes import resident, workers
from tests.benchmarks.questions import questions
from tests.benchmarks.servers import gpu_rules

_WORKERS: Final = (1, 2)
_ITEMS: Final = 10_000
_SETTLE: Final = 1.0
"""Seconds after the first answer in which the other workers come up too."""

_SECONDS, _MEGABYTES = Aim(2.0), Aim(150.0)


class Start(Struct, frozen=True):
    """Seconds from `exec` to the first 200 of `/readyz`, and MB of the largest worker before and after some load."""

    seconds: float
    at_rest: float
    after_load: float


def measure(effort: Effort) -> Iterator[Row]:
    """Three rows for each number of workers; every round is a new start, on all cores.

    Raises:
        CannotRunError: the system does not tell what is measured, wrk is missing, or the server fails.
    """
    for number in _WORKERS:
        starts = [_start(number) for _ in range(effort.rounds)]
        of = f"{number} worker{'s' if number > 1 else ''}"
        yield _row(f"start to ready, {of}", [one.seconds for one in starts], "s", _SECONDS)
        yield _row(f"memory of each at rest, {of}", [one.at_rest for one in starts], "MB", _MEGABYTES)
        yield _row(f"memory of each after load, {of}", [one.after_load for one in starts], "MB", _MEGABYTES)


def _start(number: int) -> Start:
    asked, cores = questions(_ITEMS), all_cores()
    with gpu_rules(cores, workers=number) as server, load(asked, cores) as made:
        sleep(_SETTLE)
        at_rest = max(resident(pid) for pid in workers(server.pid))
        made.rate(server, 1)
        server.post(f"{PATH}/batch", json.encode({"items": asked}))
        after_load = max(resident(pid) for pid in workers(server.pid))
    return Start(server.started_in, at_rest, after_load)


def _row(what: str, values: list[float], unit: str, aim: Aim) -> Row:
    sample = Sample(tuple(values))
    return Row(benchmark="startup", what=what, figure=sample.median, unit=unit, spread=sample.spread, aim=aim)
