"""What Slack is sent: a message for one person, or for the whole channel where an answer is shared."""

import re
from typing import Any, Final

from service.chat.buttons import cut
from service.chat.slack import mrkdwn
from service.chat.slack.blocks import blocks, context
from service.chat.talking import Told
from service.chat.wording import WORDLESS
from service.model.conversation import ConversationReply
from service.usecases.conversing.pieces import answered
from service.usecases.conversing.rendering import plain

Message = dict[str, Any]

WAITING: Final = "One moment, please: this takes longer than usual."
_FALLBACK: Final = 3_000
"""Characters of what notifications and screen readers are given in place of blocks."""
_USER: Final = re.compile(r"[UW][A-Z0-9]{1,40}")


def message(told: Told, user: str) -> Message:
    """The message that tells it, for `user` alone unless it is shared."""
    if told.reply is None:
        return words(told.words)
    if told.is_shared:
        return {"response_type": "in_channel", **_body(answered(told.reply), _shared_by(user))}
    return {"response_type": "ephemeral", **_body(told.reply)}


def words(text: str) -> Message:
    """A message of mere words, for one person."""
    return {"response_type": "ephemeral", "text": mrkdwn.put(text)}


def _body(reply: ConversationReply, by: str = "") -> Message:
    text = "\n".join(map(mrkdwn.put, cut(plain(reply), _FALLBACK).splitlines()))
    return {"text": text or WORDLESS, "blocks": [*blocks(reply), *([context(by)] if by else [])]}


def _shared_by(user: str) -> str:
    """A mention of whoever shares, if the name has the form of one."""
    return f"Shared by <@{user}>" if _USER.fullmatch(user) else ""
