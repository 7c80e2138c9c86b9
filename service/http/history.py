"""What is live, what was, and since when: `/v1/rules/{name}/versions` and `/v1/rules/{name}/live`.

All of it is in memory, so that it needs no database.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from service.http.answers import NOT_KEPT, Answer, by_rules, encoded, revalidated, tagged
from service.http.paging import PARAMETERS, page
from service.http.parts import HttpParts
from service.http.queries import read_query
from service.http.reading import reading
from service.model.publication import Event
from service.model.standing import Activated, LiveVersion, VersionSummary
from service.usecases.revision import Rule


def list_versions(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/versions`."""

    @reading("/v1/rules/{name:str}/versions")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request, PARAMETERS), parts.live.snapshot
        versions = page(_history(revision.rule(name), parts.live.activations), query, attrgetter("version"))
        return revalidated(request, encoded(versions), headers=[by_rules(revision)])

    return handler


def get_live(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/live`; its `ETag` is the digest of the live version, which `If-Match` compares.

    It is not to be kept: the same version may go live again, by another activation.
    """

    @reading("/v1/rules/{name:str}/live")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        read_query(request, ())
        revision = parts.live.snapshot
        live = revision.version(name).id
        event = parts.live.activations.get((name, live.version))
        found = LiveVersion(rule=name, version=live.version, digest=live.digest, activated=activated(event))
        return Answer(encoded(found), headers=[by_rules(revision), tagged(live.digest), NOT_KEPT])

    return handler


def activated(event: Event | None) -> Activated | None:
    """What an event says about an activation."""
    return Activated(at=event.at, who=event.who, why=event.why) if event else None


def _history(rule: Rule, activations: Mapping[tuple[str, str], Event]) -> list[VersionSummary]:
    """The newest version first."""
    live = rule.live.id.version if rule.live else None
    return [
        VersionSummary(
            version=number,
            digest=one.digest,
            live=number == live,
            published=one.at,
            author=one.author,
            activated=activated(activations.get((rule.name, number))),
        )
        for number, one in reversed(rule.versions.items())
    ]
