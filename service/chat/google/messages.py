"""What Google Chat is sent: a card for one person, or for the whole space where an answer is shared."""

import re
from typing import Any, Final

from msgspec import json

from service.chat.buttons import cut
from service.chat.google import markup
from service.chat.google.cards import card
from service.chat.google.events import Event
from service.chat.talking import Told
from service.chat.wording import WORDLESS
from service.model.conversation import ConversationReply
from service.usecases.conversing.pieces import answered
from service.usecases.conversing.rendering import plain

Message = dict[str, Any]

MOST_BYTES: Final = 32_000
_CARD: Final = "reply"
_FALLBACK: Final = 1_000
"""Characters of what notifications are given in place of a card."""
_USER: Final = re.compile(r"users/[A-Za-z0-9]{1,60}")


def message(told: Told, event: Event) -> Message:
    """The message that tells it; after a click it takes the place of the card, unless it is for others."""
    reply = told.reply
    if reply is None:
        return {**_posted(event, "NEW_MESSAGE"), **_to(event), "text": markup.plain(told.words)}
    if told.is_shared:
        return _with_card({**_posted(event, "NEW_MESSAGE"), **_shared_by(event)}, answered(reply))
    return _with_card({**_posted(event, "UPDATE_MESSAGE"), **_to(event)}, reply)


def _with_card(begun: Message, reply: ConversationReply) -> Message:
    """The message with a card, which takes the room that there is besides."""
    cards: list[Message] = []
    whole = {**begun, "fallbackText": cut(plain(reply) or WORDLESS, _FALLBACK, _lines), "cardsV2": cards}
    wrapped = {"cardId": _CARD, "card": {}}
    room = MOST_BYTES - len(json.encode(whole)) - len(json.encode(wrapped))
    cards.append({**wrapped, "card": card(reply, room)})
    return whole


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
