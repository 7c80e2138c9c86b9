"""Google's `ml-goodput-measurement` at work: it writes the logs of these tests, and accounts for them itself.

It is used as its own tests do, with a logger that keeps entries in memory, so nothing of it goes over a network.
"""

import importlib
import itertools
import warnings
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.timeline.google_scripts import CHECKPOINT, calls

JOB = "a-job"
START = datetime(2024, 1, 1, 1, tzinfo=UTC)
"""Second 0 of a script."""
_WINDOW = (START - timedelta(days=1), START + timedelta(days=365))

Entry = dict[str, Any]


class Account(Struct, frozen=True, kw_only=True):
    """Where the time of a job went, in seconds.

    `badput` is by the library's names; custom badput has that of the user. What overlaps with training is no badput.
    """

    period: float
    productive: float
    badput: dict[str, float]
    steps: int
    interruptions: int

    def sum(self) -> float:
        """Of everything; it should be the period."""
        return self.productive + sum(self.badput.values())


class _Memory:
    """Stands in for Cloud Logging."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries

    def write_cloud_logging_entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def read_cloud_logging_entries(self, **_: datetime | None) -> tuple[list[Entry], tuple[datetime, str]]:
        return list(self.entries), (START, "last")


class Library:
    """The library; `directory` is where it may keep what it reads."""

    def __init__(self, directory: Path) -> None:
        with warnings.catch_warnings():  # those of what it imports
            warnings.simplefilter("ignore")
            self._elastic = importlib.import_module("ml_goodput_measurement.src.goodput_elastic")
        self._directories = (directory / str(number) for number in itertools.count())

    def log(self, script: list[str]) -> list[Entry]:
        """The entries that it writes when a program calls it like this."""
        memory = _Memory([])
        recorder = self._elastic.ElasticGoodputRecorder(JOB, "a-log", True, memory)
        for second, method, given in calls(script):
            time = START + timedelta(seconds=second)
            if method == CHECKPOINT:
                memory.write_cloud_logging_entry(_checkpoint(time, **given))
            else:
                moment = "end_time" if method.endswith("end_time") else "start_time"
                getattr(recorder, method)(**given, **{moment: time})
        return memory.entries

    def account(self, entries: list[Entry], *, until_now: bool = False) -> Account:
        """What it makes of a log: up to `job_end_time`; if there is none, up to the last entry, or until now."""
        calculator = self._calculator(entries, next(self._directories))
        if not until_now and not any("job_end_time" in entry for entry in entries):
            return self._account_of_window(calculator)
        calculator.get_job_goodput()
        told = calculator.get_job_goodput_details()
        return Account(
            period=told["total_elapsed_time"],
            productive=sum(told["goodput_time"].values()),
            badput=_flat(told["badput_time"]),
            steps=told["max_productive_step"] + 1,
            interruptions=told["disruption_count"],
        )

    def _account_of_window(self, calculator: Any) -> Account:
        """Of all entries, as of a window of time; these figures are percent."""
        goodput, badput, step, period, interruptions = calculator.get_job_goodput_interval(*_WINDOW)
        return Account(
            period=period,
            productive=goodput / 100 * period,
            badput={name: percent / 100 * period for name, percent in _flat(badput).items()},
            steps=step + 1,
            interruptions=interruptions,
        )

    def cached(self, entries: list[Entry]) -> Path:
        """The file in which it keeps a log that it has read."""
        directory = next(self._directories)
        self._calculator(entries, directory).get_job_goodput()
        return directory / f"{JOB}_timeline.jsonl"

    def _calculator(self, entries: list[Entry], directory: Path) -> Any:
        return self._elastic.ElasticGoodputCalculator(JOB, "a-log", _Memory(entries), cache_dir=str(directory))


def _flat(badput: dict[Any, Any]) -> dict[str, float]:
    """Badput by one name each; the library writes names of custom events in capitals."""
    flat: dict[str, float] = {}
    for kind, figure in badput.items():
        if isinstance(figure, dict):
            flat |= {name.lower(): value for name, value in figure.items()}
        elif kind.name != "DATA_LOADING_ASYNC":
            flat[kind.name.lower()] = figure
    return flat


def _checkpoint(time: datetime, *, what: str, begin: float, step: int, directory: str) -> Entry:
    """What Orbax logs when it is done with a save or a restore; the parts of it lie within."""
    start = (START + timedelta(seconds=begin)).timestamp()
    seconds = time.timestamp() - start
    whole, parts = (
        ("checkpoint_manager_blocking", ("wait_for_prev", "checkpointer_blocking", "get_old_steps"))
        if what == "save"
        else ("checkpoint_manager", ("checkpointer",))
    )
    entry: Entry = {"step": step, "event_type": what, "directory": directory}
    for part in parts:
        entry |= {f"{part}_start_time": start, f"{part}_duration_secs": 0.0}
    return entry | {f"{whole}_start_time": start, f"{whole}_duration_secs": seconds, "job_name": JOB}
