"""What the child takes upon itself: to give way, to end with its parent, and to stay within limits."""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from typing import Final

_NICENESS: Final = 10
_PR_SET_PDEATHSIG: Final = 1
_FILES: Final = 65_536
_MIB: Final = 1 << 20


def stay_low() -> None:
    """Give way to those who serve, keep nothing of theirs open, and end with the parent."""
    os.closerange(3, _FILES)
    os.nice(_NICENESS)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123 - no file
        file.write("1000")
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit(seconds: int, memory_mb: int) -> None:
    """From here on: this much processor time, this much memory in all, and no core file."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _set(resource.RLIMIT_CPU, spent + seconds, spent + seconds + 1)  # the first ends it by a signal that says so
    _set(resource.RLIMIT_AS, memory_mb * _MIB, memory_mb * _MIB)
    _set(resource.RLIMIT_CORE, 0, 0)


def _set(what: int, soft: int, hard: int) -> None:
    """Lower a limit; one that is lower already stays, and one that the system does not know is left to the others."""
    _, now = resource.getrlimit(what)
    if now == resource.RLIM_INFINITY or hard < now:
        with suppress(OSError, ValueError):
            resource.setrlimit(what, (soft, hard))
