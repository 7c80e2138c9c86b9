"""Answers ready to be sent, and when a caller that already has one is told so (304)."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send
from msgspec import json

from service.usecases.revision import Revision

Headers = list[tuple[bytes, bytes]]

JSON: Final = b"application/json"
NOT_KEPT: Final = (b"cache-control", b"no-store")
"""Answers that are true at one moment only."""
OK, NO_CONTENT, NOT_MODIFIED = 200, 204, 304


class Answer:
    """An answer as an ASGI app, which Litestar passes on as it is: no other way of answering is as quick."""

    __slots__ = ("body", "headers", "status")

    def __init__(
        self, body: bytes, media_type: bytes = JSON, *, status: int = OK, headers: Headers | None = None
    ) -> None:
        """`headers` come after the content's own."""
        self.body = body
        self.status = status
        self.headers = headers if headers is not None else []
        if status not in (NO_CONTENT, NOT_MODIFIED):
            self.headers += [(b"content-type", media_type), (b"content-length", b"%d" % len(body))]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; to HEAD, only the head."""
        del receive
        body = b"" if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD" else self.body
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def by_rules(revision: Revision) -> tuple[bytes, bytes]:
    """The header that names the revision that an answer was made by."""
    return (b"rules-revision", revision.digest.encode())


def tagged(digest: str) -> tuple[bytes, bytes]:
    """The header that names the state of what was asked for."""
    return (b"etag", f'"{digest}"'.encode())


def revalidated(
    request: Request[Any, Any, Any], body: bytes, media_type: bytes = JSON, *, headers: Headers | None = None
) -> Answer:
    """An answer that callers may keep: its `ETag` is the digest of its bytes; 304 if that is what the caller has."""
    tag = f'"sha256:{sha256(body).hexdigest()}"'
    kept: Headers = [(b"etag", tag.encode()), (b"cache-control", b"no-cache"), *(headers or [])]
    if _has(tag, request.headers.getall("if-none-match", [])):
        return Answer(b"", status=NOT_MODIFIED, headers=kept)
    return Answer(body, media_type, headers=kept)


def encoded(value: Any) -> bytes:
    """JSON of anything that an answer is made of."""
    return json.encode(value)


def _has(tag: str, conditions: Iterable[str]) -> bool:
    """Whether `If-None-Match` names the tag: `*`, or a list of tags, compared weakly as RFC 9110 (13.1.2) says."""
    listed = [one.strip().removeprefix("W/") for condition in conditions for one in condition.split(",")]
    return tag in listed or listed == ["*"]
