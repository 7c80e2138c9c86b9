"""What it means when a child has not answered: which limit was met, or that it failed by itself."""

import signal
from typing import Final

from msgspec import DecodeError, Struct

from service.errors import Diagnostic
from service.sandbox.jobs import Answer, At, Exhausted, decode_line
from service.sandbox.process import MAX_OUTPUT, Ending

_NO_MEMORY: Final = ("MemoryError", "bad_alloc", "out of memory")
"""What libraries say as they end for want of memory."""


class Broken(Struct, frozen=True, kw_only=True):
    """There is no answer: a code, a sentence that says why, and the file that the child had turned to last."""

    code: str
    message: str
    file: str = ""

    def diagnostic(self, file: str) -> Diagnostic:
        """A finding about a file."""
        return Diagnostic(code=self.code, message=self.message, file=file)


class Limits(Struct, frozen=True):
    """What one examination may use."""

    seconds: int
    memory_mb: int


def verdict(ending: Ending, limits: Limits, *, late: bool) -> Answer | Broken:
    """The answer of a child that has ended; `late` says that it was ended when its time was over."""
    said, file = _read(ending.lines)
    if late or ending.code == -signal.SIGXCPU:
        return _limit(f"took more than {limits.seconds} s of time", file)
    if ending.overflowed:
        return _limit(f"found more than {MAX_OUTPUT // 1_000_000} MB of findings", file)
    if isinstance(said, Exhausted) or (ending.code != 0 and any(one in ending.errors for one in _NO_MEMORY)):
        return _limit(f"needed more than {limits.memory_mb} MiB of memory", file)
    if said is None and ending.code == -signal.SIGKILL:
        return _limit("was ended by the system, most likely because the machine has no memory left", file)
    if said is None:
        how = f"ended by signal {-ending.code}" if ending.code < 0 else f"ended with code {ending.code}"
        return Broken(
            code="crashed", message=f"the process that examines documents {how} while it read this", file=file
        )
    return said


def _limit(what: str, file: str) -> Broken:
    message = f"examining this {what}: split the rule into smaller ones, or make its expressions simpler"
    return Broken(code="limit", message=message, file=file)


def _read(lines: list[bytes]) -> tuple[Answer | None, str]:
    """The answer, if there is one, and the file that was named last."""
    file = ""
    for line in lines:
        try:
            said = decode_line(line)
        except DecodeError:
            return None, file
        if not isinstance(said, At):
            return said, file
        file = said.file
    return None, file
