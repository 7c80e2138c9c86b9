"""Converse: somebody says what they know, and is asked for what still matters, over minutes or over days.

A conversation lives in the store, so any replica takes the next turn. Two that take one at once agree by its number:
the second one finds that it came too late, reads what has happened, and makes its turn again.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from secrets import token_urlsafe
from typing import Final

from msgspec.structs import replace

from service.engine.engine import asked
from service.errors import (
    BusyError,
    ConversationFullError,
    Issue,
    RequestRejectedError,
    TooManyConversationsError,
)
from service.model.conversation import Binding, Conversation, ConversationReply, Kept, Turn
from service.usecases.conversing import memory
from service.usecases.conversing.keeping import missing, origin_of, remembering, told
from service.usecases.conversing.limits import Limits
from service.usecases.conversing.messages import Message
from service.usecases.conversing.turning import Turning
from service.usecases.live import LiveRules
from service.usecases.ports import Conversations

RACES: Final = 20
"""Times that a turn is made which others keep overtaking."""
_BITS: Final = 24 * 8
"""Random bits of an identity: more than anybody tries."""
_PREFIX: Final = "c_"
_NOTHING: Final = Message()


class Converse:
    """Holds conversations."""

    def __init__(
        self,
        live: LiveRules,
        turning: Turning,
        store: Conversations,
        limits: Limits,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Take the parts; `now` is the clock."""
        self._live = live
        self._turning = turning
        self._store = store
        self._limits = limits
        self._now = now

    async def start(
        self, binding: Binding, message: Message = _NOTHING, *, rule: str | None = None, version: str | None = None
    ) -> ConversationReply:
        """Begin a conversation, with a rule or with the question which one is meant; a delivery begins one at most.

        Raises:
            RuleNotFoundError, RuleNotLiveError, VersionNotFoundError, VersionUnusableError: there is no such version.
            RuleNotAskedError: the rule is a catalog.
            RequestRejectedError: the text is too long.
            InputsRejectedError: answers are wrong.
            TooManyConversationsError: this person has as many open as one may have.
            StoreUnavailableError: the store is away.
        """
        self._measure(message)
        async with remembering():
            origin = origin_of(binding, message.delivery)
            if origin and (begun := await self._store.began(origin, self._now())):
                return await self._shown(begun.conversation, repeated=True)
            await self._admit(binding)
            one = self._fresh(binding)
            if rule is not None:
                chosen = self._live.snapshot.version(rule, version)
                asked(chosen.program)
                one = memory.begun_with(one, chosen.id)
            after, turn = await self._turned(one, message)
            if await self._store.begin(after, turn, origin):
                return told(after, turn.reply)
            begun = await self._store.began(origin or "", self._now())  # the same delivery came in between
            return await self._shown(begun.conversation if begun else "", repeated=True)

    async def say(self, identity: str, message: Message, binding: Binding | None = None) -> ConversationReply:
        """The next turn of a conversation; a delivery that was answered gets the same reply again.

        Raises:
            ConversationNotFoundError: there is none, or it has ended, or is bound to another place or person.
            ConversationFullError: it has had as many turns as one may have.
            RequestRejectedError, InputsRejectedError, RuleNotFoundError: what is said is too long, or wrong.
            BusyError: others keep being quicker.
            StoreUnavailableError: the store is away.
        """
        self._measure(message)
        async with remembering():
            for _ in range(RACES):
                kept = await self._found(identity, binding, message.delivery)
                if kept.answered:
                    return told(kept.conversation, kept.answered.reply, repeated=True)
                if kept.conversation.turn >= self._limits.turns:
                    words = f"this conversation has had {self._limits.turns} turns, the most that one may have"
                    raise ConversationFullError(words)
                after, turn = await self._turned(kept.conversation, message)
                if await self._store.advance(after, turn):
                    return told(after, turn.reply)
        words = "others keep talking in this conversation: try again in a moment"
        raise BusyError(words)

    async def show(self, identity: str, binding: Binding | None = None) -> ConversationReply:
        """A conversation, with its latest reply.

        Raises:
            ConversationNotFoundError: as with `say`.
            StoreUnavailableError: the store is away.
        """
        async with remembering():
            return await self._shown(identity, binding)

    async def turns(self, identity: str, after: int) -> list[Turn]:
        """The turns that follow a number; of very old ones the last are kept alone. Below 0: the latest turn.

        Raises:
            ConversationNotFoundError: there is no such conversation, or it has ended.
            StoreUnavailableError: the store is away.
        """
        async with remembering():
            found = await self._store.turns(identity, self._now(), after)
            if found is None:
                raise missing()
            return found[-1:] if after < 0 else found

    async def end(self, identity: str) -> None:
        """Forget a conversation.

        Raises:
            ConversationNotFoundError: there is none.
            StoreUnavailableError: the store is away.
        """
        async with remembering():
            if not await self._store.end(identity):
                raise missing()

    async def latest(self, binding: Binding) -> str | None:
        """The conversation of somebody in a channel that was spoken to last, for platforms that know no identity.

        Raises:
            StoreUnavailableError: the store is away.
        """
        async with remembering():
            return await self._store.latest(binding, self._now())

    def _measure(self, message: Message) -> None:
        if message.text and len(message.text) > self._limits.text:
            words = f"a text has at most {self._limits.text} characters"
            raise RequestRejectedError([Issue("out-of-range", "$.text", words)])

    async def _admit(self, binding: Binding) -> None:
        """Let in who has not too many open; who is nobody in particular is not counted."""
        if not binding.user:
            return
        expiring = await self._store.open(binding, self._now())
        if len(expiring) >= self._limits.per_person:
            seconds = int((expiring[0] - self._now()).total_seconds()) + 1
            raise TooManyConversationsError(self._limits.per_person, max(seconds, 1))

    async def _shown(
        self, identity: str, binding: Binding | None = None, *, repeated: bool = False
    ) -> ConversationReply:
        one = (await self._found(identity, binding)).conversation
        turns = await self._store.turns(identity, self._now(), one.turn - 1)
        if not turns:
            raise missing()
        return told(one, turns[-1].reply, repeated=repeated)

    async def _found(self, identity: str, binding: Binding | None, delivery: str | None = None) -> Kept:
        kept = await self._store.find(identity, self._now(), delivery)
        if kept is None or (binding is not None and kept.conversation.binding != binding):
            raise missing()
        return kept

    async def _turned(self, one: Conversation, message: Message) -> tuple[Conversation, Turn]:
        now = self._now()
        after, reply = await self._turning(self._live.snapshot, one, message)
        after = replace(after, touched=now, expires=now + timedelta(days=self._limits.days))
        turn = Turn(conversation=one.id, number=after.turn, at=now, reply=reply, delivery=message.delivery)
        return after, turn

    def _fresh(self, binding: Binding) -> Conversation:
        now = self._now()
        identity = _PREFIX + token_urlsafe(_BITS // 8)
        return Conversation(id=identity, binding=binding, begun=now, touched=now, expires=now)
