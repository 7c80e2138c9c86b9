"""Saves of a run, each once: every host of a job logs its own part of a save."""

from msgspec import structs

from service.timeline.google.contents import Checkpoint
from service.timeline.google.stretches import Stretch


def merged(saves: list[Checkpoint]) -> list[Checkpoint]:
    """Saves of the same step to the same place as one, where they overlap: the last host to be done ends it."""
    found: dict[tuple[int | None, str], list[Checkpoint]] = {}
    for save in saves:
        same = found.setdefault((save.step, save.directory), [])
        if same and save.stretch.begin <= same[-1].stretch.end:
            together = Stretch(same[-1].stretch.begin, max(same[-1].stretch.end, save.stretch.end))
            same[-1] = structs.replace(same[-1], stretch=together)
        else:
            same.append(save)
    return sorted((save for same in found.values() for save in same), key=lambda save: save.stretch)
