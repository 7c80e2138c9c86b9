"""The operations that hold conversations."""

from http import HTTPStatus
from typing import Any, Final

from service.http.conversing import MAX_NAME
from service.http.negotiation import MARKDOWN, PLAIN
from service.http.openapi.access import REFUSED, needs
from service.http.openapi.names import headers, schema
from service.http.openapi.responses import ALONE, BODY, JSON, ok, problems
from service.http.streaming import EVENT_STREAM

_PATH: Final = "/v1/conversations/{id}"
_GONE: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)
_ASKED: Final = (*_GONE, HTTPStatus.SERVICE_UNAVAILABLE)
_BEGUN: Final = (*_ASKED, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS, *BODY)
_EVENT: Final = {
    "type": "object",
    "description": "One event; the `data` of a reply is JSON like `ConversationReply`, without `id` and `expires`.",
    "properties": {
        "id": {"type": "string", "pattern": "^[0-9]+$"},
        "event": {"type": "string", "enum": ["reply", "end"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
_EXAMPLE: Final = {"id": "7", "event": "reply", "data": '{"turn": 7, "stage": "asking", "question": null}'}
_EVENTS: Final = (
    "Server-sent events, for a page that shows a conversation: each reply as it comes, with the number of its turn as "
    "its `id`. Without `Last-Event-ID` the latest reply comes first. A stream ends after five minutes, "
    "and browsers come back by themselves with the last `id` that they saw; after `event: end` there is nothing more."
)


def _link(operation: str) -> dict[str, Any]:
    """An operation that goes on with the conversation of an answer."""
    return {"operationId": operation, "parameters": {"id": "$response.body#/id"}}


_FURTHER: Final = {
    "say": _link("sendMessage"),
    "show": _link("getConversation"),
    "end": _link("endConversation"),
}
"""What can follow an answer."""


def conversing(*, closed: bool) -> dict[str, Any]:
    """The paths under `/v1/conversations`; `closed` says that they need a token."""
    paths: dict[str, dict[str, Any]] = {
        "/v1/conversations": {"post": _start()},
        _PATH: {"parameters": [_IDENTITY], "get": _get(), "delete": _end()},
        f"{_PATH}/messages": {"parameters": [_IDENTITY], "post": _send()},
        f"{_PATH}/events": {"parameters": [_IDENTITY], "get": _listen()},
    }
    return {path: _closed(operations) for path, operations in paths.items()} if closed else paths


def _closed(operations: dict[str, Any]) -> dict[str, Any]:
    """The same for callers with a token alone."""
    refused = problems(*REFUSED)
    return {
        name: one
        if name == "parameters"
        else {**one, **needs("decide"), "responses": dict(sorted({**one["responses"], **refused}.items()))}
        for name, one in operations.items()
    }


_IDENTITY: Final = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The identity of a conversation. Who has it may take part, so show it to nobody else.",
    "schema": {"type": "string"},
}


def _start() -> dict[str, Any]:
    words = (
        "Begins with a rule, or, where none is named, with the question which one is meant; a text that says something "
        "about a workload begins the rule that is set for that. The conversation stays with the version it began with. "
        "It is kept in the store until nobody has spoken to it for a month, if not set otherwise."
    )
    begun = ok("The conversation, and its first reply.", _reply(), (*ALONE, "Location"), HTTPStatus.CREATED)
    begun["201"]["links"] = {
        "say": _link("sendMessage"),
        "show": _link("getConversation"),
        "end": _link("endConversation"),
    }
    begun["201"]["links"]["listen"] = _link("listenToConversation")
    body = {
        "schema": schema("ConversationStart"),
        "examples": {
            "rule": {"summary": "With a rule", "value": {"rule": "training-gpu"}},
            "text": {"summary": "With a text", "value": {"text": "training, 3 VMs with 8 GPUs each"}},
            "list": {"summary": "With the list of rules", "value": {}},
        },
    }
    return {
        "operationId": "startConversation",
        "summary": "Start a conversation",
        "description": words,
        "tags": ["conversing"],
        "requestBody": {"required": True, "content": {JSON: body}},
        "responses": {**begun, **problems(*_BEGUN)},
    }


def _send() -> dict[str, Any]:
    words = (
        "A text, which is read as facts, as a command (`why`, `why not l4`, `what if gpus=64`, `back`, `restart`, "
        "`measure again`, `share`, `list`, `help`) or as the label of a button; or answers by input, of which `null` "
        "takes one back. What was understood is said back in `echo`, and what is not certain is asked. Two messages at "
        "once are taken one after the other. A `message_id` that came before is answered with the same reply, of up to "
        f"{MAX_NAME} characters."
    )
    said = ok("The reply.", _reply(), ALONE)
    said["200"]["links"] = {
        "say": _link("sendMessage"),
        "show": _link("getConversation"),
        "end": _link("endConversation"),
    }
    body = {
        "schema": schema("ConversationMessage"),
        "examples": {
            "text": {"summary": "A text", "value": {"text": "what if gpus=64?"}},
            "delivered": {"summary": "A text that may come again", "value": {"text": "3 VMs", "message_id": "m-17"}},
        },
    }
    return {
        "operationId": "sendMessage",
        "summary": "Say something",
        "description": words,
        "tags": ["conversing"],
        "requestBody": {"required": True, "content": {JSON: body}},
        "responses": {**said, **problems(*_ASKED, *BODY)},
    }


def _get() -> dict[str, Any]:
    return {
        "operationId": "getConversation",
        "summary": "Read the latest reply",
        "description": "Where a conversation stands, for those who come back to it.",
        "tags": ["conversing"],
        "responses": {**ok("The latest reply.", _reply(), ALONE), **problems(*_ASKED)},
    }


def _end() -> dict[str, Any]:
    return {
        "operationId": "endConversation",
        "summary": "End a conversation",
        "description": "Forgets it, with all that was said.",
        "tags": ["conversing"],
        "responses": {
            "204": {"description": "It is forgotten.", "headers": headers(*ALONE)},
            **problems(*_ASKED),
        },
    }


def _listen() -> dict[str, Any]:
    last = {"type": "string"}
    words = "The `id` of the last event that was seen; one that was never given counts as none."
    return {
        "operationId": "listenToConversation",
        "summary": "Listen to a conversation",
        "description": _EVENTS,
        "tags": ["conversing"],
        "parameters": [{"name": "Last-Event-ID", "in": "header", "description": words, "schema": last}],
        "responses": {
            **ok("The replies.", {EVENT_STREAM: {"schema": _EVENT, "example": _EXAMPLE}}, ALONE),
            **problems(*_ASKED),
        },
    }


def _reply() -> dict[str, Any]:
    """A reply in each of its forms."""
    text = {"schema": {"type": "string"}}
    return {JSON: {"schema": schema("ConversationReply")}, PLAIN: text, MARKDOWN: text}
