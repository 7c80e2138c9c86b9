"""Decisions over HTTP in batches, against one a request."""

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from msgspec import json

from tests.benchmarks.figures import Aim, CannotRunError, Effort, Row, Sample
from tests.benchmarks.load import PATH, Rate, load
from tests.benchmarks.machine import on_cores, two_cores
from tests.benchmarks.questions import questions
from tests.benchmarks.servers import Server, gpu_rules

_ITEMS: Final = 10_000
_AIM: Final = Aim(10.0, at_least=True)
_SINGLE, _BATCH = "one decision a request", f"{_ITEMS:,} decisions a request"


def measure(effort: Effort) -> Iterator[Row]:
    """Two rows, measured in turns on one server; the ratio is of the second to the first.

    Raises:
        CannotRunError: the machine has too few cores, wrk is missing, or the server fails.
    """
    server_core, load_core = two_cores()
    asked = questions(_ITEMS)
    content = json.encode({"items": asked})
    rates: dict[str, list[Rate]] = {_SINGLE: [], _BATCH: []}
    with gpu_rules(server_core) as server, load(asked, load_core) as made, on_cores(load_core):
        _check(server.post(f"{PATH}/batch", content))
        for _ in range(effort.rounds):
            rates[_SINGLE].append(made.rate(server, effort.seconds))
            rates[_BATCH].append(_rate(server, content, effort.seconds))
    yield from _rows({name: Sample(tuple(one.wall for one in some)) for name, some in rates.items()}, "items/s")
    yield from _rows({name: Sample(tuple(one.core for one in some)) for name, some in rates.items()}, "items/core s")


def _rows(samples: dict[str, Sample], unit: str) -> Iterator[Row]:
    single = samples[_SINGLE].median
    for name, sample in samples.items():
        batched = name == _BATCH
        yield Row(
            benchmark="batch",
            what=name,
            figure=sample.median,
            unit=unit,
            spread=sample.spread,
            ratio=sample.median / single if batched else None,
            aim=_AIM if batched else None,
        )


def _check(answer: bytes) -> None:
    counts = json.decode(answer)["counts"]
    if counts["decided"] != _ITEMS:
        message = f"{counts['decided']:,} of {_ITEMS:,} items are decided"
        raise CannotRunError(message)


def _rate(server: Server, content: bytes, seconds: float) -> Rate:
    begun, spent, decided, passed = perf_counter(), server.busy(), 0, 0.0
    while passed < seconds:
        server.post(f"{PATH}/batch", content)
        decided, passed = decided + _ITEMS, perf_counter() - begun
    return Rate(decided / passed, decided / (server.busy() - spent))
