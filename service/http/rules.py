"""Reading rules over HTTP: `/v1/rules`."""

from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal, cast

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
from service.http.reading import reading
from service.http.schema import document_schema
from service.model.loading import load
from service.model.rule import RuleDocument
from service.usecases.revision import Revision, Rule
from service.usecases.standing import published

SCHEMA_TYPE = b"application/schema+json"


Kind = Literal["tree", "formula", "advice"]


class RuleSummary(Struct, frozen=True, kw_only=True):
    """A rule in a list: `live` is the version that answers where none is named, `versions` are all, oldest first.

    A rule that was never activated, or was retired, has no `live` version.
    """

    name: str
    kind: Kind
    title: str
    summary: str | None
    live: str | None
    versions: list[str]


class PublishedRule(Struct, frozen=True, kw_only=True):
    """One version of a rule: its document as published, and how it stands among the others."""

    name: str
    version: str
    digest: str
    live: str | None
    versions: list[str]
    document: RuleDocument


def list_rules(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules`."""

    @reading("/v1/rules")
    def handler(request: Request[Any, Any, Any]) -> Answer:
        query, revision = read_query(request, PARAMETERS), parts.live.snapshot
        rules = page([_summary(rule) for rule in revision.rules.values()], query, attrgetter("name"))
        return revalidated(request, encoded(rules), headers=[by_rules(revision)])

    return handler


def get_rule(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}`."""

    @reading("/v1/rules/{name:str}")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        read_query(request, ())
        return _published(request, parts.live.snapshot, name)

    return handler


def get_rule_version(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/versions/{version}`."""

    @reading("/v1/rules/{name:str}/versions/{version:str}")
    def handler(request: Request[Any, Any, Any], name: FromPath[str], version: FromPath[str]) -> Answer:
        read_query(request, ())
        return _published(request, parts.live.snapshot, name, version)

    return handler


def get_schema(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/schema`."""

    @reading("/v1/rules/{name:str}/schema")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request, (VERSION,)), parts.live.snapshot
        schema = document_schema(revision.version(name, query.get(VERSION)))
        return revalidated(request, encoded(schema), SCHEMA_TYPE, headers=[by_rules(revision)])

    return handler


def _summary(rule: Rule) -> RuleSummary:
    """The words of the live version; of a rule without one, those of its newest."""
    document = rule.live.document if rule.live else _document(list(rule.versions.values())[-1].content)
    return RuleSummary(
        name=rule.name,
        kind=cast(Kind, document.__struct_config__.tag),
        title=document.title,
        summary=document.summary,
        live=rule.live.id.version if rule.live else None,
        versions=list(rule.versions),
    )


def _published(request: Request[Any, Any, Any], revision: Revision, name: str, version: str | None = None) -> Answer:
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
        document=rule.live.document if rule.live and is_live else _document(one.content),
    )
    return revalidated(request, encoded(shown), headers=headers)


@lru_cache(maxsize=100)
def _document(content: bytes) -> RuleDocument:
    """A document that is not live: it was sound when it was published, so it can be read."""
    document = load(content).document
    if document is None:
        message = "a published document can't be read"
        raise EngineError(message)
    return document
