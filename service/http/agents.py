"""Agents over HTTP: `/mcp`, behind the same doors as everything else.

What a request must have before it is looked at is checked here: who asks, from which page, and how much is sent. The
protocol itself is spoken by `service/chat/mcp`, which this room does not know.
"""

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, asgi
from litestar.exceptions import MethodNotAllowedException
from litestar.handlers import ASGIRouteHandler
from litestar.types import HTTPRequestEvent, Receive, Scope, Send

from service.errors import OriginRefusedError
from service.http.bearer import permit_deciding
from service.http.bodies import receive_json
from service.http.parts import Agents, HttpParts
from service.model.addresses import is_loopback

PATH: Final = "/mcp"
_METHOD: Final = "POST"
"""Each message is a request of its own: without sessions there is no stream to open (`GET`) or to end (`DELETE`)."""


def serve_agents(parts: HttpParts, agents: Agents) -> ASGIRouteHandler:
    """`POST /mcp`."""

    @asgi(PATH, copy_scope=True)
    async def handler(scope: Scope, receive: Receive, send: Send) -> None:
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        if request.method != _METHOD:
            raise MethodNotAllowedException(headers={"Allow": _METHOD})
        _refuse_foreign(request.headers.getall("origin", []), parts.cors_origins)
        permit_deciding(parts, request)
        body = await receive_json(request, parts.body_limit)
        await agents(scope, _once(body, receive), send)

    return handler


def _refuse_foreign(given: list[str], allowed: tuple[str, ...]) -> None:
    """Take requests of no page, of a page on this machine, and of pages that may call the service.

    A page elsewhere may have its name point here (DNS rebinding), so that its browser takes both for one origin; but
    the browser tells us the name.

    Raises:
        OriginRefusedError: the page is another one.
    """
    for origin in given:
        if not (origin in allowed or "*" in allowed or is_loopback(_host(origin))):
            raise OriginRefusedError(origin)


def _host(origin: str) -> str:
    """The host of an origin; empty if it has none, as `null` has."""
    try:
        parts = urlsplit(origin)
        return (parts.hostname or "") if parts.scheme in ("http", "https") else ""
    except ValueError:
        return ""


def _once(body: bytes, receive: Receive) -> Receive:
    """What a request receives whose body has been read: the body, and then whatever comes."""
    waiting: list[HTTPRequestEvent] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Any:
        return waiting.pop() if waiting else await receive()

    return replayed
