"""Conversations over HTTP: `/v1/conversations`.

The identity of a conversation is what lets somebody take part in it, so it is in no log. Where deciding is closed, a
token for it is needed as well.
"""

from typing import Any, Final

from litestar import Request, delete, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json

from service.errors import Issue, RequestRejectedError
from service.http.answers import NO_CONTENT, NOT_KEPT, Answer, Headers, encoded
from service.http.bearer import permit
from service.http.bodies import read_json
from service.http.forms import ConversationMessage, ConversationStart
from service.http.negotiation import JSON, MARKDOWN, PLAIN, preferred
from service.http.parts import HttpParts
from service.http.queries import read_query
from service.http.reading import awaiting
from service.http.streaming import Stream, Streams, last_event
from service.model.conversation import Binding, ConversationReply
from service.usecases.conversing.messages import Message
from service.usecases.conversing.rendering import markdown, plain

PLATFORM: Final = "rest"
FORMS: Final = (JSON, PLAIN, MARKDOWN)
"""The forms of a reply, by `Accept`."""
MAX_NAME: Final = 200
"""Characters of names that callers give to messages and people."""
_VARY: Final = (b"vary", b"Accept")
_RENDERED: Final = {PLAIN: plain, MARKDOWN: markdown}

_start: Final = json.Decoder(ConversationStart)
_message: Final = json.Decoder(ConversationMessage)


def start_conversation(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/conversations`."""

    @post("/v1/conversations", status_code=201)
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        who = _permit(parts, request)
        read_query(request, ())
        asked = await read_json(request, _start, parts.conversation_body_limit)
        if asked.version is not None and asked.rule is None:
            raise RequestRejectedError(
                [Issue("missing-member", "$.rule", "`version` is one of a `rule`, which is missing")]
            )
        name = _name(asked.user, "$.user") or ""
        binding = Binding(platform=PLATFORM, channel=who, user=f"{who}/{name}" if name else "")
        message = Message(text=asked.text, answers=asked.answers)
        told = await parts.converse.start(binding, message, rule=asked.rule, version=asked.version)
        place = f"{parts.root_path}/v1/conversations/{told.id}".encode()
        return _answer(request, told, status=201, headers=[(b"location", place)])

    return handler


def send_message(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/conversations/{id}/messages`."""

    @post("/v1/conversations/{id:str}/messages", status_code=200)
    async def handler(request: Request[Any, Any, Any], id: FromPath[str]) -> Answer:  # noqa: A002 - its name in the contract
        _permit(parts, request)
        read_query(request, ())
        said = await read_json(request, _message, parts.conversation_body_limit)
        if said.text is None and said.answers is None:
            raise RequestRejectedError([Issue("missing-member", "$", "a message has `text`, or `answers`, or both")])
        delivery = _name(said.message_id, "$.message_id")
        message = Message(text=said.text, answers=said.answers, delivery=delivery)
        return _answer(request, await parts.converse.say(id, message))

    return handler


def get_conversation(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/conversations/{id}`."""

    @awaiting("/v1/conversations/{id:str}")
    async def handler(request: Request[Any, Any, Any], id: FromPath[str]) -> Answer:  # noqa: A002
        _permit(parts, request)
        read_query(request, ())
        return _answer(request, await parts.converse.show(id))

    return handler


def end_conversation(parts: HttpParts) -> HTTPRouteHandler:
    """`DELETE /v1/conversations/{id}`."""

    @delete("/v1/conversations/{id:str}", status_code=200)  # of the route; the answer has its own
    async def handler(request: Request[Any, Any, Any], id: FromPath[str]) -> Answer:  # noqa: A002
        _permit(parts, request)
        read_query(request, ())
        await parts.converse.end(id)
        return Answer(b"", status=NO_CONTENT)

    return handler


def listen_to_conversation(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/conversations/{id}/events`."""
    streams = Streams(parts.converse, parts.stream_seconds, parts.is_ending)

    @awaiting("/v1/conversations/{id:str}/events")
    async def handler(request: Request[Any, Any, Any], id: FromPath[str]) -> Stream:  # noqa: A002
        _permit(parts, request)
        read_query(request, ())
        return await streams.open(id, last_event(request))

    return handler


def _permit(parts: HttpParts, request: Request[Any, Any, Any]) -> str:
    """Let in whoever may decide; the name of the token, where one is needed.

    Raises:
        TokenNeededError, ScopeNeededError: deciding is closed to this caller.
    """
    return permit(parts, request, "decide").name if parts.access.closed else ""


def _name(given: str | None, path: str) -> str | None:
    """A name that a caller gives.

    Raises:
        RequestRejectedError: it is empty, or too long.
    """
    if given is not None and not 0 < len(given) <= MAX_NAME:
        raise RequestRejectedError([Issue("out-of-range", path, f"a name has 1 to {MAX_NAME} characters")])
    return given


def _answer(
    request: Request[Any, Any, Any], told: ConversationReply, *, status: int = 200, headers: Headers | None = None
) -> Answer:
    """A reply as JSON, or as text where that is preferred."""
    kept: Headers = [NOT_KEPT, _VARY, *(headers or [])]
    form = preferred(request.headers.getall("accept", []), FORMS)
    if form == JSON:
        return Answer(encoded(told), status=status, headers=kept)
    return Answer(f"{_RENDERED[form](told)}\n".encode(), f"{form}; charset=utf-8".encode(), status=status, headers=kept)
