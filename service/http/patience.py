"""Bodies that do not arrive: a caller that sends half a body and waits must not be waited for without end."""

from asyncio import AbstractEventLoop, CancelledError, Task, current_task
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

from service.errors import RequestTimeoutError

T = TypeVar("T")

SECONDS = 30.0
"""How long a body may take to arrive: at least so long, at most half as long again."""
_LOOKS: Final = 2
"""How often it is looked in that time."""


class Patience:
    """The tasks of one event loop that wait for something, each of them not for too long.

    One timer looks at all of them. A timer for each, such as `asyncio.timeout`, takes eight microseconds, more than to
    decide; this takes less than one.
    """

    def __init__(self, loop: AbstractEventLoop, seconds: float) -> None:
        """Nobody waits yet."""
        self.loop = loop
        self._seconds = seconds
        self._looks = 0
        self._watching = False
        self._waiting: dict[Task[Any], int] = {}
        self._ended: set[Task[Any]] = set()

    async def wait(self, awaited: Awaitable[T], task: Task[Any]) -> T:
        """What is awaited by the current task.

        Raises:
            RequestTimeoutError: it takes too long.
        """
        self._waiting[task] = self._looks
        if not self._watching:
            self._watch()
        try:
            return await awaited
        except CancelledError:
            if task not in self._ended:
                raise
            task.uncancel()
            message = f"the body did not arrive within {self._seconds:g} seconds"
            raise RequestTimeoutError(message) from None
        finally:
            del self._waiting[task]
            self._ended.discard(task)

    def _watch(self) -> None:
        self._watching = True
        self.loop.call_later(self._seconds / _LOOKS, self._look)

    def _look(self) -> None:
        """End those that have been here for as many looks, and one that came at once."""
        self._looks += 1
        for task, begun in self._waiting.items():
            if self._looks - begun > _LOOKS and task not in self._ended:
                self._ended.add(task)
                task.cancel()
        self._watching = bool(self._waiting)
        if self._watching:
            self._watch()


_latest: Patience | None = None


def patiently(awaited: Awaitable[T]) -> Awaitable[T]:
    """The same, ended if it takes too long; a process has one event loop, so there is one patience at a time."""
    global _latest  # noqa: PLW0603 - to look it up by loop would take as long as all the rest
    task = current_task()
    if task is None:
        return awaited
    loop = task.get_loop()
    if _latest is None or _latest.loop is not loop:
        _latest = Patience(loop, SECONDS)
    return _latest.wait(awaited, task)
