"""Children that behave badly, in place of the real one, and event loops to run them from."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest
import uvloop

from service.model.files import RuleFiles
from service.sandbox import process
from service.sandbox.runner import Sandbox

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds after which what should have happened has not."""

FILES = RuleFiles({"one/1.0.0.yaml": b"kind: tree\n", "two/1.0.0.yaml": b"kind: tree\n"}, b"{}")
ONE = frozenset({("one", "1.0.0")})

HERE = "import pathlib, os; pathlib.Path({place!r}, str(os.getpid())).touch(); "
"""A child leaves its number in a directory."""
BUSY = HERE + "import time; time.sleep(600)"
"""And never comes back."""


def behaving(monkeypatch: pytest.MonkeyPatch, code: str, **values: object) -> None:
    """Let children do this instead."""
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", code.format(**values)))


def sandbox(seconds: int = 60, memory_mb: int = 2048, at_once: int = 1, spare_seconds: float = 0.0) -> Sandbox:
    return Sandbox(seconds=seconds, memory_mb=memory_mb, at_once=at_once, spare_seconds=spare_seconds)


def children(place: Path) -> list[int]:
    """The numbers that children have left."""
    return [int(one.name) for one in place.iterdir()]


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that only waits to be counted by its parent has."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return True
    return stat.rpartition(")")[2].split()[0] in ("Z", "X")


def wait_until(holds: Callable[[], bool]) -> None:
    """Look again and again, with a bound."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        os.sched_yield()
        time.sleep(0.01)


async def wait_for(holds: Callable[[], bool]) -> None:
    """The same, while the event loop goes on."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)


def in_asyncio(work: Coroutine[Any, Any, T]) -> T:
    """As a command runs it."""
    return asyncio.run(work)


def in_uvloop(work: Coroutine[Any, Any, T]) -> T:
    """As a worker runs it."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """As the keeper runs it."""
    results: list[T] = []
    thread = Thread(target=lambda: results.append(asyncio.run(work)))
    thread.start()
    thread.join()
    return results[0]


LOOPS = [
    pytest.param(in_asyncio, id="asyncio"),
    pytest.param(in_uvloop, id="uvloop"),
    pytest.param(in_a_thread, id="a thread"),
]
Run = Callable[[Coroutine[Any, Any, Any]], Any]
