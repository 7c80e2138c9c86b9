"""Activations under load: every worker follows within a second, no request fails, no answer disowns its version.

They come by API and, in the end, from a rule file that is edited in the directory.
"""

import re
import shutil
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from tests.soak.load import Load
from tests.soak.report import Row, check
from tests.soak.service import Service
from tests.soak.versions import RULE, document, rules, version

_WITHIN: Final = 1.0
_BETWEEN: Final = 0.3
_VERSIONS: Final = 4
_EDITS: Final = 3
_SEEN_WITHIN: Final = 60.0

Moment = tuple[float, str]
"""When a version went live, in seconds since the epoch, as the audit log has it."""


def run(home: Path, activations: int) -> list[Row]:
    """Activate so many times, among a few versions, with two workers under load."""
    directory = Path(shutil.copytree(rules(), home / "rules"))
    service = Service(home, rules_dir=directory)
    try:
        service.start()
        service.authorize()
        for number in range(_VERSIONS):
            service.publish(number).raise_for_status()
        with Load(service.url) as load:
            moments = [_activated(service, turn % _VERSIONS) for turn in range(activations)]
            moments += [_edited(service, directory, _VERSIONS + edit) for edit in range(_EDITS)]
            sleep(_WITHIN)
    finally:
        service.stop()
    tally = load.tally
    delays = [_delay(tally.answers, moments, turn) for turn in range(1, len(moments))]
    seen, went = {name for _, name, _ in tally.answers}, {name for _, name in moments}
    name = "activations"
    return [
        check(name, "failed requests, answers that disown their version", tally.faults or "none", not tally.faults),
        check(name, "answers", len(tally.answers), went <= seen),
        check(name, "s until nothing old is answered, at most", max(delays), max(delays) < _WITHIN, timed=True),
        check(name, "p99 of decisions meanwhile, s", tally.p99(), True),
    ]


def _activated(service: Service, number: int) -> Moment:
    live = service.activate(number).raise_for_status().json()
    sleep(_BETWEEN)
    return _moment(live)


def _edited(service: Service, rules: Path, number: int) -> Moment:
    """Save a new version and its line, as an author does, and wait until it is live."""
    (rules / RULE / f"{version(number)}.yaml").write_bytes(document(number))
    lines = (rules / "live.yaml").read_text(encoding="utf-8")
    saved = re.sub(rf"(?m)^{RULE}: .*$", f"{RULE}: {version(number)}", lines)
    (rules / "live.yaml").write_text(saved, encoding="utf-8")
    begun = monotonic()
    while (live := service.live())["version"] != version(number):
        assert monotonic() - begun < _SEEN_WITHIN, service.client.get("/readyz").text
        sleep(0.02)
    sleep(_BETWEEN)
    return _moment(live)


def _moment(live: dict[str, Any]) -> Moment:
    return datetime.fromisoformat(live["activated"]["at"]).timestamp(), live["version"]


def _delay(answers: list[tuple[float, str, float]], moments: list[Moment], turn: int) -> float:
    """Seconds after an activation until the last answer by the version that was live before it.

    That version may go live again some turns later, so only answers until then count.
    """
    at, before = moments[turn][0], moments[turn - 1][1]
    again = next((then for then, name in moments[turn:] if name == before), float("inf"))
    return max((then - at for then, name, _ in answers if at <= then < again and name == before), default=0.0)
