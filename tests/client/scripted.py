"""A service whose every answer is written down before, and a clock that only pauses and answers move."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import httpx
from msgspec import Struct, json

URL = "http://rules.example"


class Clock:
    """Time as the client sees it, in seconds; nobody waits for it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.pauses: list[float] = []

    def read(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def asleep(self, seconds: float) -> None:
        self.sleep(seconds)


class Said(Struct, frozen=True, kw_only=True):
    """One answer: its body in pieces, the seconds that it takes, those of each piece, and whether it `breaks` off."""

    status: int = 200
    body: Any = b"{}"
    headers: Mapping[str, str] = {}
    takes: float = 0.0
    slowly: float = 0.0
    breaks: bool = False

    @property
    def pieces(self) -> list[bytes]:
        if isinstance(self.body, list):
            return self.body
        return [self.body if isinstance(self.body, bytes) else json.encode(self.body)]


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that comes piece by piece, and knows whether it was let go."""

    def __init__(self, said: Said, clock: Clock) -> None:
        self._said = said
        self._clock = clock
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._said.pieces:
            self._clock.now += self._said.slowly
            yield piece
        if self._said.breaks:
            message = "the other side hung up"
            raise httpx.RemoteProtocolError(message)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


class Script(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Answers with one after the other, the last one again and again; an exception is a connection that breaks."""

    def __init__(self, clock: Clock, *says: Said | type[Exception]) -> None:
        self._clock = clock
        self._says: Sequence[Said | type[Exception]] = says
        self.requests: list[httpx.Request] = []
        self.bodies: list[Body] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        said = self._says[min(len(self.requests), len(self._says) - 1)]
        self.requests.append(request)
        if isinstance(said, type):
            raise said("[Errno 111] Broken", request=request)  # type: ignore[call-arg]
        self._clock.now += said.takes
        self.bodies.append(Body(said, self._clock))
        headers = [(name.encode(), value.encode()) for name, value in said.headers.items()]
        return httpx.Response(said.status, headers=headers, stream=self.bodies[-1])

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return self.handle_request(request)
