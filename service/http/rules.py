"""Reading rules over HTTP: `/v1/rules`."""

from operator import attrgetter
from typing import Any, Literal, cast

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from service.http.answers import Answer, by_rules, encoded, revalidated
from service.http.diagrams import diagram
from service.http.negotiation import JSON, YAML, preferred
from service.http.paging import PARAMETERS, page
from service.http.parts import HttpParts
from service.http.queries import VERSION, read_inputs, read_query
from service.http.reading import reading
from service.http.schema import document_schema
from service.model.rule import RuleDocument
from service.usecases.revision import Revision, Rule

SCHEMA_TYPE = b"application/schema+json"
MERMAID_TYPE = b"text/vnd.mermaid; charset=utf-8"


Kind = Literal["tree", "formula", "advice"]


class RuleSummary(Struct, frozen=True, kw_only=True):
    """A rule in a list: `live` is the version that answers where none is named, `versions` are all, oldest first."""

    name: str
    kind: Kind
    title: str
    summary: str | None
    live: str
    versions: list[str]


class VersionSummary(Struct, frozen=True, kw_only=True):
    """One version of a rule in its history."""

    version: str
    digest: str
    live: bool


class PublishedRule(Struct, frozen=True, kw_only=True):
    """One version of a rule: its document as published, and how it stands among the others."""

    name: str
    version: str
    digest: str
    live: str
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


def list_versions(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/versions`."""

    @reading("/v1/rules/{name:str}/versions")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request, PARAMETERS), parts.live.snapshot
        versions = page(_history(revision.rule(name)), query, attrgetter("version"))
        return revalidated(request, encoded(versions), headers=[by_rules(revision)])

    return handler


def get_schema(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/schema`."""

    @reading("/v1/rules/{name:str}/schema")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request, (VERSION,)), parts.live.snapshot
        schema = document_schema(revision.version(name, query.get(VERSION)))
        return revalidated(request, encoded(schema), SCHEMA_TYPE, headers=[by_rules(revision)])

    return handler


def get_diagram(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/diagram`; inputs in the query are decided, and the way that the decision took is marked."""

    @reading("/v1/rules/{name:str}/diagram")
    def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request), parts.live.snapshot
        version = revision.version(name, query.pop(VERSION, None))
        inputs = read_inputs(query, version.program.common.inputs)
        decision = parts.decide(name, inputs, version.id.version, revision=revision) if inputs else None
        return revalidated(request, diagram(version, decision).encode(), MERMAID_TYPE, headers=[by_rules(revision)])

    return handler


def _summary(rule: Rule) -> RuleSummary:
    document = rule.live.document
    return RuleSummary(
        name=rule.name,
        kind=cast(Kind, document.__struct_config__.tag),
        title=document.title,
        summary=document.summary,
        live=rule.live.id.version,
        versions=list(rule.versions),
    )


def _history(rule: Rule) -> list[VersionSummary]:
    """The newest version first."""
    return [
        VersionSummary(version=number, digest=one.id.digest, live=one is rule.live)
        for number, one in reversed(rule.versions.items())
    ]


def _published(request: Request[Any, Any, Any], revision: Revision, name: str, version: str | None = None) -> Answer:
    """The document as published where YAML is preferred, else as JSON."""
    rule, one = revision.rule(name), revision.version(name, version)
    headers = [by_rules(revision), (b"vary", b"Accept")]
    if preferred(request.headers.getall("accept", []), (JSON, YAML)) == YAML:
        return revalidated(request, one.loaded.content, YAML.encode(), headers=headers)
    published = PublishedRule(
        name=name,
        version=one.id.version,
        digest=one.id.digest,
        live=rule.live.id.version,
        versions=list(rule.versions),
        document=one.document,
    )
    return revalidated(request, encoded(published), headers=headers)
