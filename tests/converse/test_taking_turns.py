"""One turn at a time, whoever makes it: races, repeated deliveries, and the end of a conversation."""

import asyncio

import pytest
from msgspec import structs

from service.errors import (
    BusyError,
    ConversationNotFoundError,
)
from service.model.conversation import Binding, Conversation, Turn
from service.usecases.converse import RACES
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import Clock, Replica

pytestmark = pytest.mark.anyio


async def test_of_many_who_speak_at_once_each_is_heard(replicas: list[Replica]) -> None:
    begun = await replicas[0].start(rule="training-gpu")
    said = ["model = other", "vms = 3", "gpus = 24", "latency_critical = no"]
    told = await asyncio.gather(
        *(replicas[number % 2].say(begun.id, text) for number, text in enumerate([*said, *said]))
    )
    assert sorted(one.turn for one in told) == list(range(2, 10))
    last = await replicas[1].converse.show(begun.id)
    assert last.inputs == {"model": "other", "vms": 3, "gpus": 24, "latency_critical": False}
    assert last.outcome
    assert last.outcome.id == "l4"
    turns = await replicas[0].converse.turns(begun.id, 0)
    assert [turn.number for turn in turns] == list(range(1, 10))


async def test_a_delivery_that_comes_again_is_answered_once_and_alike(replicas: list[Replica]) -> None:
    begun = await replicas[0].start(rule="training-gpu")
    told = await asyncio.gather(*(replica.say(begun.id, "3 vms", delivery="m1") for replica in (*replicas, *replicas)))
    assert [one.turn for one in told] == [2] * 4
    await replicas[0].say(begun.id, "24 gpus", delivery="m2")
    again = await replicas[1].say(begun.id, "3 vms", delivery="m1")
    assert (again.turn, again.echo) == (2, told[0].echo)
    assert (await replicas[0].converse.show(begun.id)).turn == 3


async def test_a_delivery_begins_one_conversation_at_most(replicas: list[Replica], clock: Clock) -> None:
    somebody = Binding(platform="slack", channel="C1", user=str(id(replicas)))
    told = await asyncio.gather(
        *(replica.start(rule="training-gpu", delivery="e1", binding=somebody) for replica in (*replicas, *replicas))
    )
    assert len({one.id for one in told}) == 1
    clock.forward(days=31)
    later = await replicas[1].start(rule="training-gpu", delivery="e1", binding=somebody)
    assert later.id != told[0].id
    other = structs.replace(somebody, user="another")
    assert (await replicas[0].start(rule="training-gpu", delivery="e1", binding=other)).id != told[0].id


class Overtaken(MemoryConversations):
    """A store in which somebody else is always quicker."""

    async def advance(self, conversation: Conversation, turn: Turn) -> bool:
        del conversation, turn
        self.attempts += 1
        return False

    attempts = 0


async def test_who_is_overtaken_again_and_again_is_told_so(shipped: LiveRules, clock: Clock) -> None:
    store = Overtaken()
    replica = Replica(store, shipped, clock)
    begun = await replica.start(rule="training-gpu")
    with pytest.raises(BusyError, match="others keep talking"):
        await replica.say(begun.id, "3 vms")
    assert store.attempts == RACES


async def test_a_conversation_is_kept_for_a_while_after_its_last_turn(replicas: list[Replica], clock: Clock) -> None:
    begun = await replicas[0].start(rule="training-gpu")
    clock.forward(days=29)
    told = await replicas[1].say(begun.id, "other")
    assert (told.expires - clock.now).days == 30
    clock.forward(days=30)
    for late in (
        replicas[0].say(begun.id, "3 vms"),
        replicas[0].converse.show(begun.id),
        replicas[0].converse.turns(begun.id, 0),
    ):
        with pytest.raises(ConversationNotFoundError, match="it has expired, was ended, or never was"):
            await late


@pytest.mark.parametrize("identity", ["", "c_unknown", "\0", "\ud800", "' OR 1=1 --", "x" * 10_000])
async def test_an_identity_that_nobody_was_given_is_not_found(replicas: list[Replica], identity: str) -> None:
    for asked in (
        replicas[0].say(identity, "other"),
        replicas[0].converse.show(identity),
        replicas[0].converse.turns(identity, -1),
        replicas[0].converse.end(identity),
    ):
        with pytest.raises(ConversationNotFoundError):
            await asked


async def test_what_was_ended_is_forgotten(replicas: list[Replica]) -> None:
    begun = await replicas[0].start(rule="training-gpu")
    await replicas[1].converse.end(begun.id)
    with pytest.raises(ConversationNotFoundError):
        await replicas[0].say(begun.id, "other")


async def test_a_platform_finds_its_conversation_and_no_other(replicas: list[Replica], clock: Clock) -> None:
    mine = Binding(platform="google", channel="spaces/1", user="users/1")
    theirs = structs.replace(mine, user="users/2")
    assert await replicas[0].converse.latest(mine) is None
    begun = [await replicas[0].start(rule="training-gpu", binding=mine) for _ in range(2)]
    clock.forward(minutes=1)
    await replicas[1].say(begun[0].id, "other", binding=mine)
    assert await replicas[1].converse.latest(mine) == begun[0].id
    assert await replicas[1].converse.latest(structs.replace(mine, channel="spaces/2")) is None
    with pytest.raises(ConversationNotFoundError):
        await replicas[0].say(begun[0].id, "3 vms", binding=theirs)
