"""Around every request: its identity, and a line in the log where that is wanted."""

import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, get_contextvars
from uuid_utils import uuid7

from service.http.paths import loggable

HEADER: Final = "X-Request-Id"
_NAME: Final = HEADER.lower().encode()
_REVISION: Final = b"rules-revision"
_FORM: Final = re.compile(rb"[A-Za-z0-9._-]{1,128}")


def request_id() -> str | None:
    """The identity of the request that is being answered."""
    identity: str | None = get_contextvars().get("request_id")
    return identity


class Envelope:
    """Gives each request an identity: the caller's `X-Request-Id` where that has a harmless form, else a new one.

    The answer carries it, whatever it is, and so does every event that is logged meanwhile; and it carries the revision
    of the rules: that which made it, or else that which is being served. This is plain ASGI and not a middleware of
    Litestar, because those see only requests that match a route.
    """

    def __init__(self, app: ASGIApp, revision: Callable[[], bytes | None], *, access_log: bool) -> None:
        """`revision` tells the digest of the rules that are served; `access_log` writes one event for each request."""
        self._app = app
        self._revision = revision
        self._access_log = access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        identity = _given(scope["headers"]) or str(uuid7()).encode()
        bind_contextvars(request_id=identity.decode())

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = self._completed(message["headers"], identity)
            await send(message)

        if self._access_log and scope["type"] == ScopeType.HTTP:
            await self._logged(scope, receive, sealed)
        else:
            await self._app(scope, receive, sealed)

    def _completed(self, headers: Iterable[tuple[bytes, bytes]], identity: bytes) -> list[tuple[bytes, bytes]]:
        headers = [*headers, (_NAME, identity)]
        if not any(name == _REVISION for name, _ in headers) and (revision := self._revision()):
            headers.append((_REVISION, revision))
        return headers

    async def _logged(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        begun, status = perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            seconds = round(perf_counter() - begun, 6)
            event = {"method": scope["method"], "path": loggable(scope["path"]), "status": status, "seconds": seconds}
            structlog.get_logger("gpu_rules.access").info("request", **event)


def _given(headers: Iterable[tuple[bytes, bytes]]) -> bytes | None:
    for name, value in headers:
        if name == _NAME:
            return value if _FORM.fullmatch(value) else None
    return None
