"""Chat platforms over HTTP: `/chat/...`, each behind the same doors as everything else.

What a platform sends is read and answered by `service/chat`, which this room does not know; a platform that is not
configured has no route.
"""

from typing import Any, Final

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler

from service.http.answers import NOT_KEPT, Answer
from service.http.bodies import declared_length, media_type_of, receive_body, unsupported
from service.http.parts import HttpParts, Platform

_SEPARATOR: Final = ", "


def serve_platform(parts: HttpParts, platform: Platform) -> HTTPRouteHandler:
    """`POST` to a platform's path; the answer is JSON, or nothing."""

    def refuse_other(content_type: bytes) -> None:
        media_type, in_utf_8 = media_type_of(content_type)
        if not (media_type == platform.media_type and in_utf_8):
            raise unsupported(platform.media_type, content_type)

    @post(platform.path, status_code=200)
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        length = declared_length(request.scope["headers"], parts.body_limit, refuse_other)
        body = await receive_body(request.receive, length, parts.body_limit)
        answer = await platform.answer(_headers(request), body)
        return Answer(answer, b"application/json; charset=utf-8" if answer else b"text/plain", headers=[NOT_KEPT])

    return handler


def _headers(request: Request[Any, Any, Any]) -> dict[str, str]:
    """The headers by name; of one that comes twice both, which no signature fits."""
    headers: dict[str, str] = {}
    for name, value in request.scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[key] = f"{headers[key]}{_SEPARATOR}{text}" if key in headers else text
    return headers
