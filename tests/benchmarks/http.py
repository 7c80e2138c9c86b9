"""Decisions over HTTP, one a request, against what the server and the framework can do at most."""

from collections.abc import Iterator
from statistics import mean
from typing import Final

from tests.benchmarks.figures import Aim, Effort, Row, Sample
from tests.benchmarks.load import PATH, Load, Rate, body, load
from tests.benchmarks.machine import two_cores
from tests.benchmarks.questions import questions
from tests.benchmarks.servers import Server, floor, gpu_rules

_QUESTIONS: Final = 500
_SERVICE: Final = "gpu-rules"
_AIMS: Final = {"raw ASGI application": Aim(0.38, at_least=True), "bare Litestar handler": Aim(0.9, at_least=True)}

Rates = dict[str, list[Rate]]


def measure(effort: Effort) -> Iterator[Row]:
    """A row for the service and for each floor; all three servers run, and are loaded in turns.

    Raises:
        CannotRunError: the machine has too few cores, wrk is missing, or a server fails.
    """
    server_core, load_core = two_cores()
    asked = questions(_QUESTIONS)
    with gpu_rules(server_core) as service, load(asked, load_core) as made:
        size = round(mean(len(service.post(PATH, body(one))) for one in asked))
        with floor("raw", size, server_core) as raw, floor("litestar", size, server_core) as litestar:
            names = (_SERVICE, *_AIMS)
            rates = _in_turns(made, dict(zip(names, (service, raw, litestar), strict=True)), effort)
    wall = {name: Sample(tuple(one.wall for one in some)) for name, some in rates.items()}
    core = {name: Sample(tuple(one.core for one in some)) for name, some in rates.items()}
    yield from _rows(wall, "requests/s", f"answers of {size:,} bytes")
    yield from _rows(core, "requests/core s", "by the worker's own time")


def _in_turns(made: Load, servers: dict[str, Server], effort: Effort) -> Rates:
    rates: Rates = {name: [] for name in servers}
    for server in servers.values():
        made.rate(server, 1)
    for _ in range(effort.rounds):
        for name, server in servers.items():
            rates[name].append(made.rate(server, effort.seconds))
    return rates


def _rows(samples: dict[str, Sample], unit: str, note: str) -> Iterator[Row]:
    ours = samples[_SERVICE].median
    for name, sample in samples.items():
        yield Row(
            benchmark="http",
            what=name,
            figure=sample.median,
            unit=unit,
            spread=sample.spread,
            ratio=ours / sample.median if name in _AIMS else None,
            aim=_AIMS.get(name),
            note=note if name == _SERVICE else "",
        )
