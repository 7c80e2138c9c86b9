"""Running the service: is it alive, is it ready, and what has it done."""

from datetime import UTC, datetime
from typing import Literal

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from service.errors import Diagnostic, NotReadyError
from service.http.answers import NOT_KEPT, Answer, by_rules, encoded
from service.http.metrics import MEDIA_TYPE
from service.http.parts import HttpParts
from service.http.reading import reading
from service.model.places import failed
from service.usecases.live import LiveRules


class Alive(Struct, frozen=True, kw_only=True):
    """The process answers."""

    status: Literal["alive"] = "alive"


class LastLoad(Struct, frozen=True, kw_only=True):
    """How the latest load of the rules went; what was served before stays served if it was not taken."""

    at: datetime
    taken: bool
    diagnostics: list[Diagnostic]


class Ready(Struct, frozen=True, kw_only=True):
    """A revision of the rules is being served: its digest, since when, for how many seconds, and of how many rules."""

    status: Literal["ready"] = "ready"
    revision: str
    since: datetime
    age_seconds: float
    rules: int
    last_load: LastLoad


def healthz() -> HTTPRouteHandler:
    """`GET /healthz`."""

    @reading("/healthz")
    def handler() -> Answer:
        return Answer(encoded(Alive()), headers=[NOT_KEPT])

    return handler


def readyz(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /readyz`."""

    @reading("/readyz")
    def handler() -> Answer:
        return Answer(encoded(_ready(parts.live)), headers=[by_rules(parts.live.snapshot), NOT_KEPT])

    return handler


def get_metrics(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /metrics`."""

    @reading("/metrics")
    def handler() -> Answer:
        return Answer(parts.metrics.expose(), MEDIA_TYPE.encode(), headers=[NOT_KEPT])

    return handler


def _ready(live: LiveRules) -> Ready:
    """How the rules stand.

    Raises:
        NotReadyError: none are being served.
    """
    revision, since, last = live.snapshot, live.since, live.last
    if since is None or last is None:
        message = "no rules have been loaded yet"
        raise NotReadyError(message)
    return Ready(
        revision=revision.digest,
        since=since,
        age_seconds=round((datetime.now(UTC) - since).total_seconds(), 3),
        rules=len(revision.rules),
        last_load=LastLoad(at=last.at, taken=not failed(last.diagnostics), diagnostics=last.diagnostics),
    )
