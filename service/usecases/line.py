"""The line before a door that only so many may pass at once; a long line is closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.errors import BusyError


class Line:
    """First come, first served, in one event loop."""

    def __init__(self, at_once: int, waiting: int, *, busy: str) -> None:
        """So many may be inside, and so many more may wait; `busy` says what is being done: `documents are ...`."""
        self._at_once = at_once
        self._longest = waiting
        self._busy = busy
        self._inside = asyncio.Semaphore(at_once)
        self._waiting = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place, and leave it at the end.

        Raises:
            BusyError: too many wait already.
        """
        if self._inside.locked() and self._waiting >= self._longest:
            message = (
                f"{self._at_once} {self._busy}, as many as may be at once, and {self._waiting} more "
                "wait: try again in a moment"
            )
            raise BusyError(message)
        self._waiting += 1
        try:
            await self._inside.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._inside.release()
