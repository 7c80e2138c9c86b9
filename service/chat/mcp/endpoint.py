"""The MCP endpoint of a worker: an ASGI app that is there at once, and loads the SDK when somebody asks."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from msgspec import Struct

from service.model.problem import Problem
from service.usecases.background import begin
from service.usecases.live import LiveRules
from service.usecases.tools.toolbox import Toolbox

App = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application."""
Tell = Callable[[Exception], Problem]
"""What callers are told of a failure."""


class Parts(Struct, frozen=True, kw_only=True):
    """What agents are served with.

    Attributes:
        toolbox: the tools.
        live: the rules, of whose changes agents are told.
        tell: what they are told of a failure.
        version: the version of the program.
        is_ending: tells that this process was asked to end, so that nobody is to be listened to any longer.
    """

    toolbox: Toolbox
    live: LiveRules
    tell: Tell
    version: str
    is_ending: Callable[[], bool]


Serving = Callable[[Parts], AbstractAsyncContextManager[App]]
"""Opens the transport for a while."""


class Endpoint:
    """Serves MCP from the first request on, until it is closed.

    The SDK is imported in a thread, because that takes seconds in which others are answered; a worker that nobody asks
    pays nothing for it. With `at_once` it is there before the first request.
    """

    def __init__(self, parts: Parts, *, at_once: bool = False) -> None:
        """Take the parts."""
        self._parts = parts
        self._at_once = at_once
        self._app: asyncio.Future[App] | None = None
        self._serving: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, whose head and body have been looked at before."""
        app = await self._opened()
        await app(scope, receive, send)

    @asynccontextmanager
    async def open(self, _: object) -> AsyncGenerator[None]:
        """The time in which requests may come; a lifespan of the application."""
        if self._at_once:
            await self._opened()
        try:
            yield
        finally:
            serving, self._serving = self._serving, None
            if serving:
                serving.cancel()
                await asyncio.wait([serving])

    async def _opened(self) -> App:
        """The transport; all who ask while it is opened wait for the same one, and one that failed is tried again."""
        if self._app is None or self._serving is None or self._serving.done():
            self._app = asyncio.get_running_loop().create_future()
            self._serving = begin(self._serve(self._app))
        return await asyncio.shield(self._app)

    async def _serve(self, opened: asyncio.Future[App]) -> None:
        """Open the transport, and close it in the same task, as it must be."""
        try:
            serving = await asyncio.to_thread(_loaded)
            async with serving(self._parts) as app:
                opened.set_result(app)
                await asyncio.Event().wait()
        except Exception as error:
            if not opened.done():
                opened.set_exception(error)
            raise


def _loaded() -> Serving:
    from service.chat.mcp.web import serving  # noqa: PLC0415

    return serving
