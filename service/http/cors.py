"""Cross-origin requests: which pages may read what the service answers (the CORS protocol of the Fetch standard)."""

from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.http.envelope import HEADER

_METHODS: Final = b"GET, HEAD, POST, PUT, DELETE"
_AGENTS: Final = "MCP-Protocol-Version, Mcp-Method, Mcp-Name"
"""What clients of the Model Context Protocol send."""
_TAKEN: Final = f"Authorization, Content-Type, If-Match, If-None-Match, {HEADER}, {_AGENTS}".encode()
_SHOWN: Final = f"ETag, Location, Retry-After, Rules-Revision, WWW-Authenticate, {HEADER}".encode()
_KEPT: Final = b"600"
"""Seconds for which a browser need not ask again."""

_Headers = list[tuple[bytes, bytes]]


class Cors:
    """Lets pages of some origins call the application.

    To a page of another origin nothing is refused: its browser keeps the answer from it, as it is not told otherwise.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        """`*` among the origins stands for all."""
        self._app = app
        self._all = "*" in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        origin = _header(scope, b"origin")
        allowed = self._allowed(origin)

        async def allowing(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*self._varied([*message["headers"]]), *allowed]
            await send(message)

        if allowed and scope["method"] == "OPTIONS" and _header(scope, b"access-control-request-method"):
            await _allow(allowing)
        else:
            await self._app(scope, receive, allowing)

    def _allowed(self, origin: bytes) -> _Headers:
        """What tells a browser that a page may read the answer."""
        if not origin or not (self._all or origin in self._origins):
            return []
        return [
            (b"access-control-allow-origin", b"*" if self._all else origin),
            (b"access-control-expose-headers", _SHOWN),
        ]

    def _varied(self, headers: _Headers) -> _Headers:
        """The headers, which depend on the origin as well if not all are allowed."""
        if self._all:
            return headers
        varies = [value for name, value in headers if name == b"vary"]
        rest = [one for one in headers if one[0] != b"vary"]
        return [*rest, (b"vary", b", ".join((*varies, b"Origin")))]


async def _allow(send: Send) -> None:
    """Tell a browser that asks first what a page may do."""
    headers = [
        (b"access-control-allow-methods", _METHODS),
        (b"access-control-allow-headers", _TAKEN),
        (b"access-control-max-age", _KEPT),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _header(scope: HTTPScope, wanted: bytes) -> bytes:
    return next((value for name, value in scope["headers"] if name == wanted), b"")
