"""Hostile documents, sent to a service under load: decisions stay quick, nothing ends, memory comes back."""

from pathlib import Path
from time import sleep, time
from typing import Final

import httpx

from tests.benchmarks.processes import resident, workers
from tests.check.hostile.corpus import corpus
from tests.soak.load import Load
from tests.soak.report import Row, check
from tests.soak.service import Service

_QUIET: Final = 5.0
_TWICE: Final = 2.0
_GROWTH_MB: Final = 64.0


def run(home: Path, rounds: int, every: int = 1, *, seconds: int = 20) -> list[Row]:
    """Send every document of the corpus (or one of so many), so many times; each may take `seconds`."""
    service = Service(home, check_seconds=seconds, document_limit=16_000_000)
    documents = [*corpus()][::every]
    try:
        service.start()
        before = {pid: resident(pid) for pid in workers(service.pid)}
        with Load(service.url) as load:
            sleep(_QUIET)
            begun = time()
            wrong = [fault for _ in range(rounds) for fault in _faults(service, documents)]
            ended = time()
            sleep(_QUIET)
        after = {pid: resident(pid) for pid in workers(service.pid)}
    finally:
        service.stop()
    quiet = _p99(load, 0.0, begun)
    busy = _p99(load, begun, ended)
    growth = max((after.get(pid, float("inf")) - size for pid, size in before.items()), default=float("inf"))
    return [
        check("hostile", f"of {len(documents)} documents, those without a proper answer", wrong or "none", not wrong),
        check("hostile", "requests that failed", load.tally.faults or "none", not load.tally.faults),
        check("hostile", "workers that ended", len(before.keys() - after.keys()), before.keys() == after.keys()),
        check("hostile", "p99 of decisions in quiet, s", quiet, True),
        check(
            "hostile", "p99 of decisions meanwhile, in p99s of quiet", busy / quiet, busy / quiet < _TWICE, timed=True
        ),
        check("hostile", "growth of a worker, MB", growth, growth < _GROWTH_MB, timed=True),
    ]


def _p99(load: Load, since: float, until: float) -> float:
    taken = sorted(seconds for at, _, seconds in load.tally.answers if since <= at < until)
    return taken[int(len(taken) * 0.99)]


def _faults(service: Service, documents: list[tuple[str, bytes]]) -> list[str]:
    faults = []
    for name, content in documents:
        answer = service.client.post("/v1/check", content=content, headers={"content-type": "application/yaml"})
        if answer.status_code != httpx.codes.OK or "diagnostics" not in answer.json():
            faults.append(f"{name}: status {answer.status_code}: {answer.text[:200]}")
    return faults
