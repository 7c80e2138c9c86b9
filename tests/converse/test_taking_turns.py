"""One turn at a time, whoever makes it: races, repeated deliveries, limits, and the end of a conversation."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from msgspec import structs

from service.errors import (
    BusyError,
    ConversationFullError,
    ConversationNotFoundError,
    InputsRejectedError,
    RequestRejectedError,
    RuleNotAskedError,
    RuleNotFoundError,
    StoreUnavailableError,
    TooManyConversationsError,
)
from service.model.conversation import Binding, Conversation, Turn
from service.usecases.converse import RACES
from service.usecases.conversing.limits import Limits
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import SOMEBODY, Clock, Replica, opened
from tests.databases import Place

pytestmark = pytest.mark.anyio

LIMITS = Limits(days=30, turns=4, text=20, per_person=2)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def replicas(shared: Place, shipped: LiveRules, clock: Clock) -> AsyncIterator[list[Replica]]:
    """Two processes over one store."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(opened(shared)) for _ in range(2)]
        yield [Replica(store, shipped, clock) for store in stores]


@pytest.fixture
def alone(shipped: LiveRules, clock: Clock) -> Replica:
    """A process with narrow limits, over a store of its own."""
    return Replica(MemoryConversations(), shipped, clock, limits=LIMITS)


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


async def test_an_identity_can_not_be_guessed(alone: Replica) -> None:
    told = [await alone.start(binding=Binding(platform="rest")) for _ in range(10)]
    assert len({one.id for one in told}) == 10
    assert all(len(one.id) >= 34 for one in told)


async def test_a_conversation_has_so_many_turns(alone: Replica) -> None:
    begun = await alone.start(rule="training-gpu")
    told = [await alone.say(begun.id, "other", delivery=str(number)) for number in range(3)]
    assert told[-1].turn == LIMITS.turns
    with pytest.raises(ConversationFullError, match="4 turns"):
        await alone.say(begun.id, "3 vms")
    assert await alone.say(begun.id, "other", delivery="2") == told[-1]


async def test_one_person_has_so_many_open(alone: Replica, clock: Clock) -> None:
    first = await alone.start(rule="training-gpu")
    clock.forward(days=1)
    await alone.start(rule="training-gpu", binding=structs.replace(SOMEBODY, channel="C2"))
    with pytest.raises(TooManyConversationsError) as refused:
        await alone.start(rule="training-gpu")
    assert refused.value.seconds == pytest.approx(29 * 86_400, abs=2)
    await alone.start(rule="training-gpu", binding=structs.replace(SOMEBODY, user="U2"))
    await alone.converse.end(first.id)
    assert (await alone.start(rule="training-gpu")).turn == 1


async def test_a_text_has_so_many_characters(alone: Replica) -> None:
    begun = await alone.start("x" * 20, rule="training-gpu")
    for late in (alone.say(begun.id, "x" * 21), alone.start("x" * 21)):
        with pytest.raises(RequestRejectedError, match="at most 20 characters"):
            await late


async def test_wrong_answers_change_nothing(alone: Replica) -> None:
    begun = await alone.start(rule="training-gpu", answers={"vms": 3})
    for wrong in ({"modle": "other"}, {"vms": "3"}, {"model": "huge"}, {"gpus": 0}, {"gpus": 24, "vms": 2.5}):
        with pytest.raises(InputsRejectedError) as refused:
            await alone.say(begun.id, answers=wrong)
        assert all(issue.path.startswith("$.answers.") for issue in refused.value.issues)
    assert await alone.converse.show(begun.id) == begun


async def test_a_rule_that_can_not_be_talked_about(alone: Replica) -> None:
    with pytest.raises(RuleNotFoundError, match="the nearest is `training-gpu`"):
        await alone.start(rule="training-gp")
    with pytest.raises(RuleNotAskedError):
        await alone.start(rule="gcp-prices")
    begun = await alone.start()
    with pytest.raises(RuleNotFoundError):
        await alone.say(begun.id, answers={"rule": "gcp-prices"})
    with pytest.raises(InputsRejectedError, match="must be the name of a rule, not `3`"):
        await alone.say(begun.id, answers={"rule": 3})


async def test_without_the_store_nobody_is_heard_and_everybody_told_why(alone: Replica) -> None:
    begun = await alone.start(rule="training-gpu")
    assert isinstance(alone.store, MemoryConversations)
    alone.store.down = True
    for away in (
        alone.start(rule="training-gpu"),
        alone.say(begun.id, "other"),
        alone.converse.show(begun.id),
        alone.converse.turns(begun.id, 0),
        alone.converse.end(begun.id),
        alone.converse.latest(SOMEBODY),
    ):
        with pytest.raises(StoreUnavailableError, match=r"kept in the store, and the database does not answer; decisi"):
            await away
    alone.store.down = False
    assert (await alone.say(begun.id, "other")).turn == 2


async def test_an_answer_is_recorded_once_however_often_it_is_shown(alone: Replica) -> None:
    begun = await alone.start(rule="training-gpu", answers={"vms": 3})
    assert alone.decided == []
    told = await alone.say(begun.id, "small")
    again = [await alone.say(begun.id, text) for text in ("why?", "share")]
    assert alone.decided == [told.decision_id]
    assert {one.decision_id for one in again} == {told.decision_id}
    assert again[-1].share
    assert again[-1].share.record == f"/v1/records/{told.decision_id}"
