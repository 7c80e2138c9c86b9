"""The machine that measures: what it is, how busy, and which of its cores a process may use."""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.benchmarks.figures import CannotRunError

ROOT: Final = Path(__file__).parents[2]
"""The project's directory."""

Cores = frozenset[int]
_NEEDED: Final = 2


def described() -> str:
    """Model of the processor, cores, Python, and the load of the last minute."""
    busy = f", load {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{busy}"


def two_cores() -> tuple[Cores, Cores]:
    """One core for the server and one for the load.

    Raises:
        CannotRunError: the machine does not have them, or does not let a process choose.
    """
    cores = sorted(all_cores())
    if len(cores) < _NEEDED:
        message = "a core for the server and another for the load are needed"
        raise CannotRunError(message)
    return frozenset({cores[0]}), frozenset({cores[1]})


def all_cores() -> Cores:
    """The cores that this process may use.

    Raises:
        CannotRunError: the system can't say; Linux can.
    """
    if not hasattr(os, "sched_getaffinity"):
        message = f"processes can't be pinned to cores on {platform.system()}: run it on Linux"
        raise CannotRunError(message)
    return frozenset(os.sched_getaffinity(0))


@contextmanager
def on_cores(cores: Cores) -> Iterator[None]:
    """Keep this process, and those that it starts meanwhile, to these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
