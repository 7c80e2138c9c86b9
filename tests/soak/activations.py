"""Activations under load: every worker follows within a second, no request fails, no answer disowns its version."""

from pathlib import Path
from time import perf_counter, sleep
from typing import Final

from tests.soak.load import Load
from tests.soak.report import Row, check
from tests.soak.service import Service
from tests.soak.versions import version

_WITHIN: Final = 1.0
_BETWEEN: Final = 0.3
_VERSIONS: Final = 4


def run(home: Path, activations: int) -> list[Row]:
    """Activate so many times, among a few versions, with two workers under load."""
    service = Service(home)
    try:
        service.start()
        service.authorize()
        for number in range(_VERSIONS):
            service.publish(number).raise_for_status()
        moments: list[tuple[float, str]] = []
        with Load(service.url) as load:
            for turn in range(activations):
                number = turn % _VERSIONS
                service.activate(number).raise_for_status()
                moments.append((perf_counter(), version(number)))
                sleep(_BETWEEN)
            sleep(_WITHIN)
    finally:
        service.stop()
    tally = load.tally
    delays = [_delay(tally.answers, moments, turn) for turn in range(1, len(moments))]
    seen = {name for _, name, _ in tally.answers}
    return [
        check(
            "activations", "requests that failed, or answers that disown their version", tally.faults, not tally.faults
        ),
        check("activations", "answers", len(tally.answers), len(seen) >= min(activations, _VERSIONS)),
        check(
            "activations",
            "last answer of an old version after an activation, at most s",
            max(delays),
            max(delays) < _WITHIN,
        ),
        check("activations", "p99 of decisions meanwhile, s", tally.p99(), True),
    ]


def _delay(answers: list[tuple[float, str, float]], moments: list[tuple[float, str]], turn: int) -> float:
    """Seconds after an activation until the last answer by the version that was live before it.

    That version goes live again some turns later, so only answers until then count.
    """
    at, _ = moments[turn]
    _, before = moments[turn - 1]
    again = turn + _VERSIONS - 1
    until = moments[again][0] - _BETWEEN if again < len(moments) else float("inf")
    return max((then - at for then, name, _ in answers if at <= then < until and name == before), default=0.0)
