"""What all platforms have in common: somebody says something in a channel, and is told something.

A platform finds out who says what, and puts what is told in its own form. Whatever goes wrong on the way is told in
words: a person in a chat reads no status.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import structlog
from msgspec import Meta, Struct

from service.chat.pace import Pace
from service.errors import (
    BusyError,
    ConversationFullError,
    ConversationNotFoundError,
    ServiceError,
    StoreUnavailableError,
    TooManyConversationsError,
)
from service.model.conversation import Binding, ConversationReply
from service.usecases.converse import Converse
from service.usecases.conversing.messages import Message
from service.usecases.conversing.pieces import standing

Name = Annotated[str, Meta(max_length=300, pattern=r"\A[!-~]+\Z")]
"""A name that a platform gives to somebody or something: it is kept, and shown to nobody."""
GONE: Final = "This conversation has ended: it has expired, or was another one's. Say something to begin a new one."
FAILED: Final = "Something went wrong in the service; its log says more."
_LATER: Final = "try again in a moment."


class Utterance(Struct, frozen=True, kw_only=True):
    """What somebody said, or pressed.

    `conversation` is that of the button that was pressed; without one, that which was spoken to last goes on here, or
    a new one begins. `delivery` is the same when the platform sends the same thing again.
    """

    binding: Binding
    delivery: str
    text: str = ""
    answers: Mapping[str, Any] | None = None
    conversation: str | None = None

    @property
    def message(self) -> Message:
        """What the conversation is told."""
        return Message(text=self.text or None, answers=self.answers, delivery=self.delivery)


class Told(Struct, frozen=True):
    """What somebody is told: a reply, or else words."""

    reply: ConversationReply | None = None
    words: str = ""

    @property
    def is_shared(self) -> bool:
        """Whether this is an answer that is for everybody in the channel."""
        return self.reply is not None and self.reply.share is not None and self.reply.stage == "decided"


class Talk:
    """Takes what is said on a platform to its conversation."""

    def __init__(self, converse: Converse, pace: Pace) -> None:
        """Take the conversations, and how fast people may talk."""
        self._converse = converse
        self._pace = pace

    async def __call__(self, said: Utterance) -> Told:
        """What is to be told; it never fails."""
        try:
            seconds = self._pace(said.binding)
            if seconds:
                return Told(words=f"That is faster than I can follow: go on in {seconds} s.")
            return Told(await self._heard(said))
        except ServiceError as error:
            return Told(words=_words(error))
        except Exception as error:
            _log().error("talk failed", platform=said.binding.platform, exc_info=error)
            return Told(words=FAILED)

    async def _heard(self, said: Utterance) -> ConversationReply:
        if said.conversation is not None:
            return await self._converse.say(said.conversation, said.message, said.binding)
        latest = await self._converse.latest(said.binding)
        if latest is None:
            return await self._converse.start(said.binding, said.message)
        try:
            if said.text or said.answers is not None:
                return await self._converse.say(latest, said.message, said.binding)
            return standing(await self._converse.show(latest, said.binding))
        except (ConversationNotFoundError, ConversationFullError):  # it has just expired, or takes no more
            return await self._converse.start(said.binding, said.message)


def _words(error: ServiceError) -> str:
    """What went wrong, as somebody in a chat needs to know it."""
    match error:
        case ConversationNotFoundError():
            return GONE
        case StoreUnavailableError():
            _log().warning("the store is away", detail=str(error))
            return f"I can't remember anything now, because my store is away: {_LATER}"
        case BusyError():
            return f"Too much is going on: {_LATER}"
        case TooManyConversationsError() | ConversationFullError():
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        case _:
            return f"That can't be taken: {error}."


def _log() -> structlog.stdlib.BoundLogger:
    log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.chat")
    return log
