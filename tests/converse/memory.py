"""Conversations in memory, as long as a test lasts."""

from datetime import datetime

from service.errors import StoreUnavailableError
from service.model.conversation import Binding, Conversation, Kept, Turn
from tests.http.memory import OUTAGE


class MemoryConversations:
    """The port in dictionaries."""

    def __init__(self) -> None:
        self.down = False
        self._kept: dict[str, Conversation] = {}
        self._turns: dict[str, list[Turn]] = {}
        self._origins: dict[str, str] = {}

    async def begin(self, conversation: Conversation, turn: Turn, origin: str | None = None) -> bool:
        self._answer()
        if origin and await self.began(origin, conversation.touched):
            return False
        self.keep(conversation, turn)
        if origin:
            self._origins[origin] = conversation.id
        return True

    def keep(self, conversation: Conversation, turn: Turn) -> None:
        """Keep a conversation that has had one turn."""
        self._kept[conversation.id] = conversation
        self._turns[conversation.id] = [turn]

    async def began(self, origin: str, now: datetime) -> Turn | None:
        self._answer()
        there = self._there(self._origins.get(origin, ""), now)
        return self._turns[there.id][0] if there else None

    async def find(self, identity: str, now: datetime, delivery: str | None = None) -> Kept | None:
        self._answer()
        there = self._there(identity, now)
        if there is None:
            return None
        same = [turn for turn in self._turns[identity] if delivery and turn.delivery == delivery]
        return Kept(conversation=there, answered=same[0] if same else None)

    async def advance(self, conversation: Conversation, turn: Turn) -> bool:
        self._answer()
        there = self._kept.get(conversation.id)
        if there is None or there.turn != conversation.turn - 1:
            return False
        self._kept[conversation.id] = conversation
        self._turns[conversation.id].append(turn)
        return True

    async def turns(self, identity: str, now: datetime, after: int) -> list[Turn] | None:
        self._answer()
        there = self._there(identity, now)
        return [turn for turn in self._turns[identity] if turn.number > after] if there else None

    async def open(self, binding: Binding, now: datetime) -> list[datetime]:
        self._answer()
        whose = (binding.platform, binding.user)
        own = [one for one in self._kept.values() if (one.binding.platform, one.binding.user) == whose]
        return sorted(one.expires for one in own if one.expires > now)

    async def latest(self, binding: Binding, now: datetime) -> str | None:
        self._answer()
        own = [one for one in self._kept.values() if one.binding == binding and one.expires > now]
        return max(own, key=lambda one: one.touched).id if own else None

    async def end(self, identity: str) -> bool:
        self._answer()
        self._turns.pop(identity, None)
        return self._kept.pop(identity, None) is not None

    async def trim(self, *, now: datetime, keep: int) -> int:
        self._answer()
        newest = sorted(self._kept.values(), key=lambda one: one.touched)[-keep:]
        gone = [one for one in self._kept.values() if one not in newest or one.expires <= now]
        for one in gone:
            await self.end(one.id)
        return len(gone)

    def _there(self, identity: str, now: datetime) -> Conversation | None:
        one = self._kept.get(identity)
        return one if one and one.expires > now else None

    def _answer(self) -> None:
        if self.down:
            raise StoreUnavailableError(OUTAGE)
