"""Both clients behind one face, so that each test is of both."""

from asyncio import Runner
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

from service.client import AsyncClient, Client
from service.client.calls import Call
from service.model.pages import Page

T = TypeVar("T")


class Waiting:
    """The client that waits."""

    def __init__(self, url: str, **options: Any) -> None:
        self.client = Client(url, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()

    def send(self, call: Call[T]) -> T:
        return self.client.send(call)

    def each(self, call: Call[Page[T]]) -> list[T]:
        return [*self.client.each(call)]


class Meanwhile:
    """The client of asyncio, in an event loop of its own."""

    def __init__(self, url: str, **options: Any) -> None:
        self.client = AsyncClient(url, **options)
        self.runner = Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.runner:
            self._wait(self.client.aclose())

    def send(self, call: Call[T]) -> T:
        return self._wait(self.client.send(call))

    def each(self, call: Call[Page[T]]) -> list[T]:
        async def entries() -> list[T]:
            return [one async for one in self.client.each(call)]

        return self._wait(entries())

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)


Asker = Waiting | Meanwhile
Kind = type[Waiting] | type[Meanwhile]
