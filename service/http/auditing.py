"""The log of all changes over HTTP: `/v1/audit`."""

from typing import Any, Final

from litestar import Request
from litestar.handlers import HTTPRouteHandler

from service.http.answers import NOT_KEPT, Answer, encoded
from service.http.bearer import permit
from service.http.paging import PARAMETERS, limit_of, no_cursor
from service.http.parts import HttpParts
from service.http.queries import read_query
from service.http.reading import awaiting
from service.model.pages import Page
from service.model.publication import Event

_DIGITS: Final = 18
"""Digits of a sequence that can be meant."""


def get_audit(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/audit`; the newest first. A name under which nothing was ever changed is that of no rule."""

    @awaiting("/v1/audit")
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        permit(parts, request)
        query = read_query(request, (*PARAMETERS, "rule"))
        limit, before, name = limit_of(query), _sequence(query.get("next")), query.get("rule")
        events = await parts.ledger.events(limit=limit + 1, before=before, rule=name)
        if name is not None and before is None and not events:
            parts.live.snapshot.rule(name)
        some = events[:limit]
        page = Page[Event](some, str(some[-1].sequence) if len(events) > limit else None)
        return Answer(encoded(page), headers=[NOT_KEPT])

    return handler


def _sequence(text: str | None) -> int | None:
    """What a cursor means.

    Raises:
        RequestRejectedError: it is none.
    """
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise no_cursor()
    return int(text)
