"""Changing rules over HTTP: publish a version, make it live, retire a rule.

Who changes something is the name of the bearer token. An answer is given once this process serves the change, so that a
caller who asks it next is answered by it.
"""

from http import HTTPStatus
from typing import Any, Final, cast

from litestar import Request, delete, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json

from service.errors import Issue, NotReadyError, RequestRejectedError
from service.http import forms
from service.http.answers import NO_CONTENT, NOT_KEPT, Answer, Headers, by_rules, encoded, tagged
from service.http.bearer import permit
from service.http.bodies import read_document, read_json
from service.http.conditions import expected
from service.http.history import activated
from service.http.parts import HttpParts
from service.http.queries import read_query
from service.model.publication import Draft, Published
from service.model.standing import ActivatedVersion, PublishedVersion
from service.usecases.activate import Activate, Activation
from service.usecases.gate import Gate
from service.usecases.publish import Publication, Publish

PATIENCE: Final = 2.0
"""Seconds that an answer waits for this process to serve the change."""
MAX_REASON: Final = 1000
"""Characters of a reason."""

_activation: Final = json.Decoder(forms.Activation)


def publish_version(parts: HttpParts) -> HTTPRouteHandler:
    """`PUT /v1/rules/{name}/versions/{version}`; `?reason=` is kept in the audit log."""
    publish = Publish(parts.ledger, Gate(parts.gatekeeper))

    @put("/v1/rules/{name:str}/versions/{version:str}", status_code=HTTPStatus.CREATED)
    async def handler(request: Request[Any, Any, Any], name: FromPath[str], version: FromPath[str]) -> Answer:
        token = permit(parts, request, "publish")
        why = _reason(read_query(request, ("reason",)).get("reason"), "$.query.reason")
        content = await read_document(request, parts.document_limit)
        made = await publish(Draft(name, version, content), who=token.name, why=why)
        place = f"{parts.root_path}/v1/rules/{name}/versions/{version}".encode()
        return Answer(
            encoded(_published(made)),
            status=HTTPStatus.CREATED if made.new else HTTPStatus.OK,
            headers=[*await _settled(parts, made.sequence), tagged(made.version.digest), (b"location", place)],
        )

    return handler


def activate_version(parts: HttpParts) -> HTTPRouteHandler:
    """`PUT /v1/rules/{name}/live`."""
    activate = Activate(parts.ledger, Gate(parts.gatekeeper))

    @put("/v1/rules/{name:str}/live")
    async def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        token = permit(parts, request, "activate")
        read_query(request, ())
        asked = await read_json(request, _activation, parts.body_limit)
        why = _reason(asked.reason, "$.reason")
        made = await activate(name, asked.version, who=token.name, why=why, expected=expected(request))
        live = _activated(made)
        return Answer(encoded(live), headers=[*await _settled(parts, made.sequence), tagged(live.digest)])

    return handler


def retire_rule(parts: HttpParts) -> HTTPRouteHandler:
    """`DELETE /v1/rules/{name}/live`; `?reason=` is kept in the audit log."""
    activate = Activate(parts.ledger, Gate(parts.gatekeeper))

    @delete("/v1/rules/{name:str}/live", status_code=HTTPStatus.OK)  # of the route; the answer has its own
    async def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        token = permit(parts, request, "activate")
        why = _reason(read_query(request, ("reason",)).get("reason"), "$.query.reason")
        made = await activate(name, None, who=token.name, why=why, expected=expected(request))
        return Answer(b"", status=NO_CONTENT, headers=await _settled(parts, made.sequence))

    return handler


async def _settled(parts: HttpParts, sequence: int) -> Headers:
    """The head of an answer to a change, once this process serves it; it will soon, if it does not in time.

    The change is made, whatever this process serves: one that has no rules yet names none.
    """
    await parts.live.reached(sequence, PATIENCE)
    try:
        return [by_rules(parts.live.snapshot), NOT_KEPT]
    except NotReadyError:
        return [NOT_KEPT]


def _reason(text: str | None, path: str) -> str:
    if text is not None and len(text) > MAX_REASON:
        message = f"a reason has at most {MAX_REASON} characters"
        raise RequestRejectedError([Issue("out-of-range", path, message)])
    return text or ""


def _published(made: Publication) -> PublishedVersion:
    version = made.version
    return PublishedVersion(
        name=version.name,
        version=version.version,
        digest=version.digest,
        published=version.at,
        author=version.author,
        warnings=made.warnings,
    )


def _activated(made: Activation) -> ActivatedVersion:
    live = cast(Published, made.live)  # a version was named
    return ActivatedVersion(
        rule=made.rule,
        version=live.version,
        digest=live.digest,
        activated=activated(made.event),
        previous=made.event.previous if made.event else None,
        warnings=made.warnings,
    )
