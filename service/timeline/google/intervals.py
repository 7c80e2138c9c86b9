"""Stretches of a run that are badput for a known reason."""

from collections.abc import Iterator
from typing import Final

from service.model.ledger import Badput
from service.model.timeline import BadputInterval
from service.timeline.clock import to_datetime
from service.timeline.google.contents import Contents, Done
from service.timeline.google.keys import REINIT
from service.timeline.google.saves import merged
from service.timeline.google.stretches import Stretch, without

COMPILING: Final = "program_startup"
"""What the library calls it, too."""
RESTORING: Final = "checkpoint_restore"
SAVING: Final = "checkpoint_save"


def intervals(run: Contents, compiled: list[Stretch]) -> Iterator[tuple[int, BadputInterval]]:
    """Each with the entry that tells of it."""
    for done in run.done:
        for stretch in without(done.stretch, _within(done, run)):
            yield done.entry, _interval(stretch, done.activity.family.category, done.activity.name)
    for restore in run.restores:
        yield restore.entry, _interval(restore.stretch, "restoring", RESTORING)
    for stretch in compiled:
        yield int(run.entries[0]), _interval(stretch, "start_up", COMPILING)
    for save in merged(run.saves):
        if run.trains_from is None or save.stretch.begin < run.trains_from:
            yield save.entry, _interval(save.stretch, "saving", SAVING)


def _within(done: Done, run: Contents) -> Iterator[Stretch]:
    """What has a name of its own although it lies within another part of the start-up."""
    if done.activity.family.category == "start_up":
        yield from (restore.stretch for restore in run.restores)
        if done.activity.family is not REINIT:
            yield from (other.stretch for other in run.done if other.activity.family is REINIT)


def _interval(stretch: Stretch, category: Badput, name: str) -> BadputInterval:
    start, end = to_datetime(stretch.begin), to_datetime(stretch.end)
    return BadputInterval(start=start, end=end, category=category, name=name)
