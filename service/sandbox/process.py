"""One child process: started, given its job, listened to, and ended for certain."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from subprocess import PIPE
from typing import IO, Final, cast

from msgspec import Struct

COMMAND: tuple[str, ...] = (sys.executable, "-P", "-m", "service.sandbox")
_PASSED_ON: Final = ("PATH", "LANG", "TMPDIR", "PYTHONPATH", "LD_LIBRARY_PATH", "MPLCONFIGDIR")
"""All that a child gets of the environment: what it needs to start, and nothing that is secret."""

_STDERR: Final = 2
MAX_OUTPUT: Final = 64_000_000
_MAX_ERRORS: Final = 16_000


class Ending(Struct, frozen=True):
    """What a child wrote, and how it ended: the exit code, or a signal as a negative number.

    `lines` are whole lines; `overflowed` says that it was ended because it wrote too much.
    """

    lines: list[bytes]
    errors: str
    code: int
    overflowed: bool


class Child:
    """A process that waits for its job."""

    def __init__(self, transport: asyncio.SubprocessTransport, listener: "_Listener") -> None:
        """Take what `start` has made."""
        self._transport = transport
        self._listener = listener

    @classmethod
    async def start(cls, command: tuple[str, ...] = (), stdin: IO[bytes] | int = PIPE) -> "Child":
        """Start one, in a session and process group of its own; by default one that waits for its job.

        Raises:
            OSError: there is no room for another process.
        """
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        transport, listener = await asyncio.get_running_loop().subprocess_exec(
            _Listener,
            *(command or COMMAND),
            stdin=stdin,
            env={**environment, "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        return cls(transport, listener)

    @property
    def is_there(self) -> bool:
        """Whether it has not ended yet."""
        return not self._listener.ended.done()

    async def perform(self, assignment: bytes) -> Ending:
        """Hand over the job and wait until the child has ended."""
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        pipe.write(assignment)
        pipe.close()  # once all of it is written
        await self.finish()
        return self.ending()

    async def finish(self) -> None:
        """Wait until the child has ended by itself."""
        await asyncio.shield(self._listener.ended)

    def ending(self) -> Ending:
        """What came of it so far."""
        code = self._transport.get_returncode()
        lines = bytes(self._listener.output).split(b"\n")[:-1]
        errors = self._listener.errors.decode(errors="replace")
        return Ending(lines, errors, 0 if code is None else code, self._listener.overflowed)

    def kill(self) -> None:
        """End it now, with all that it may have started."""
        if self.is_there:
            with suppress(ProcessLookupError):
                os.killpg(self._transport.get_pid(), signal.SIGKILL)

    async def end(self) -> None:
        """Kill whatever is left of it, and wait until it is gone."""
        self.kill()
        await asyncio.shield(self._listener.ended)
        self._transport.close()


class _Listener(asyncio.SubprocessProtocol):
    """Gathers what a child writes, up to a limit."""

    def __init__(self) -> None:
        self.output = bytearray()
        self.errors = bytearray()
        self.overflowed = False
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDERR:
            self.errors = (self.errors + data)[-_MAX_ERRORS:]
        elif len(self.output) + len(data) <= MAX_OUTPUT:
            self.output += data
        elif self._transport is not None and not self.overflowed:
            self.overflowed = True
            self._transport.kill()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's signature
        if not self.ended.done():
            self.ended.set_result(None)
