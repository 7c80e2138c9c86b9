"""What one process takes: how much may be said, what is refused, and what counts as a decision."""

import pytest
from msgspec import structs

from service.errors import (
    ConversationFullError,
    InputsRejectedError,
    RequestRejectedError,
    RuleNotAskedError,
    RuleNotFoundError,
    StoreUnavailableError,
    TooManyConversationsError,
)
from service.model.conversation import Binding
from service.usecases.conversing.limits import Limits
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import SOMEBODY, Clock, Replica

pytestmark = pytest.mark.anyio

LIMITS = Limits(days=30, turns=4, text=20, per_person=2)


@pytest.fixture
def alone(shipped: LiveRules, clock: Clock) -> Replica:
    """A process with narrow limits, over a store of its own."""
    return Replica(MemoryConversations(), shipped, clock, limits=LIMITS)


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
    assert await alone.say(begun.id, "other", delivery="2") == structs.replace(told[-1], repeated=True)


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
