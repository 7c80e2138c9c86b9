"""The tools over HTTP: the SDK's streamable transport without sessions, so that any worker of any replica answers."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from service.chat.mcp.changes import Changes
from service.chat.mcp.endpoint import App, Parts
from service.chat.mcp.server import ToolServer

_LIMIT: Final = 1_000_000_000
"""Who mounts this has read the body before, by a limit of its own."""


@asynccontextmanager
async def serving(parts: Parts) -> AsyncGenerator[App]:
    """The transport as an ASGI app, while it is open; it must be closed by the task that opened it."""
    changes = Changes(parts.live, parts.is_ending)
    server = ToolServer(parts.toolbox, parts.tell).server(parts.version, changes.listen)
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True, max_request_body_size=_LIMIT)
    watching = asyncio.create_task(changes.watch())
    try:
        async with manager.run():
            yield manager.asgi_app
    finally:
        changes.close()
        watching.cancel()
        await asyncio.wait([watching])
