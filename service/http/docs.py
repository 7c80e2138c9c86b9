"""The contract for programs (`/openapi.json`) and for people (`/docs`).

The page is Swagger UI. Its files come with the package `offapi` and are served from here, so that a browser asks nobody
else; no script stands in the page itself, so that the content security policy can be strict.
"""

from asyncio import Task, create_task, shield, to_thread
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final

from litestar import Request
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from service.http.answers import Answer, Headers, by_rules, revalidated
from service.http.openapi import encoded_document
from service.http.parts import HttpParts
from service.http.reading import awaiting, reading
from service.usecases.revision import Revision

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gpu-rules</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}/docs/swagger.css">
<script src="{root}/docs/swagger.js" defer></script>
<script src="{root}/docs/start.js" defer></script>
</head>
<body><div id="contract"></div></body>
</html>
"""
_START: Final = b"""SwaggerUIBundle({
  url: new URL("../openapi.json", document.currentScript.src).href,
  dom_id: "#contract",
  deepLinking: true,
  validatorUrl: null,
});
"""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HTML: Final = b"text/html; charset=utf-8"


class Asset(Struct, frozen=True):
    """A file of the page: its media type, and its content or its name in `offapi`."""

    media_type: bytes
    content: bytes | str

    def read(self) -> bytes:
        """The content."""
        return self.content if isinstance(self.content, bytes) else _packaged(self.content)


ASSETS: Final = {
    "start.js": Asset(b"text/javascript; charset=utf-8", _START),
    "swagger.js": Asset(b"text/javascript; charset=utf-8", "swagger_bundle.js"),
    "swagger.css": Asset(b"text/css; charset=utf-8", "swagger_style.css"),
}


class Contract:
    """The contract of the revision that is served: made when it is first asked for, aside, and then kept.

    To make it takes a second where rules are many and large, in which others must be answered.
    """

    def __init__(self, parts: HttpParts) -> None:
        """Nothing is made yet."""
        self._root_path = parts.root_path
        self._closed = parts.access.closed
        self._made: tuple[Revision, Task[bytes]] | None = None

    async def of(self, revision: Revision) -> bytes:
        """The contract in JSON; all who ask while it is made wait for the same one."""
        if self._made is None or self._made[0] is not revision or _has_failed(self._made[1]):
            making = to_thread(encoded_document, revision, self._root_path, closed=self._closed)
            self._made = (revision, create_task(making))
        return await shield(self._made[1])


def read_contract(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /openapi.json`."""
    contract = Contract(parts)

    @awaiting("/openapi.json")
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        revision = parts.live.snapshot
        return revalidated(request, await contract.of(revision), headers=[by_rules(revision)])

    return handler


def read_docs(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /docs`."""
    page = _PAGE.format(root=parts.root_path).encode()

    @reading("/docs")
    def handler(request: Request[Any, Any, Any]) -> Answer:
        return revalidated(request, page, _HTML, headers=_guarded())

    return handler


def read_docs_asset() -> HTTPRouteHandler:
    """`GET /docs/{asset}`."""

    @reading("/docs/{asset:str}")
    def handler(request: Request[Any, Any, Any], asset: FromPath[str]) -> Answer:
        if asset not in ASSETS:
            raise NotFoundException
        return revalidated(request, ASSETS[asset].read(), ASSETS[asset].media_type, headers=_guarded())

    return handler


def _has_failed(made: Task[bytes]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)


def _guarded() -> Headers:
    """What keeps a browser from running anything that is not ours."""
    return [(b"content-security-policy", _POLICY.encode()), (b"x-content-type-options", b"nosniff")]


@cache
def _packaged(name: str) -> bytes:
    """A file of `offapi`, which is found but not imported: its import builds pages of nine megabytes."""
    return Path(str(distribution("offapi").locate_file(f"offapi/{name}"))).read_bytes()
