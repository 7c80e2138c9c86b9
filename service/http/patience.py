"""Bodies that do not arrive: a caller that sends half a body and waits must not be waited for without end."""

from asyncio import CancelledError, Task, all_tasks, create_task, current_task, sleep
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from weakref import WeakSet

from service.errors import RequestTimeoutError

SECONDS = 30.0
"""How long a body may take to arrive: at least so long, at most half as long again."""
_LOOKS: Final = 2
"""How often it is looked in that time."""

_ended: Final[WeakSet[Task[Any]]] = WeakSet()


class Patience:
    """Cancels tasks that are inside one coroutine function for too long.

    All tasks are looked at now and then, which costs those that do not wait nothing. To set a timer for each, as
    `asyncio.timeout` does, takes eight microseconds, more than to decide; even to keep a list takes two.
    """

    def __init__(self, function: Callable[..., Awaitable[object]], seconds: float) -> None:
        """`function` is where a task may be for so many seconds, at least."""
        self._code = function.__code__
        self._seconds = seconds
        self._found: dict[object, int] = {}

    @asynccontextmanager
    async def watching(self) -> AsyncGenerator[None]:
        """Look at the tasks of this event loop meanwhile."""
        looking = create_task(self._look_on())
        try:
            yield
        finally:
            looking.cancel()
            with suppress(CancelledError):
                await looking

    async def _look_on(self) -> None:
        while True:
            await sleep(self._seconds / _LOOKS)
            self._look()

    def _look(self) -> None:
        """End what was found as often as in the whole time, and once more, as it may have come just before."""
        found: dict[object, int] = {}
        for task in all_tasks():
            call = self._call(task)
            if call is not None:
                found[call] = self._found.get(call, 0) + 1
                if found[call] > _LOOKS:
                    _ended.add(task)
                    task.cancel()
        self._found = found

    def _call(self, task: Task[Any]) -> object | None:
        """The call of the function that a task waits in, if it does."""
        call: object | None = task.get_coro()
        while call is not None and getattr(call, "cr_code", None) is not self._code:
            call = getattr(call, "cr_await", None)
        return call


def reason(cancelled: CancelledError) -> CancelledError | RequestTimeoutError:
    """Why the current task was cancelled: it waited for too long, and may go on; or somebody else knows why."""
    task = current_task()
    if task is None or task not in _ended:
        return cancelled
    _ended.discard(task)
    task.uncancel()
    return RequestTimeoutError(f"the body did not arrive within {SECONDS:g} seconds")
