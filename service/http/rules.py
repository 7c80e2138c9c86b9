"""Reading rules over HTTP: `/v1/rules`."""

from asyncio import to_thread
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, cast

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from service.errors import EngineError
from service.http.answers import Answer, by_rules, encoded, revalidated
from service.http.negotiation import JSON, YAML, preferred
from service.http.paging import PARAMETERS, page
from service.http.parts import HttpParts
from service.http.queries import VERSION, read_query
from service.http.reading import awaiting, reading
from service.model.loading import load
from service.model.publication import Published
from service.model.rule import RuleDocument
from service.model.standing import Kind, PublishedRule, RuleSummary
from service.usecases.describing.inputs import document_schema
from service.usecases.revision import Revision, Rule
from service.usecases.standing import published

SCHEMA_TYPE = b"application/schema+json"


class Head(Struct, frozen=True):
    """What a list says of a document."""

    kind: Kind
    title: str
    summary: str | None


_HEADS: Final[dict[str, Head | None]] = {}
"""What was read of versions that are not live, by digest; versions never change."""


def list_rules(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules`."""

    @awaiting("/v1/rules")
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        query, revision = read_query(request, PARAMETERS), parts.live.snapshot
        rules = page(await to_thread(_summaries, revision), query, attrgetter("name"))
        return revalidated(request, encoded(rules), headers=[by_rules(revision)])

    return handler


def get_rule(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}`."""

    @awaiting("/v1/rules/{name:str}")
    async def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        read_query(request, ())
        return await _published(request, parts.live.snapshot, name)

    return handler


def get_rule_version(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/versions/{version}`."""

    @awaiting("/v1/rules/{name:str}/versions/{version:str}")
    async def handler(request: Request[Any, Any, Any], name: FromPath[str], version: FromPath[str]) -> Answer:
        read_query(request, ())
        return await _published(request, parts.live.snapshot, name, version)

    return handler


def get_schema(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/schema`."""

    @reading("/v1/rules/{name:str}/schema")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request, (VERSION,)), parts.live.snapshot
        schema = document_schema(revision.version(name, query.get(VERSION)))
        return revalidated(request, encoded(schema), SCHEMA_TYPE, headers=[by_rules(revision)])

    return handler


def _summaries(revision: Revision) -> list[RuleSummary]:
    """All rules; one of which nothing can be read is not listed, as the others must be."""
    return [one for one in map(_summary, revision.rules.values()) if one]


def _summary(rule: Rule) -> RuleSummary | None:
    """The words of the live version; of a rule without one, those of its newest that can be read."""
    readable = (_head_of(one) for one in reversed(rule.versions.values()))
    head = _head(rule.live.document) if rule.live else next((one for one in readable if one), None)
    if head is None:
        return None
    return RuleSummary(
        name=rule.name,
        kind=head.kind,
        title=head.title,
        summary=head.summary,
        live=rule.live.id.version if rule.live else None,
        versions=list(rule.versions),
    )


async def _published(
    request: Request[Any, Any, Any], revision: Revision, name: str, version: str | None = None
) -> Answer:
    """The document as published where YAML is preferred, else as JSON; it can be read even if it can't be asked."""
    one = published(revision, name, version)
    rule, headers = revision.rule(name), [by_rules(revision), (b"vary", b"Accept")]
    if preferred(request.headers.getall("accept", []), (JSON, YAML)) == YAML:
        return revalidated(request, one.content, YAML.encode(), headers=headers)
    is_live = rule.live is not None and one.version == rule.live.id.version
    shown = PublishedRule(
        name=name,
        version=one.version,
        digest=one.digest,
        live=rule.live.id.version if rule.live else None,
        versions=list(rule.versions),
        document=rule.live.document if rule.live and is_live else await to_thread(_document, one.content),
    )
    return revalidated(request, encoded(shown), headers=headers)


@lru_cache(maxsize=10)
def _read(content: bytes) -> RuleDocument | None:
    """A document that is not live; nothing, if it can't be read. A large one takes seconds: read it aside."""
    return load(content).document


def _document(content: bytes) -> RuleDocument:
    """A document that is not live: it was sound when it was published, so it can be read."""
    document = _read(content)
    if document is None:
        message = "a published document can't be read"
        raise EngineError(message)
    return document


def _head_of(one: Published) -> Head | None:
    """What a list says of a version that is not live; nothing, if it can't be read."""
    if one.digest not in _HEADS:
        document = load(one.content).document
        _HEADS[one.digest] = _head(document) if document else None
    return _HEADS[one.digest]


def _head(document: RuleDocument) -> Head:
    return Head(cast(Kind, document.__struct_config__.tag), document.title, document.summary)
