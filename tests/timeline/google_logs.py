"""Logs that Google's library and the ledger are to account for alike.

What they account for differently is left out: see google_differ.yaml.
"""

from collections.abc import Iterator

from hypothesis import strategies as st
from msgspec import Struct


class Run(Struct, frozen=True, kw_only=True):
    """A run of a program; all are seconds, but for `kept` and `lost`, which are numbers of steps.

    Attributes:
        parts: how long the parts of its start-up take.
        pauses: what lies before each of them, and before the first step.
        extra: what the first step takes longer.
        custom: custom badput in each of the steps that are kept.
        lost: steps that start, and are done again by the next run.
        down: from the start of the last step to the restart.
        logged: whether `job_start_time` is; if not, the program starts again by itself.
    """

    parts: dict[str, int]
    pauses: list[int]
    extra: int
    custom: list[int]
    lost: int
    down: int
    logged: bool

    @property
    def kept(self) -> int:
        """Steps that count."""
        return len(self.custom)


MAX_LOADING = 2
SECONDS = st.integers(0, 40)
PARTS = st.fixed_dictionaries(
    {"tpu_init": st.integers(1, 40), "training_prep": SECONDS, "restore": SECONDS, "data_loading": st.integers(1, 40)}
)
RUNS = st.builds(
    Run,
    parts=PARTS,
    pauses=st.lists(SECONDS, min_size=5, max_size=5),
    extra=SECONDS,
    custom=st.lists(SECONDS, min_size=3, max_size=6),
    lost=st.integers(1, 4),
    down=SECONDS,
    logged=st.booleans(),
)


def scripts() -> st.SearchStrategy[list[str]]:
    """Jobs of one to four runs, with steps of equal length."""
    return st.builds(lambda runs, step: [*_job(runs, step)], st.lists(RUNS, min_size=1, max_size=4), st.integers(1, 20))


def _job(runs: list[Run], step: int) -> Iterator[str]:
    """Two interruptions or more, and the library counts data loading wrong."""
    time = first = 0
    for run in runs:
        if run.logged or first == 0:
            yield f"{time} job_start"
        for pause, (part, length) in zip(run.pauses, run.parts.items(), strict=False):
            time += pause
            if length and (first or part != "restore") and (len(runs) <= MAX_LOADING or part != "data_loading"):
                yield f"{time}..{time + length} {part}{f' {first - 1} /{time}' if part == 'restore' else ''}"
                time += length
        time += run.pauses[-1]
        is_last = run is runs[-1]
        for place, custom in enumerate(run.custom):
            yield f"{time} step {first + place}"
            time += step + (0 if place else run.extra)
            if custom and not (is_last and place == run.kept - 1):
                yield f"{time}..{time + custom} custom evaluation"
                time += custom
        first += run.kept
        if not is_last:
            yield from (f"{time + step * place} step {first + place}" for place in range(run.lost))
            time += step * (run.lost - 1) + run.down
    yield f"{time} job_end"


TIMES = st.integers(1_704_067_200, 1_704_067_260)
SPANS = ("tpu_init", "training_prep", "data_loading", "custom_badput_event", "elastic_wait", "elastic_reinit")


def _moment(key: str) -> st.SearchStrategy[dict[str, object]]:
    return st.builds(lambda time: {"job_name": "j", key: time}, TIMES)


def entries() -> st.SearchStrategy[dict[str, object]]:
    """Any entry that is well-formed by itself, of one minute in which everything may happen."""
    spans = st.sampled_from([f"{span}_{end}_time" for span in SPANS for end in ("start", "end")])
    steps = st.fixed_dictionaries({"step_count": st.integers(0, 6), "step_start_time": TIMES})
    saves = st.fixed_dictionaries(
        {
            "event_type": st.just("save"),
            "step": st.none() | st.integers(0, 6),
            "directory": st.sampled_from(["/local", "gs://bucket"]),
            "reached_preemption": st.booleans(),
            "checkpoint_manager_blocking_start_time": TIMES,
            "checkpoint_manager_blocking_duration_secs": st.integers(0, 20),
        }
    )
    restores = st.fixed_dictionaries(
        {
            "event_type": st.just("restore"),
            "step": st.integers(0, 6),
            "checkpoint_manager_start_time": TIMES,
            "checkpoint_manager_duration_secs": st.integers(0, 20),
        }
    )
    jobs = st.sampled_from(["job_start_time", "job_end_time"])
    return st.one_of(jobs.flatmap(_moment), spans.flatmap(_moment), steps, steps, saves, restores)
