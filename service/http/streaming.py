"""Server-sent events of a conversation: each reply as it comes, whichever replica it was made by.

Who listens is told what stands in the store, which is looked at twice a second. A stream ends after a while, and a
browser comes back by itself with the number of the last event that it has seen.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send
from msgspec import json

from service.errors import BusyError, ConversationNotFoundError, StoreUnavailableError
from service.http.answers import NOT_KEPT, OK
from service.model.conversation import Turn
from service.usecases.converse import Converse

LOOK: Final = 0.5
"""Seconds between two looks at the store."""
BEAT: Final = 15.0
"""Seconds after which a line without meaning keeps the connection open."""
MOST: Final = 500
"""Streams that a process has open at once."""
AGAIN: Final = 1_000
"""Milliseconds after which a browser comes back."""
NEWEST: Final = -1
"""What stands for the number of the last event, for somebody who has seen none."""
EVENT_STREAM: Final = "text/event-stream"
_DIGITS: Final = 9
_HEAD: Final = [(b"content-type", EVENT_STREAM.encode()), NOT_KEPT, (b"x-accel-buffering", b"no")]


class Streams:
    """Opens streams, not too many at once, each for so many seconds."""

    def __init__(self, converse: Converse, seconds: float, is_ending: Callable[[], bool]) -> None:
        """Nobody listens yet; all streams end once the process `is_ending`."""
        self._converse = converse
        self._seconds = seconds
        self._is_ending = is_ending
        self._open = 0

    async def open(self, identity: str, after: int) -> "Stream":
        """The events of a conversation that follow a number; the latest, if it is `NEWEST`.

        Raises:
            ConversationNotFoundError: there is no such conversation.
            BusyError: too many listen already.
            StoreUnavailableError: the store is away.
        """
        if self._open >= MOST:
            message = f"{MOST} listen already, as many as may at once: try again in a moment"
            raise BusyError(message)
        first = await self._converse.turns(identity, after)
        return Stream(self, self._events(identity, after, first))

    def opened(self, change: int) -> None:
        """One more listens, or one less."""
        self._open += change

    async def _events(self, identity: str, after: int, turns: list[Turn]) -> AsyncIterator[bytes]:
        """The events as text, and a comment now and then."""
        clock = asyncio.get_running_loop().time
        end, beat = clock() + self._seconds, clock() + BEAT
        yield f"retry: {AGAIN}\n\n".encode()
        while True:
            for turn in turns:
                after = turn.number
                yield b"id: %d\nevent: reply\ndata: %b\n\n" % (after, json.encode(turn.reply))
            if clock() >= end or self._is_ending():
                return
            if clock() >= beat:
                beat = clock() + BEAT
                yield b": still here\n\n"
            await asyncio.sleep(min(LOOK, max(end - clock(), 0)))
            try:
                turns = await self._converse.turns(identity, after)
            except StoreUnavailableError:
                turns = []  # it will be back, and nothing is lost meanwhile
            except ConversationNotFoundError:
                yield b"event: end\ndata: {}\n\n"
                return


class Stream:
    """One stream as an ASGI app, which Litestar passes on as it is."""

    def __init__(self, streams: Streams, events: AsyncIterator[bytes]) -> None:
        """Nothing is sent yet."""
        self._streams = streams
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until they end, or nobody listens any more; to HEAD, only the head."""
        await send({"type": "http.response.start", "status": OK, "headers": [*_HEAD]})
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        self._streams.opened(1)
        sending = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._streams.opened(-1)
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, send: Send) -> None:
        async for event in self._events:
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    """Wait until the caller is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def last_event(request: Request[Any, Any, Any]) -> int:
    """The number of the last event that somebody has seen; one that we never gave counts as none."""
    given = request.headers.get("last-event-id", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= _DIGITS else NEWEST
