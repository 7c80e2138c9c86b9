"""The application: every route, and what surrounds them."""

from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.types import ControllerRouterHandler

from service.http import decisions, docs, operations, rules
from service.http.envelope import HEADER, Envelope
from service.http.parts import HttpParts
from service.http.problems import ProblemHandlers


def create_app(parts: HttpParts) -> Litestar:
    """The REST API as an ASGI application.

    Litestar's own logging and documentation stay off: `service/logs.py` and `service/http/openapi` take their place.
    """
    app = Litestar(
        route_handlers=[*_routes(parts)],
        exception_handlers=ProblemHandlers(parts.metrics).table(),
        cors_config=_cors(parts.cors_origins),
        logging_config=None,
        openapi_config=None,
    )
    app.asgi_handler = Envelope(app.asgi_handler, access_log=parts.access_log)
    return app


def _routes(parts: HttpParts) -> list[ControllerRouterHandler]:
    return [
        rules.list_rules(parts),
        rules.get_rule(parts),
        rules.get_rule_version(parts),
        rules.list_versions(parts),
        rules.get_schema(parts),
        rules.get_diagram(parts),
        decisions.decide_options(),
        decisions.decide(parts),
        decisions.decide_by_query(parts),
        decisions.decide_batch(parts),
        operations.healthz(),
        operations.readyz(parts),
        operations.get_metrics(parts),
        docs.read_contract(parts),
        docs.read_docs(parts),
        docs.read_docs_asset(),
    ]


def _cors(origins: tuple[str, ...]) -> CORSConfig | None:
    """Pages of these origins may read and decide; without origins, none may."""
    if not origins:
        return None
    return CORSConfig(
        allow_origins=list(origins),
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Content-Type", "If-None-Match", HEADER],
        expose_headers=["ETag", "Rules-Revision", HEADER],
    )
