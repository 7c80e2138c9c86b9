"""Steps and other events, in the order of their times, told as one story."""

from itertools import chain

import numpy as np
from msgspec import Struct

from service.errors import TimelineRejectedError
from service.timeline.breaks import Breaks
from service.timeline.columns import Columns
from service.timeline.contradictions import contradiction
from service.timeline.layers import Layers
from service.timeline.marks import Mark
from service.timeline.order import Ordered, in_order
from service.timeline.phases import Phase
from service.timeline.repairs import Repairs
from service.timeline.steps import Steps
from service.timeline.story import Story


class Told(Struct, frozen=True):
    """A period, what its stretches count as, and what interrupted it."""

    start: int
    end: int
    layers: Layers
    breaks: Breaks
    steps: int


def tell(columns: Columns, repairs: Repairs) -> Told:
    """Go through the records of a timeline.

    Raises:
        TimelineRejectedError: they contradict each other, and what is right is not certain.
    """
    record = in_order(columns, repairs)
    steps = Steps(record, columns.places, repairs)
    start = _start(columns, record)
    story = Story(steps, start, columns.places, repairs)
    try:
        _go_through(columns, record, steps, story)
    except TimelineRejectedError as error:
        if record.turned is None:
            raise
        raise contradiction(columns.places, "clock-went-back", record.turned) from error
    end = _end(columns, record, story)
    if story.phase is not Phase.RELEASED:
        repairs.add("end-open", int(record.events[-1]), "nothing says that the job has ended: the period ends here")
    story.end(end)
    return Told(start, end, story.layers, story.breaks, steps.count())


def _go_through(columns: Columns, record: Ordered, steps: Steps, story: Story) -> None:
    places = np.flatnonzero(record.numbers < 0)
    marks = (-1 - record.numbers[places]).tolist()
    last: list[Mark] = []
    for passed, (place, number) in enumerate(zip(places.tolist(), marks, strict=True)):
        block = steps.take(place - passed, story.since)
        if block:
            story.train(block)
        mark = columns.marks[number]
        if last and last[0].time != mark.time:
            last.clear()
        if any(mark.same(one) for one in last):
            story.leave_out(mark)
            continue
        last.append(mark)
        story.meet(mark)
    block = steps.take(len(record.times) - len(places), story.since)
    if block:
        story.train(block)


def _start(columns: Columns, record: Ordered) -> int:
    """The first moment that is known: of a job that trains already, of a restore or a save its beginning."""
    first, number = int(record.times[0]), int(record.numbers[0])
    mark = None if number >= 0 else columns.marks[-1 - number]
    if mark is not None and mark.begin is not None:
        first = mark.begin
    if (mark is None or mark.kind == "checkpoint_saved") and columns.starts:
        return min(chain((first,), columns.starts))
    return first


def _end(columns: Columns, record: Ordered, story: Story) -> int:
    """The last moment that is known; a job that has given its resources back has no more time to account for."""
    if story.phase is Phase.RELEASED:
        return story.since
    last = int(record.times[-1])
    if story.phase in (Phase.WAITING, Phase.RESCHEDULING) or not columns.ends:
        return last
    return max(chain((last,), columns.ends))
