"""The ledger of a training job: where its time went.

Every moment of the period is counted in exactly one category, so the shares add to 1.
"""

from typing import Any, Final, Literal, get_args

from msgspec import Struct, field

Moment = str | float
"""A moment in an answer, in the form that the events use; text is in UTC."""

Category = Literal[
    "productive", "lost_progress", "saving", "restoring", "start_up", "other", "rescheduling", "waiting_for_resources"
]
Badput = Literal["lost_progress", "saving", "restoring", "start_up", "other", "rescheduling", "waiting_for_resources"]
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
"""All categories, from training that counts to waiting for anything to run on."""


class Repair(Struct, frozen=True, kw_only=True):
    """Something that was wrong and could be put right for certain: a stable code, where, and what was done.

    `event` counts from 1; in NDJSON it is the line, blank lines included.
    """

    code: str
    event: int
    message: str


class Interruption(Struct, frozen=True, kw_only=True):
    """One interruption and what it cost, in seconds of the ledger.

    `offset` is its time in seconds since the start of the period. `since_checkpoint` is t_ch, the progress that it took
    (nothing of it is counted twice), `reschedule` t_re, until the resources were there again, `resume` t_rm, from then
    until training went on. `event` is where it stands; nothing means that it was not recorded, only its restart was.
    """

    time: Moment
    offset: float
    event: int | None
    cause: str | None
    since_checkpoint: float
    resume: float
    reschedule: float


class Stretch(Struct, frozen=True, kw_only=True):
    """A part of the period: seconds since its start, and how many seconds of it each category has.

    Of short timelines each stretch has one category; of long ones stretches are equally long and may have several.
    """

    start: float
    end: float
    seconds: dict[Category, float]


class Ledger(Struct, frozen=True, kw_only=True):
    """Where the time of a job went.

    Attributes:
        start: when the period begins: at the first event.
        end: when it ends: at the last one.
        period: its length in seconds (t_w).
        available: seconds in which all resources were there: the period without waiting and rescheduling.
        seconds: seconds of each category; they add to the period.
        shares: the same as fractions of the period; they add to 1.
        scheduling_goodput: available / period.
        runtime_goodput: productive / available; nothing if the resources were never there.
        program_goodput: the MFU, if it is known.
        ml_productivity_goodput: the product of the three, if all are known.
        badput_price: what the time of each category but `productive` is worth at the given price, billed or not.
        steps: steps that were completed and not lost.
        events: records that were read.
        interruption_count: how many interruptions there were.
        interruptions: the interruptions, the first ten thousand of them.
        named: seconds of badput by the names that the events give it.
        repairs: what was put right, the first thousand.
        repair_counts: how many repairs of each code there were.
        course: the period from start to end, without gaps.
        inputs: for each rule that can be asked next, the inputs that this ledger has for it.
    """

    start: Moment
    end: Moment
    period: float
    available: float
    seconds: dict[Category, float]
    shares: dict[Category, float]
    scheduling_goodput: float
    runtime_goodput: float | None
    program_goodput: float | None = None
    ml_productivity_goodput: float | None = None
    badput_price: dict[Category, float] | None = None
    steps: int
    events: int
    interruption_count: int
    interruptions: tuple[Interruption, ...]
    named: dict[str, float]
    repairs: tuple[Repair, ...]
    repair_counts: dict[str, int]
    course: tuple[Stretch, ...]
    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)
