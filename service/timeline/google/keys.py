"""What stands in the log of `ml-goodput-measurement` 0.2, and of Orbax checkpoint managers, which may log to it too.

Times are seconds since 1970. Source: the library's `goodput.py`, `goodput_elastic.py` and
`checkpoint_badput_calculator.py`, and Orbax's `step_statistics.py`.
"""

from enum import IntEnum
from typing import Final

from msgspec import Struct

from service.model.ledger import Badput


class Kind(IntEnum):
    """What is told of one moment."""

    JOB_START = 0
    JOB_END = 1
    STEP = 2
    SAVE = 3
    RESTORE = 4
    START = 5
    """Of an activity, by its place in the list of activities."""
    END = 6


class Family(Struct, frozen=True, kw_only=True):
    """Activities that have a start and an end.

    Attributes:
        name: what the ledger calls it.
        category: what its time counts as.
        type_key: the key with its name, of one that the user names.
        restarts: whether it says, between two steps, that the program starts again.
    """

    name: str
    category: Badput
    type_key: str | None = None
    restarts: bool = False


DATA_LOADING: Final = Family(name="data_loading", category="start_up")
"""Badput before the first step of a run only; later it overlaps with training."""
CUSTOM: Final = Family(name="custom", category="other", type_key="custom_badput_event_type")
WAIT: Final = Family(name="elastic_wait", category="rescheduling", type_key="elastic_wait_event_type", restarts=True)

REINIT: Final = Family(name="elastic_reinit", category="start_up", restarts=True)
"""The other parts of a start-up may lie within it."""

FAMILIES: Final[dict[str, Family]] = {
    "tpu_init": Family(name="tpu_init", category="start_up", restarts=True),
    "training_prep": Family(name="training_prep", category="start_up", restarts=True),
    "data_loading": DATA_LOADING,
    "custom_badput_event": CUSTOM,
    "elastic_wait": WAIT,
    "elastic_reinit": REINIT,
}
STARTS: Final = {f"{prefix}_start_time": family for prefix, family in FAMILIES.items()}
ENDS: Final = {f"{prefix}_end_time": family for prefix, family in FAMILIES.items()}

JOB_NAME: Final = "job_name"
JOB_START: Final = "job_start_time"
JOB_END: Final = "job_end_time"
STEP_START: Final = "step_start_time"
STEP_COUNT: Final = "step_count"
BESIDE: Final = frozenset({JOB_NAME, STEP_COUNT, "custom_badput_event_type", "elastic_wait_event_type"})
"""Keys that say more about the moment beside them."""

SLICES: Final = frozenset({"active_slices", "total_slices", "available_slices", "elastic_slice_counts_timestamp"})
"""How many slices an elastic job has. The ledger knows a job that runs or does not, so they are told as not counted."""

EVENT_TYPE: Final = "event_type"
CHECKPOINT_JOB: Final = "checkpoint_job"
"""The job name that Orbax writes unless it is told another."""


class Operation(Struct, frozen=True, kw_only=True):
    """What a checkpoint manager does, and where its log says when that began and how many seconds it took."""

    kind: Kind
    start: str
    duration: str


_RESTORE: Final = Operation(
    kind=Kind.RESTORE, start="checkpoint_manager_start_time", duration="checkpoint_manager_duration_secs"
)
OPERATIONS: Final = {
    "save": Operation(
        kind=Kind.SAVE,
        start="checkpoint_manager_blocking_start_time",
        duration="checkpoint_manager_blocking_duration_secs",
    ),
    "restore": _RESTORE,
    "emergency_restore": _RESTORE,
}
CHECKPOINT_KEYS: Final = frozenset(
    {
        *(key for operation in OPERATIONS.values() for key in (operation.start, operation.duration)),
        *(
            f"{part}_{what}"
            for part in ("wait_for_prev", "checkpointer_blocking", "checkpointer", "get_old_steps", "broadcast")
            for what in ("start_time", "duration_secs")
        ),
        *(JOB_NAME, EVENT_TYPE, "step", "directory", "reached_preemption", "preemption_received_at", "synchronous"),
        *("is_restoring_slice", "in_primary_slice"),
    }
)
"""All that such an entry may hold; the parts of an operation lie within it."""
