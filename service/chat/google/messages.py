"""What Google Chat is sent: a card for one person, or for the whole space where an answer is shared."""

import re
from typing import Any, Final

from msgspec import json
from msgspec.structs import replace

from service.chat.buttons import cut
from service.chat.google import markup
from service.chat.google.cards import MOST_TEXT, card
from service.chat.google.events import Event
from service.chat.talking import WORDLESS, Told
from service.model.conversation import ConversationReply
from service.usecases.conversing.pieces import answered
from service.usecases.conversing.rendering import plain

Message = dict[str, Any]

MOST_BYTES: Final = 31_000
"""Of the 32,000 that a message has, those that its body may take."""
_TYPED: Final = "There are more choices than a card holds: type one of them."
_FALLBACK: Final = 1_000
"""Characters of what notifications are given in place of a card."""
_USER: Final = re.compile(r"users/[A-Za-z0-9]{1,60}")


def message(told: Told, event: Event) -> Message:
    """The message that tells it; after a click it takes the place of the card, unless it is for others."""
    reply = told.reply
    if reply is None:
        return {**_posted(event, "NEW_MESSAGE"), **_to(event), "text": markup.plain(told.words)}
    if reply.share is not None and reply.stage == "decided":
        return {**_posted(event, "NEW_MESSAGE"), **_shared_by(event), **_body(answered(reply))}
    return {**_posted(event, "UPDATE_MESSAGE"), **_to(event), **_body(reply)}


def _body(reply: ConversationReply) -> Message:
    """The card with as much as a message holds: all; else no text but the question; else a field to type a choice."""
    asked = reply.question and replace(reply.question, choices=(), help=_TYPED)
    few = replace(reply, question=asked, buttons=(), inputs={})
    for one, room in ((reply, MOST_TEXT), (reply, 0), (few, 0)):
        body = {"fallbackText": cut(plain(one) or WORDLESS, _FALLBACK, _lines), "cardsV2": [card(one, room)]}
        if len(json.encode(body)) <= MOST_BYTES:
            break
    return body


def _lines(text: str) -> str:
    return "\n".join(map(markup.plain, text.splitlines()))


def _posted(event: Event, how: str) -> Message:
    return {"actionResponse": {"type": how}} if event.is_click else {}


def _to(event: Event) -> Message:
    """Among others, only whoever asked sees the answer."""
    return {} if event.space.is_private else {"privateMessageViewer": {"name": event.user.name}}


def _shared_by(event: Event) -> Message:
    """A mention of whoever shares, if the name has the form of one; it stands above the card, which holds none."""
    return {"text": f"Shared by <{event.user.name}>"} if _USER.fullmatch(event.user.name) else {}
