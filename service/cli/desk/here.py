"""The store and the examiner of this process, opened when they are first needed, all in one event loop."""

from asyncio import Runner
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import cached_property
from types import TracebackType
from typing import Any, Self, TypeVar

from service.cli.tools import Tools
from service.usecases.ports import Examiner, LocalStore

T = TypeVar("T")


class Here:
    """For as long as one command runs; commands are not asynchronous, what they use is."""

    def __init__(self, tools: Tools) -> None:
        """Open nothing yet."""
        self.tools = tools
        self._runner = Runner()
        self._opened = AsyncExitStack()

    def __enter__(self) -> Self:
        """Use it in a `with`, which closes what was opened."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close what was opened, the last first."""
        with self._runner:
            self.run(self._opened.aclose())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for it."""
        return self._runner.run(work)

    @cached_property
    def store(self) -> LocalStore:
        """The store of the settings.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        return self._open(self.tools.store())

    @cached_property
    def examiner(self) -> Examiner:
        """What examines documents, away from this process."""
        return self._open(self.tools.examiner())

    def _open(self, what: AbstractAsyncContextManager[T]) -> T:
        return self.run(self._opened.enter_async_context(what))
