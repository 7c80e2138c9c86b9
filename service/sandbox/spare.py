"""A child that is started ahead: by the time its job comes, it has loaded all that it needs.

To load the solver and the units takes a second; an author who checks a draft again and again need not wait for it each
time. A child is used once. One that nobody needs for a while is ended: it takes as much memory as a worker.
"""

import asyncio
from contextlib import suppress

from service.sandbox.process import Child


class Spare:
    """Keeps one child ready for so many seconds, or none at all (0)."""

    def __init__(self, seconds: float) -> None:
        """Start nothing yet."""
        self._seconds = seconds
        self._child: Child | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._starting = asyncio.Lock()
        self._closed = False

    async def take(self) -> Child:
        """The child that is ready, or a new one.

        Raises:
            OSError: there is no room for another process.
        """
        child = self._forget()
        if child is not None:
            if child.is_there:
                return child
            await child.end()
        return await Child.start()

    async def renew(self) -> None:
        """Start the next child, if there is none; after `close` there is to be none."""
        async with self._starting:
            if self._child is not None and not self._child.is_there:
                await self._end()
            if not self._seconds or self._child is not None or self._closed:
                return
            with suppress(OSError):  # whoever takes it is told
                self._child = await Child.start()
                self._timer = asyncio.get_running_loop().call_later(self._seconds, self._child.kill)

    async def close(self) -> None:
        """End what is left, even what is just being started."""
        self._closed = True
        async with self._starting:
            await self._end()

    async def _end(self) -> None:
        child = self._forget()
        if child is not None:
            await child.end()

    def _forget(self) -> Child | None:
        if self._timer is not None:
            self._timer.cancel()
        child, self._child, self._timer = self._child, None, None
        return child
