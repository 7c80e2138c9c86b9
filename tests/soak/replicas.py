"""Two replicas on one PostgreSQL: one follows the other, and both outlive their database."""

from pathlib import Path
from time import monotonic, sleep
from typing import Final

from tests.databases import Server
from tests.soak.load import Load
from tests.soak.report import Row, check
from tests.soak.service import Service
from tests.soak.versions import version

_WITHIN: Final = 1.0
_RECOVERS_WITHIN: Final = 30.0
_UNAVAILABLE: Final = 503


def run(home: Path, outage: float, server: Server) -> list[Row]:
    """Activate through the one and see it in the other; then stop the database for some seconds."""
    url = server.fresh()
    one = Service(home / "one", workers=1, database_url=url)
    other = Service(home / "other", workers=1, database_url=url)
    try:
        one.start()
        other.start()
        one.authorize()
        other.client.headers["authorization"] = one.client.headers["authorization"]
        for number in range(3):
            one.publish(number).raise_for_status()
        rows = [_follows(one, other, 0), _follows(other, one, 1)]
        with Load(one.url, other.url, rate=100.0) as load:
            with server.away():
                refused = one.activate(2).status_code
                sleep(outage)
            rows.append(_recovers(one, other))
        return [
            *rows,
            check("replicas", "status of a write while the database is away", refused, refused == _UNAVAILABLE),
            check(
                "replicas", "decisions meanwhile", len(load.tally.answers), len(load.tally.answers) > outage, timed=True
            ),
            check("replicas", "decisions that failed", load.tally.faults or "none", not load.tally.faults),
        ]
    finally:
        one.stop()
        other.stop()


def _follows(one: Service, other: Service, number: int) -> Row:
    one.activate(number).raise_for_status()
    begun = monotonic()
    while other.live()["version"] != version(number) and monotonic() - begun < 10 * _WITHIN:
        sleep(0.01)
    taken = monotonic() - begun
    return check("replicas", "seconds until the other replica serves an activation", taken, taken < _WITHIN, timed=True)


def _recovers(one: Service, other: Service) -> Row:
    begun = monotonic()
    while one.activate(2).status_code == _UNAVAILABLE and monotonic() - begun < _RECOVERS_WITHIN:
        sleep(0.2)
    while other.live()["version"] != version(2) and monotonic() - begun < _RECOVERS_WITHIN:
        sleep(0.05)
    taken = monotonic() - begun
    return check("replicas", "seconds until both have recovered", taken, taken < _RECOVERS_WITHIN, timed=True)
