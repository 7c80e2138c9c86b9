"""Bodies that may be large: kept in memory while they are small, and in a file without a name beyond that."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final

from litestar import Request
from litestar.types import Receive

from service.errors import MalformedRequestError, RequestTimeoutError, RequestTooLargeError, SandboxError
from service.http import patience
from service.http.bodies import declared_length, too_large
from service.usecases.account import SMALL
from service.usecases.line import Line

_AT_ONCE: Final = 8
"""Large bodies that are received at once."""
_SLOWEST: Final = 100_000
"""Bytes that are to arrive in each second on average, once the first half minute is over."""
_PIECE: Final = 1_000_000
"""Bytes that are written at once, in a thread: the event loop does not wait for a disk."""


class Spool:
    """Receives bodies; belongs to one event loop. Files are in a directory, or where the system has such files."""

    def __init__(self, directory: Path | None) -> None:
        """Receive nothing yet."""
        self._directory = directory
        self._line = Line(_AT_ONCE, waiting=0, busy="large bodies are being received")

    @asynccontextmanager
    async def received(
        self, request: Request[Any, Any, Any], limit: int, refuse: Callable[[bytes], None]
    ) -> AsyncIterator[bytes | IO[bytes]]:
        """The body of a request while it is needed: its content if that is small, else an open file.

        Raises:
            UnsupportedMediaTypeError: `refuse` does not take its content type.
            RequestTooLargeError: it has more than `limit` bytes.
            RequestTimeoutError: it does not arrive, or too slowly.
            MalformedRequestError: it breaks off.
            BusyError: too many large bodies are being received.
            SandboxError: there is no room for it.
        """
        length = declared_length(request.scope["headers"], limit, refuse)
        body = _Body(request.receive, limit)
        async with _in_time(body):
            begin = await body.until(SMALL, length)
        if body.is_complete(length) and len(begin) <= SMALL:
            yield begin
            return
        async with self._line.place():
            file = await self._file()
            with file:
                async with _in_time(body):
                    await _keep(body, file, begin, length)
                yield file

    async def _file(self) -> IO[bytes]:
        try:
            return await asyncio.to_thread(TemporaryFile, dir=self._directory)
        except OSError as error:
            raise _no_room(error) from error


class _Body:
    """A body as it arrives."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self.size = 0
        self.more = True
        self.patience: asyncio.Timeout | None = None

    def is_complete(self, length: int | None) -> bool:
        """Whether all of it has arrived."""
        return not self.more or self.size == length

    async def until(self, size: int, length: int | None) -> bytes:
        """The next bytes, a little more than `size` of them, or the rest."""
        parts: list[bytes] = []
        end = self.size + size
        while not self.is_complete(length) and self.size <= end:
            message = await self._receive()
            if message["type"] != "http.request":
                words = "the connection ended before the body did"
                raise MalformedRequestError(words)
            parts.append(message["body"])
            self.size += len(message["body"])
            self.more = message.get("more_body", False)
            if self.size > self._limit:
                raise RequestTooLargeError(too_large(self._limit))
            self._wait_longer(len(message["body"]))
        return b"".join(parts)

    def _wait_longer(self, arrived: int) -> None:
        if self.patience is not None:
            end = self.patience.when()
            self.patience.reschedule(None if end is None else end + arrived / _SLOWEST)


@asynccontextmanager
async def _in_time(body: _Body) -> AsyncIterator[None]:
    """Wait for a body half a minute, and longer as long as it goes on arriving."""
    try:
        async with asyncio.timeout(patience.SECONDS) as body.patience:
            yield
    except TimeoutError as error:
        message = f"the body comes too slowly: after {patience.SECONDS:g} s, {_SLOWEST} bytes must come in each second"
        raise RequestTimeoutError(message) from error


async def _keep(body: _Body, file: IO[bytes], begin: bytes, length: int | None) -> None:
    """Write the body into the file, and go back to its beginning."""
    part = begin
    try:
        while part:
            await asyncio.to_thread(file.write, part)
            part = await body.until(_PIECE, length)
        await asyncio.to_thread(file.seek, 0)
    except OSError as error:
        raise _no_room(error) from error


def _no_room(error: OSError) -> SandboxError:
    return SandboxError(f"there is no room to keep the timeline while it is read: {(error.strerror or '').lower()}")
