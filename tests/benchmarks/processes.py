"""The processes of a server: its workers, their memory and time, and their end."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

_STOPS_WITHIN: Final = 10.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def workers(pid: int) -> list[int]:
    """The processes that a server has started to answer requests."""
    return [child for child in _children(pid) if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()]


def resident(pid: int) -> float:
    """Resident memory in MB, pages that are shared with other processes included."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE / 1e6


def busy(pid: int) -> float:
    """Seconds that all cores together have spent on a process, in steps of a hundredth."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS  # utime and stime, numbers 14 and 15 of proc_pid_stat(5)


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a server that we started; kill it, and the workers that it had, if it takes too long."""
    started = _children(process.pid)
    process.terminate()
    try:
        process.wait(_STOPS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_STOPS_WITHIN)
        for child in started:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in file.read_text(encoding="ascii").split()] if file.exists() else []
