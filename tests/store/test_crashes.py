"""A process that is killed in the middle of a change leaves a store that is whole.

`CRASHES` is how many are killed on each database; the long run sets it in the environment.
"""

import asyncio
import os
import subprocess
import sys

from service.model.publication import Bundle, Event
from service.store.database import Database
from service.store.ledger import Ledger
from tests.databases import Place
from tests.store.fold import holds

CRASHES = int(os.environ.get("CRASHES", "2"))
CONFIRMED = 15

PROGRAM = """
import asyncio, sys
from pathlib import Path
from service.model.publication import Change, Draft, Move
from service.store.database import Database
from service.store.ledger import Ledger

async def main():
    database = Database(sys.argv[1], Path(sys.argv[2]))
    ledger, rule = Ledger(database), sys.argv[3]
    await database.migrate()
    while True:
        seen = (await ledger.bundle()).sequence
        drafts = tuple(Draft(rule, f"{seen}.{number}.0", b"x" * 3000) for number in range(3))
        moves = (Move(rule, f"{seen}.1.0"),)
        done = await ledger.apply(Change(who=rule, seen=seen, drafts=drafts, moves=moves))
        if done:
            print(done[-1].sequence, flush=True)

asyncio.run(main())
"""


def test_processes_that_are_killed_in_the_middle_of_changes(place: Place) -> None:
    for number in range(CRASHES):
        confirmed = _work_and_die(place, [f"a{number}", f"b{number}"])
        bundle, events = asyncio.run(_look(place))
        assert bundle.sequence >= max(confirmed)
        assert holds(bundle, events)
        assert {len(bundle.versions) % 3, bundle.sequence % 4} == {0}, "half a change"


def _work_and_die(place: Place, rules: list[str]) -> list[int]:
    """Start a process for each rule, kill all as soon as enough is confirmed; the sequences that were."""
    ours, theirs = os.pipe()
    command = [sys.executable, "-c", PROGRAM, place.url, str(place.data_dir)]
    writers = [subprocess.Popen([*command, rule], stdout=theirs) for rule in rules]  # noqa: S603
    os.close(theirs)
    with open(ours) as said:  # noqa: PTH123
        confirmed = [int(said.readline()) for _ in range(CONFIRMED)]
        for writer in writers:
            writer.kill()
            writer.wait()
        return confirmed + [int(line) for line in said]


async def _look(place: Place) -> tuple[Bundle, list[Event]]:
    """The store, as one that starts now finds it, and its log."""
    database = Database(place.url, place.data_dir)
    await database.migrate()
    found = await Ledger(database).bundle(), await Ledger(database).events(limit=10**6)
    await database.close()
    return found
