"""What each interruption cost: t_ch, t_rm and t_re, measured in the ledger, so that their sums are its sums."""

import numpy as np
from msgspec import Struct

from service.model.ledger import Interruption
from service.timeline.breaks import Breaks
from service.timeline.clock import to_moment, to_seconds
from service.timeline.layers import Ints
from service.timeline.painting import Painted

LISTED = 10_000


class Costs(Struct, frozen=True):
    """One entry for each interruption, in microseconds."""

    since_checkpoint: Ints
    resume: Ints
    reschedule: Ints

    def __len__(self) -> int:
        """How many interruptions there are."""
        return len(self.resume)

    def means(self) -> dict[str, float]:
        """What one costs on average, in seconds, by the names of the rules' inputs; nothing if there was none."""
        if not len(self):
            return {}
        columns = {
            "since_checkpoint": self.since_checkpoint,
            "resume": self.resume,
            "reschedule": self.reschedule,
        }
        return {name: to_seconds(int(column.sum())) / len(self) for name, column in columns.items()}


def costs(breaks: Breaks, painted: Painted) -> Costs:
    """Lost progress by what each interruption took; the rest by what lies between it and the next step forward."""
    number, start, end = breaks.pieces()
    lost = painted.within(("lost_progress",), start, end)
    since_checkpoint = np.zeros(len(breaks.all), dtype=np.int64)
    np.add.at(since_checkpoint, number, lost)
    begins = np.array([one.time for one in breaks.all], dtype=np.int64)
    ends = np.array([one.end for one in breaks.all], dtype=np.int64)
    return Costs(
        since_checkpoint,
        painted.within(("start_up", "restoring"), begins, ends),
        painted.within(("rescheduling",), begins, ends),
    )


def interruptions(breaks: Breaks, some: Costs, start: int, *, as_text: bool) -> tuple[Interruption, ...]:
    """The first ten thousand interruptions, each with its costs in seconds."""
    columns = zip(
        breaks.all[:LISTED],
        some.since_checkpoint[:LISTED].tolist(),
        some.resume[:LISTED].tolist(),
        some.reschedule[:LISTED].tolist(),
        strict=True,
    )
    return tuple(
        Interruption(
            time=to_moment(one.time, as_text=as_text),
            offset=to_seconds(one.time - start),
            event=one.event,
            cause=one.cause,
            since_checkpoint=to_seconds(lost),
            resume=to_seconds(resume),
            reschedule=to_seconds(reschedule),
        )
        for one, lost, resume, reschedule in columns
    )
