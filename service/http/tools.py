"""The rules as tools of agents, over HTTP: `/v1/tools`."""

from asyncio import to_thread
from typing import Any, Final

from litestar import Request
from litestar.handlers import HTTPRouteHandler

from service.errors import Issue, RequestRejectedError
from service.http.answers import Answer, by_rules, encoded, revalidated
from service.http.parts import HttpParts
from service.http.queries import read_query
from service.http.reading import awaiting
from service.model.tool import STYLES, Style
from service.usecases.revision import Revision
from service.usecases.tools.styles import listed

STYLE: Final = "style"
DEFAULT: Final[Style] = "openai"


def list_tools(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/tools`."""
    made: dict[Style, tuple[Revision, bytes]] = {}

    @awaiting("/v1/tools")
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        style, revision = _style(read_query(request, (STYLE,))), parts.live.snapshot
        kept = made.get(style)
        if kept is None or kept[0] is not revision:
            kept = made[style] = (revision, await to_thread(_encoded, revision, style))
        return revalidated(request, kept[1], headers=[by_rules(revision)])

    return handler


def _encoded(revision: Revision, style: Style) -> bytes:
    return encoded(listed(revision, style))


def _style(query: dict[str, str]) -> Style:
    """The style that is asked for.

    Raises:
        RequestRejectedError: it is none.
    """
    style = query.get(STYLE, DEFAULT)
    if style not in STYLES:
        known = ", ".join(f"`{one}`" for one in STYLES)
        message = f"`{style[:100]}` is no style of a list of tools; known are {known}"
        raise RequestRejectedError([Issue("unknown-style", f"$.query.{STYLE}", message)])
    return style
