"""Ledgers of large timelines: processor time and memory of the child that makes one, from its start to its end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct, json

from service.model.timeline import Asked
from service.sandbox.accounting.accountant import COMMAND
from service.sandbox.accounting.wire import Done, Work, decode_answer, encode_work
from tests.benchmarks.figures import Aim, CannotRunError, Effort, Row, Sample

_EVENTS: Final = 1_000_000
_WORK: Final = Work(Asked(form="lines"), seconds=600, memory_mb=1536)
_SAVE_EVERY, _FAIL_EVERY = 100, 10_000
_BEGIN: Final = "2026-03-0{}T{:02}:{:02}:{:02}.{:06}Z"
_KIB: Final = 1024


class _Spent(Struct, frozen=True):
    """Seconds of a processor, and MiB that were resident at most."""

    seconds: float
    memory: float


def measure(effort: Effort) -> Iterator[Row]:
    """Two rows: time and memory for a million events.

    Raises:
        CannotRunError: the child fails.
    """
    with TemporaryDirectory() as directory:
        path = Path(directory) / "events.ndjson"
        with path.open("wb") as file:
            file.writelines(_lines())  # not kept: the system counts what a parent holds as used by its child too
        spent = [_made(path) for _ in range(effort.rounds)]
    time = Sample(tuple(one.seconds for one in spent))
    memory = Sample(tuple(one.memory for one in spent))
    what = f"a ledger of {_EVENTS:,} events"
    yield Row(benchmark="timeline", what=what, figure=time.median, unit="core s", spread=time.spread, aim=Aim(10.0))
    yield Row(benchmark="timeline", what=what, figure=memory.median, unit="MiB", spread=memory.spread)


def _made(path: Path) -> _Spent:
    with path.open("rb") as file:
        child = subprocess.Popen((*COMMAND, encode_work(_WORK)), stdin=file, stdout=subprocess.PIPE)  # noqa: S603 - our own command
        said = child.stdout.read() if child.stdout else b""
        _, _, used = os.wait4(child.pid, 0)
        child.returncode = 0  # it was waited for
    match decode_answer(said.split(b"\n")[:-1]):
        case Done(), ledger:
            _check(ledger)
        case answer:
            message = f"the child gave no ledger: {answer}"
            raise CannotRunError(message)
    unit = _KIB * _KIB if sys.platform == "darwin" else _KIB
    return _Spent(used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def _check(ledger: bytes) -> None:
    events = json.decode(ledger)["events"]
    if events != _EVENTS:
        message = f"{events:,} of {_EVENTS:,} events were read"
        raise CannotRunError(message)


def _lines() -> Iterator[bytes]:
    """A job that does a step in a third of a second, saves now and then, and is interrupted now and then."""
    step, time = 0, 0
    yield _line("initialized", time)
    for number in range(1, _EVENTS):
        time += 333_333
        if number % _FAIL_EVERY == 0:
            yield _line("interrupted", time, cause="node failure", resources_kept=True)
        elif number % _FAIL_EVERY == 1 and number > 1:
            step -= step % _SAVE_EVERY
            yield _line("checkpoint_restored", time, step=step)
        elif number % _SAVE_EVERY == 0:
            yield _line("checkpoint_saved", time, duration=0.1, step=step)
        else:
            step += 1
            yield _line("step", time, step=step)


def _line(kind: str, time: int, **members: object) -> bytes:
    seconds, fraction = divmod(time, 1_000_000)
    day, rest = divmod(seconds, 86_400)
    moment = _BEGIN.format(day + 1, rest // 3600, rest // 60 % 60, rest % 60, fraction)
    return json.encode({"event": kind, "time": moment, **members}) + b"\n"
