"""Where the time of a job went, over HTTP: `/v1/goodput/timeline`."""

from functools import lru_cache
from typing import Any, Final, Literal

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler

from service.errors import Issue, RequestRejectedError
from service.http.answers import JSON, NOT_KEPT, Answer, Headers, revalidated
from service.http.bearer import permit_deciding
from service.http.bodies import is_json, media_type_of, unsupported
from service.http.negotiation import JSON as JSON_TYPE
from service.http.negotiation import preferred
from service.http.parts import HttpParts
from service.http.queries import needed, read_query
from service.http.reading import awaiting
from service.http.spooling import Spool
from service.http.watching import WatchedAccount
from service.model.timeline import Asked, Options
from service.pictures import CONTENT_POLICY, SVG_TYPE
from service.timeline.reading import read_options

NDJSON: Final = "application/x-ndjson"
_LINES: Final = frozenset({NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines"})
FORMAT: Final = "format"
EVENTS: Final = "events"
_OPTIONS: Final = Options.__struct_fields__
_SVG: Final = SVG_TYPE.encode()
_VARY: Final = (b"vary", b"Accept")
_GUARDED: Final = ((b"content-security-policy", CONTENT_POLICY.encode()), (b"x-content-type-options", b"nosniff"))


def account_for_time(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/goodput/timeline`: one JSON object, or an event on each line with the options in the query."""
    account = WatchedAccount(parts.account, parts.metrics)
    spool = Spool(parts.spool_directory)

    @post("/v1/goodput/timeline", status_code=200)
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        permit_deciding(parts, request)
        form = _form(request)
        query = read_query(request, (FORMAT, *_OPTIONS))
        picture = _is_picture(request, query.pop(FORMAT, None))
        asked = Asked(form=form, options=read_options(query), picture=picture)
        async with spool.received(request, parts.timeline_limit, _refuse_other) as timeline:
            made = await account(timeline, asked)
        return Answer(made, _SVG if picture else JSON, headers=[NOT_KEPT, *_headers(picture=picture)])

    return handler


def account_by_query(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/goodput/timeline?events=[...]`, for those who can only follow a link: a picture on a page, say."""
    account = WatchedAccount(parts.account, parts.metrics)

    @awaiting("/v1/goodput/timeline")
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        permit_deciding(parts, request)
        query = read_query(request, (EVENTS, FORMAT, *_OPTIONS))
        events = needed(query, EVENTS)
        del query[EVENTS]
        picture = _is_picture(request, query.pop(FORMAT, None))
        asked = Asked(form="list", options=read_options(query), picture=picture)
        made = await account(events.encode(), asked)
        return revalidated(request, made, _SVG if picture else JSON, headers=_headers(picture=picture))

    return handler


def _is_picture(request: Request[Any, Any, Any], chosen: str | None) -> bool:
    """Whether the answer is to be a picture: as `format` says, else by what the caller would rather have.

    Raises:
        RequestRejectedError: there is no such format.
    """
    if chosen is None:
        return preferred(request.headers.getall("accept", []), [JSON_TYPE, SVG_TYPE]) == SVG_TYPE
    if chosen not in ("json", "svg"):
        message = f"`{FORMAT}` is `json` or `svg`, not `{chosen[:100]}`"
        raise RequestRejectedError([Issue("unknown-choice", f"$.query.{FORMAT}", message)])
    return chosen == "svg"


def _headers(*, picture: bool) -> Headers:
    """What goes with an answer that depends on `Accept`; a browser that opens a picture runs nothing in it."""
    return [_VARY, *_GUARDED] if picture else [_VARY]


def _form(request: Request[Any, Any, Any]) -> Literal["object", "lines"]:
    media_type, _ = media_type_of(request.headers.get("content-type", "").encode("latin-1", "replace"))
    return "lines" if media_type in _LINES else "object"


@lru_cache(maxsize=100)
def _refuse_other(content_type: bytes) -> None:
    """Take JSON, and NDJSON under the names that are in use, in no charset but UTF-8."""
    media_type, in_utf_8 = media_type_of(content_type)
    if not (in_utf_8 and (media_type in _LINES or is_json(media_type))):
        raise unsupported(f"{JSON_TYPE}` or `{NDJSON}", content_type)
