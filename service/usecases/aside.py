"""Work that takes a processor for a while, done beside the requests: in a thread, and not too much of it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from service.usecases.line import Line

T = TypeVar("T")

_WAITING: Final = 8
"""How many may wait. One works at a time: two threads of one process would take turns, and only hold each other up."""


class Aside:
    """Does one piece of work at a time, for one event loop, which goes on answering meanwhile."""

    def __init__(self, waiting: int = _WAITING) -> None:
        """So many may wait; a thread is started when it is first needed."""
        self._line = Line(1, waiting, busy="formula is being searched")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")

    async def __call__(self, work: Callable[[], T]) -> T:
        """What the work gives. It is not ended with a caller who goes away, but there is never more than one thread.

        Raises:
            BusyError: too many wait already; and whatever the work raises.
        """
        async with self._line.place():
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
