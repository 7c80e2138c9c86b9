"""Starts the child of a large timeline, and understands how it ended."""

import asyncio
import logging
import signal
import sys
from typing import IO, Final

from service.errors import RequestTooLargeError, SandboxError
from service.model.timeline import Asked
from service.sandbox.accounting.wire import Done, Exhausted, Refused, Work, decode_answer, encode_work
from service.sandbox.process import Child, Ending
from service.sandbox.verdicts import Limits
from service.usecases.line import Line

COMMAND: Final = (sys.executable, "-P", "-m", "service.sandbox.accounting")
_WAITING: Final = 4
"""Timelines that may wait for each one that is being read."""
_NO_MEMORY: Final = ("MemoryError", "Unable to allocate", "Cannot allocate memory")
"""What Python, numpy and the loader of libraries say as they end for want of memory."""

_log = logging.getLogger(__name__)


class ChildAccountant:
    """Makes each ledger in a child of its own: the port `Accountant`. It belongs to one event loop."""

    def __init__(self, *, seconds: int, memory_mb: int, at_once: int) -> None:
        """Start nothing yet."""
        self._limits = Limits(seconds, memory_mb)
        self._line = Line(at_once, waiting=at_once * _WAITING, busy="large timelines are being read")

    async def __call__(self, timeline: IO[bytes], asked: Asked) -> bytes:
        """As the port says."""
        async with self._line.place():
            work = Work(asked, self._limits.seconds, self._limits.memory_mb)
            ending, late = await self._performed(encode_work(work), timeline)
        return self._read(ending, late=late)

    async def _performed(self, work: str, timeline: IO[bytes]) -> tuple[Ending, bool]:
        """How the child ended, and whether its time was over."""
        try:
            child = await Child.start((*COMMAND, work), timeline)
        except OSError as error:
            message = f"no process can be started to read the timeline: {(error.strerror or str(error)).lower()}"
            raise SandboxError(message) from error
        late = False
        try:
            async with asyncio.timeout(self._limits.seconds):
                await child.finish()
        except TimeoutError:
            late = True
        finally:
            await child.end()
        return child.ending(), late

    def _read(self, ending: Ending, *, late: bool) -> bytes:
        """The answer of a child that has ended.

        Raises:
            ServiceError: there is none; whatever the reason.
        """
        if late or ending.code == -signal.SIGXCPU:
            raise _too_much(f"more than {self._limits.seconds} s of time")
        match decode_answer(ending.lines):
            case Done(), bytes(body):
                return body
            case Refused() as refused, _:
                raise refused.error()
            case Exhausted(), _:
                raise _too_much(f"more than {self._limits.memory_mb} MiB of memory")
            case _:
                raise self._failed(ending)

    def _failed(self, ending: Ending) -> Exception:
        if ending.code == -signal.SIGKILL or any(one in ending.errors for one in _NO_MEMORY):
            return _too_much(f"more than {self._limits.memory_mb} MiB of memory, or than the machine has")
        _log.error("a process that read a timeline ended with code %d: %s", ending.code, ending.errors.strip())
        return SandboxError("the process that reads timelines failed by itself")


def _too_much(what: str) -> RequestTooLargeError:
    return RequestTooLargeError(
        f"to read this timeline takes {what}: split it, or leave out steps that nothing hangs on"
    )
