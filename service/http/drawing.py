"""Rules as pictures over HTTP: `/v1/rules/{name}/diagram`."""

from typing import Any, Final

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json

from service.errors import Issue, RequestRejectedError
from service.http.answers import Answer, by_rules, revalidated
from service.http.bearer import permit, permit_deciding
from service.http.diagrams import diagram
from service.http.parts import HttpParts
from service.http.queries import VERSION, read_inputs, read_query
from service.http.reading import awaiting
from service.model.decision import Decision
from service.model.publication import Record
from service.usecases.records import find_record
from service.usecases.revision import Revision

MERMAID_TYPE: Final = b"text/vnd.mermaid; charset=utf-8"
DECISION: Final = "decision"
"""The parameter that names a recorded decision; no input has this name."""

_decisions: Final = json.Decoder(Decision)


def get_diagram(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/diagram`; with a decision, recorded or made from inputs in the query, its way is marked."""

    @awaiting("/v1/rules/{name:str}/diagram")
    async def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query = read_query(request)
        if DECISION in query:
            permit(parts, request, "read")
            read_query(request, (DECISION,))
            record = await find_record(parts.records, query[DECISION])
            revision = parts.live.snapshot
            text = _recorded(revision, name, record)
        else:
            revision = parts.live.snapshot
            text = _asked(parts, request, revision, name, query)
        return revalidated(request, text.encode(), MERMAID_TYPE, headers=[by_rules(revision)])

    return handler


def _asked(
    parts: HttpParts, request: Request[Any, Any, Any], revision: Revision, name: str, query: dict[str, str]
) -> str:
    """A version of a rule, with the decision that inputs in the query lead to."""
    version = revision.version(name, query.pop(VERSION, None))
    inputs = read_inputs(query, version.program.common.inputs)
    if not inputs:
        return diagram(version)
    permit_deciding(parts, request)
    return diagram(version, parts.decide.look(version, inputs))


def _recorded(revision: Revision, name: str, record: Record) -> str:
    """The version of a rule that took part in a recorded decision, with the way of that through it."""
    decision = _decisions.decode(record.decision)
    for used in decision.rules:
        if used.name == name:
            return diagram(revision.version(name, used.version), decision)
    passed = ", ".join(f"`{one.name}`" for one in decision.rules)
    message = f"that decision did not pass through `{name[:100]}`, but through {passed}"
    raise RequestRejectedError([Issue("other-rule", f"$.query.{DECISION}", message)])
