"""What happened to a training job, event by event.

Events are what a caller sends, one JSON object each; `event` says which kind it is. The answer is a ledger
(`service/model/ledger.py`).
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from service.model.ledger import Badput

Time = Annotated[datetime, Meta(tz=True)] | float
"""A moment: RFC 3339 text with an offset, or a number of seconds since any origin. One timeline uses one form."""

Seconds = Annotated[float, Meta(ge=0)]
Word = Annotated[str, Meta(min_length=1, max_length=100)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Event(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="event", gc=False):
    """Base of everything that can stand in a timeline.

    - `forbid_unknown_fields`: a slip of the pen must fail, not vanish.
    - `gc=False`: events hold no cycles, and come by the million.
    """


class Requested(Event, frozen=True, kw_only=True, tag="requested", gc=False):
    """The job asked for its resources."""

    time: Time


class Allocated(Event, frozen=True, kw_only=True, tag="allocated", gc=False):
    """All resources of the job are there; the program starts."""

    time: Time


class Initialized(Event, frozen=True, kw_only=True, tag="initialized", gc=False):
    """The program has started; what follows is a restore, or training."""

    time: Time


class Step(Event, frozen=True, kw_only=True, tag="step", gc=False):
    """Training step number `step` was completed."""

    time: Time
    step: Number


class CheckpointSaved(Event, frozen=True, kw_only=True, tag="checkpoint_saved", gc=False):
    """A checkpoint is complete: from `time` on it can be restored.

    `start` is when the save began, `duration` for how many seconds it blocked the training. Of the two, the one that
    is missing follows from the other and `time`; a save that goes on in the background has both. It holds the progress
    up to the end of the blocking. `step` is the last step that it holds.
    """

    time: Time
    start: Time | None = None
    duration: Seconds | None = None
    step: Number | None = None


class CheckpointRestored(Event, frozen=True, kw_only=True, tag="checkpoint_restored", gc=False):
    """A checkpoint was restored; training goes on from `step`, if that is given.

    `duration` is how many seconds the restore took; without it, it lasted since the event before.
    """

    time: Time
    duration: Seconds | None = None
    step: Number | None = None


class Interrupted(Event, frozen=True, kw_only=True, tag="interrupted", gc=False):
    """The job stopped against its will. `resources_kept` says that only the program has to start again."""

    time: Time
    cause: Word | None = None
    resources_kept: bool = False


class Released(Event, frozen=True, kw_only=True, tag="released", gc=False):
    """The job gave its resources back; its work is done or put off."""

    time: Time


class BadputInterval(Event, frozen=True, kw_only=True, tag="badput", gc=False):
    """A stretch of time that the caller knows to be badput, such as an evaluation or a stalled input pipeline."""

    start: Time
    end: Time | None = None
    category: Badput = "other"
    name: Word | None = None


AnyEvent = (
    Requested
    | Allocated
    | Initialized
    | Step
    | CheckpointSaved
    | CheckpointRestored
    | Interrupted
    | Released
    | BadputInterval
)


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What else is known of the job.

    Attributes:
        program_goodput: the model FLOP utilization (MFU), a ratio; or the four figures that it is computed from:
        tokens_per_second: tokens that the whole job trains on per second of productive time.
        flops_per_token: floating-point operations per token.
        accelerators: accelerators of the job.
        peak_flops: dense peak of one accelerator, in FLOP per second.
        accelerator_hour_price: price of one accelerator for an hour; needs `accelerators`.
    """

    program_goodput: Annotated[float, Meta(ge=0, le=1)] | None = None
    tokens_per_second: Annotated[float, Meta(gt=0)] | None = None
    flops_per_token: Annotated[float, Meta(gt=0)] | None = None
    accelerators: Annotated[float, Meta(ge=1, le=10_000_000, multiple_of=1)] | None = None
    peak_flops: Annotated[float, Meta(gt=0)] | None = None
    accelerator_hour_price: Annotated[float, Meta(ge=0)] | None = None

    def over(self, others: "Options") -> "Options":
        """These where they are given, and the others where they are not."""
        mine = {name: getattr(self, name) for name in Options.__struct_fields__}
        rest = {name: getattr(others, name) for name in Options.__struct_fields__}
        return Options(**{name: rest[name] if value is None else value for name, value in mine.items()})


class Timeline(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole timeline as one JSON object."""

    events: list[AnyEvent]


class Asked(Struct, frozen=True, kw_only=True):
    """What is to be made of the text of a timeline.

    `form` is `object`, which is a `Timeline`; `lines`, an event on each line of NDJSON; or `list`, a list in JSON.
    `options` go before those of a `Timeline`. `picture` asks for the ledger as a picture.
    """

    form: Literal["object", "lines", "list"]
    options: Options = Options()
    picture: bool = False
