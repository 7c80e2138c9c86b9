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
from service.model.status import Imported, KeeperStatus
from service.usecases.live import LiveRules


class Alive(Struct, frozen=True, kw_only=True):
    """The process answers."""

    status: Literal["alive"] = "alive"


class LastLoad(Struct, frozen=True, kw_only=True):
    """How the latest load of the rules went; what was served before stays served if it was not taken.

    `failure` says in a sentence what `diagnostics` can't.
    """

    at: datetime
    taken: bool
    diagnostics: list[Diagnostic]
    failure: str | None


class StoreContact(Struct, frozen=True, kw_only=True):
    """When the store was last reached, and why it is not reached now (nothing: it is)."""

    last_contact: datetime | None
    failure: str | None


class Ready(Struct, frozen=True, kw_only=True):
    """A revision of the rules is being served: its digest, since when, for how many seconds, and of how many rules.

    `sequence` is the event of the audit log up to which the rules are served; `store` and `last_import` say how it
    stands with the store and the directory of rules, from which they come.
    """

    status: Literal["ready"] = "ready"
    revision: str
    since: datetime
    age_seconds: float
    rules: int
    sequence: int
    last_load: LastLoad
    store: StoreContact
    last_import: Imported | None


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
        ready = _ready(parts.live, parts.status(), parts.staleness_limit)
        return Answer(encoded(ready), headers=[by_rules(parts.live.snapshot), NOT_KEPT])

    return handler


def get_metrics(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /metrics`."""

    @reading("/metrics")
    def handler() -> Answer:
        return Answer(parts.metrics.expose(), MEDIA_TYPE.encode(), headers=[NOT_KEPT])

    return handler


def _ready(live: LiveRules, status: KeeperStatus, limit: float) -> Ready:
    """How the rules stand.

    Raises:
        NotReadyError: none are being served, or the store was not reached for longer than the limit (seconds; 0: none).
    """
    revision, since, last, now = live.snapshot, live.since, live.last, datetime.now(UTC)
    if since is None or last is None:
        message = "no rules have been loaded yet"
        raise NotReadyError(message)
    silence = (now - (status.contact or since)).total_seconds()
    if limit and silence > limit:
        why = f" ({status.failure})" if status.failure else ""
        served = f"`{revision.digest}` is served since {since.isoformat(timespec='seconds')}"
        message = f"the store was last reached {silence:.0f} seconds ago, more than {limit:g}{why}; {served}"
        raise NotReadyError(message)
    return Ready(
        revision=revision.digest,
        since=since,
        age_seconds=round((now - since).total_seconds(), 3),
        rules=len(revision.rules),
        sequence=live.sequence,
        last_load=LastLoad(at=last.at, taken=last.taken, diagnostics=last.diagnostics, failure=last.failure),
        store=StoreContact(last_contact=status.contact, failure=status.failure),
        last_import=status.imported,
    )
