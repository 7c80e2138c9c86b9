"""The application: every route, and what surrounds them."""

from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager
from functools import partial

from litestar import Litestar, route
from litestar.handlers import ASGIRouteHandler, HTTPRouteHandler
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ASGIApp
from msgspec import structs

from service.http import (
    agents,
    auditing,
    changing,
    chats,
    conversing,
    decisions,
    docs,
    drawing,
    examining,
    history,
    operations,
    patience,
    recommendations,
    records,
    rules,
    solving,
    timelines,
    tools,
)
from service.http.answers import NO_CONTENT, Answer
from service.http.bodies import receive_body
from service.http.cors import Cors
from service.http.envelope import Envelope
from service.http.parts import HttpParts
from service.http.problems import ProblemHandlers
from service.http.watching import WatchedExaminer
from service.usecases.live import LiveRules


class Bare(Litestar):
    """Litestar without plugins for the data of other libraries.

    It loads one for pydantic wherever that is installed, which the SDK of MCP sees to: half a second and 13 MB for
    every worker, and nothing here is made of it.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def create_app(parts: HttpParts) -> Litestar:
    """The REST API as an ASGI application.

    Litestar's own logging, documentation and CORS stay off: `service/logs.py`, `service/http/openapi` and
    `service/http/cors.py` take their place.
    """
    examiner, gatekeeper = (WatchedExaminer(one, parts.metrics) for one in (parts.examiner, parts.gatekeeper))
    handlers = [*_handlers(structs.replace(parts, examiner=examiner, gatekeeper=gatekeeper))]
    app = Bare(
        route_handlers=[*_options(handlers), *handlers, *_mounted(parts)],
        exception_handlers=ProblemHandlers(parts.metrics).table(),
        lifespan=[*parts.lifespan, _watch_bodies],
        logging_config=None,
        openapi_config=None,
    )
    inner: ASGIApp = Cors(app.asgi_handler, parts.cors_origins) if parts.cors_origins else app.asgi_handler
    app.asgi_handler = Envelope(inner, partial(_revision, parts.live), access_log=parts.access_log)
    return app


@asynccontextmanager
async def _watch_bodies(_: Litestar) -> AsyncGenerator[None]:
    """Wait for bodies, but not without end."""
    async with patience.Patience(receive_body, patience.SECONDS).watching():
        yield


def _revision(live: LiveRules) -> bytes | None:
    return live.snapshot.digest.encode() if live.since else None


def _handlers(parts: HttpParts) -> Iterator[HTTPRouteHandler]:
    yield from (rules.list_rules(parts), rules.get_rule(parts), rules.get_rule_version(parts), rules.get_schema(parts))
    yield tools.list_tools(parts)
    yield from (history.list_versions(parts), history.get_live(parts), drawing.get_diagram(parts))
    yield from (decisions.decide(parts), decisions.decide_by_query(parts), decisions.decide_batch(parts))
    yield from (recommendations.recommend(parts), recommendations.recommend_by_query(parts))
    yield from (changing.publish_version(parts), changing.activate_version(parts), changing.retire_rule(parts))
    yield from (examining.check_document(parts), examining.compare_versions(parts))
    yield from (examining.find_counterfactual(parts), solving.solve_rule(parts), solving.weigh_inputs(parts))
    yield from (timelines.account_for_time(parts), timelines.account_by_query(parts))
    yield from (
        conversing.start_conversation(parts),
        conversing.send_message(parts),
        conversing.get_conversation(parts),
    )
    yield from (conversing.end_conversation(parts), conversing.listen_to_conversation(parts))
    yield from (records.list_records(parts), records.get_record(parts), records.replay_rule(parts))
    yield auditing.get_audit(parts)
    yield from (chats.serve_platform(parts, one) for one in parts.platforms)
    yield from (operations.healthz(), operations.readyz(parts), operations.get_metrics(parts))
    yield from (docs.read_contract(parts), docs.read_docs(parts), docs.read_docs_asset())


def _mounted(parts: HttpParts) -> Iterator[ASGIRouteHandler]:
    """What is no operation of the API, but speaks another language behind the same doors."""
    if parts.agents is not None:
        yield agents.serve_agents(parts, parts.agents)


def _options(handlers: Iterable[HTTPRouteHandler]) -> Iterator[HTTPRouteHandler]:
    """Answers to `OPTIONS` where handlers share a path: Litestar's own would name only the first of them.

    They must be registered before the others, or Litestar has its own already.
    """
    methods: defaultdict[str, list[str]] = defaultdict(list)
    sharing: Counter[str] = Counter()
    for handler in handlers:
        for path in handler.paths:
            methods[path] += handler.http_methods
            sharing[path] += 1
    for path, count in sharing.items():
        if count > 1:
            yield _allowing(path, sorted({"OPTIONS", *methods[path]}))


def _allowing(path: str, methods: list[str]) -> HTTPRouteHandler:
    allowed = ", ".join(methods).encode()

    @route(path, http_method="OPTIONS", sync_to_thread=False)
    def handler() -> Answer:
        return Answer(b"", status=NO_CONTENT, headers=[(b"allow", allowed)])

    return handler
