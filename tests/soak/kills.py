"""`kill -9` at random moments of publishing and activating: the store stays whole, and the service always starts."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any, Final

import httpx

from tests.soak.report import Row, check
from tests.soak.service import Service
from tests.soak.versions import INPUTS, RULE, expected, version

_LATEST: Final = 3.0
"""Seconds after the start of a loop by which the service is killed."""


def run(home: Path, kills: int, database_url: str = "") -> list[Row]:
    """Start, publish and activate new versions until the kill, so many times; look at what is left after each."""
    name = "kills on PostgreSQL" if database_url else "kills on SQLite"
    service = Service(home, database_url=database_url)
    moments = random.Random(kills)  # noqa: S311 - no secret
    faults: list[str] = []
    slowest, confirmed = 0.0, 0
    try:
        service.start()
        service.authorize()
        for turn in range(kills):
            with _killed(service, moments.uniform(0.0, _LATEST)):
                confirmed = max(confirmed, _change(service, confirmed))
            slowest = max(slowest, service.start())
            faults += _faults(service, confirmed)
            confirmed = max(confirmed, _number(service.live()["version"]))
            if faults:
                faults.append(f"after kill {turn + 1}")
                break
    finally:
        service.stop()
    return [
        check(name, "faults in the store after a kill", faults or "none", not faults),
        check(name, "versions that went live meanwhile", confirmed, confirmed > 0, timed=True),
        check(name, "slowest start, s", slowest, True),
    ]


@contextmanager
def _killed(service: Service, after: float) -> Iterator[None]:
    """A block in which the service is killed after some seconds; what then fails in it is meant to."""
    timer = Timer(after, service.kill)
    timer.start()
    with suppress(httpx.TransportError):
        yield
    timer.join()


def _change(service: Service, number: int) -> int:
    """Publish and activate until the kill; the last number whose activation was confirmed."""
    with suppress(httpx.TransportError):
        while True:
            service.publish(number + 1).raise_for_status()
            service.activate(number + 1).raise_for_status()
            number += 1
    return number


def _number(name: str) -> int:
    return 0 if name == "1.0.0" else int(name.rpartition(".")[2])


def _faults(service: Service, confirmed: int) -> Iterator[str]:
    """What is wrong with the store: something confirmed is gone, the log has a hole, or what is served is not live."""
    live = service.live()
    if _number(live["version"]) < confirmed:
        yield f"version {version(confirmed)} was activated, and {live['version']} is live"
    events = _all_events(service)
    sequences = [one["sequence"] for one in events]
    if sequences != list(range(len(sequences), 0, -1)):
        yield f"the audit log has holes: {sequences[:5]}"
    moves = [one for one in events if one["rule"] == RULE and one["action"] in ("activated", "retired")]
    if moves[0]["version"] != live["version"]:
        yield f"the log says {moves[0]['version']}, and {live['version']} is live"
    published = {one["version"] for one in events if one["rule"] == RULE and one["action"] == "published"}
    if not {one["version"] for one in moves} <= published:
        yield "a version went live that was never published"
    decision = service.client.post(f"/v1/decisions/{RULE}", json={"inputs": INPUTS}).raise_for_status().json()
    if decision["outcome"]["id"] != expected(decision["rule"]["version"]):
        yield f"version {decision['rule']['version']} answers `{decision['outcome']['id']}`"


def _all_events(service: Service) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        query = {"limit": "100"} | ({"next": cursor} if cursor else {})
        page = service.client.get("/v1/audit", params=query).raise_for_status().json()
        events += page["items"]
        cursor = page.get("next")
        if not cursor:
            return events
