"""What a conversation does where things are not at their best: searches that take too long, secrets, long histories."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import structs

from service.errors import BusyError, SandboxError
from service.model.conversation import Binding, Conversation
from service.model.files import RuleFiles
from service.model.nearest import Nearest
from service.model.publication import Change, Draft, Move
from service.model.rule import RuleId
from service.usecases.conversing import memory
from service.usecases.conversing.limits import Limits
from service.usecases.conversing.sharing import LONGEST
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import NOON, Clock, Replica
from tests.http.memory import MemoryLedger, QuickExaminer

pytestmark = pytest.mark.anyio

SECRET = b"""
kind: tree
name: budget
version: 1.0.0
title: Is there money for it?
inputs:
  cash: {type: number, minimum: 0, unit: USD, ask: How much is there?, sensitive: true}
  names: {type: list, of: {price: {type: number}}, ask: What does each cost?}
start: enough
nodes:
  enough:
    title: Is it enough?
    branches: [{when: cash >= sum(names.price), then: "yes"}]
    otherwise: {then: "no"}
outcomes:
  "yes": {title: Buy it}
  "no": {title: Wait}
cases:
  - {name: rich, given: {cash: 9, names: [{price: 1}]}, expect: {outcome: "yes"}}
  - {name: poor, given: {cash: 0, names: [{price: 1}]}, expect: {outcome: "no"}}
"""


class Forever(QuickExaminer):
    """Never comes to an end."""

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        del files, rule, given, wanted
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.parametrize("hindrance", [None, BusyError("many wait"), SandboxError("no room")], ids=repr)
async def test_a_search_that_can_not_be_made_in_time_ends_in_reasons(
    shipped: LiveRules, hindrance: Exception | None
) -> None:
    examiner = Forever() if hindrance is None else QuickExaminer()
    examiner.failure = hindrance
    replica = Replica(MemoryConversations(), shipped, Clock(), limits=Limits(seconds=0.01), examiner=examiner)
    given = {"model": "other", "vms": 3, "gpus": 40, "latency_critical": False}
    begun = await replica.start(rule="training-gpu", answers=given)
    told = await replica.say(begun.id, "why not l4?")
    assert told.text[0].startswith("To find out what would lead there takes longer than a chat waits")
    assert "more than 32 GPUs" in told.text[-1]
    assert told.inputs == given


async def test_a_search_that_proves_nothing_says_so(shipped: LiveRules) -> None:
    replica = Replica(MemoryConversations(), shipped, Clock(), examiner=QuickExaminer())
    begun = await replica.start(rule="training-gpu", answers={"model": "small"})
    told = await replica.say(begun.id, "why not l4?")
    assert told.text[0] == "I found nothing that leads to L4; what speaks against it:"


@pytest.fixture
def bank() -> Replica:
    """A rule that asks for a secret."""
    ledger, live = MemoryLedger(), LiveRules()
    ledger.make(Change(who="me", seen=0, drafts=(Draft("budget", "1.0.0", SECRET),)))
    ledger.make(Change(who="me", seen=1, moves=(Move("budget", "1.0.0"),)))
    live.take(ledger.now())
    return Replica(MemoryConversations(), live, Clock())


async def test_what_is_sensitive_is_used_and_never_said_back(bank: Replica) -> None:
    begun = await bank.start(rule="budget", answers={"cash": 4711, "names": [{"price": 1}]})
    assert begun.outcome
    assert begun.outcome.id == "yes"
    assert begun.echo == ("cash = (not repeated)", "names = 1 of them")
    replies = [
        begun,
        *[await bank.say(begun.id, text) for text in ("why?", "share", "what if cash = 4712", "why not no", "back")],
    ]
    assert not [one for one in replies if "471" in repr(one)]
    assert replies[0].inputs == {"names": [{"price": 1.0}]}
    share = replies[2].share
    assert share
    assert (share.decision, share.diagram) == (None, None)
    assert share.record


async def test_a_link_that_is_too_long_is_none(shipped: LiveRules) -> None:
    replica = Replica(MemoryConversations(), shipped, Clock(), limits=Limits(root="https://gpu.example.com"))
    interruptions = [{"since_checkpoint": 600.0, "resume": 60.0, "reschedule": 30.0}] * 40
    answers = {"evaluation_period": "10 d", "interruptions": interruptions}
    begun = await replica.start(rule="runtime-goodput", answers=answers)
    share = (await replica.say(begun.id, "share")).share
    assert share
    assert share.decision is None
    assert share.record
    assert share.record.startswith("https://gpu.example.com/v1/records/")
    short = (await replica.say(begun.id, answers={"interruptions": interruptions[:1]})).id
    link = (await replica.say(short, "share")).share
    assert link
    assert link.decision
    assert len(link.decision) <= LONGEST


def test_of_a_long_history_the_last_turns_can_be_taken_back() -> None:
    one = Conversation(id="c", binding=Binding(platform="x"), begun=NOON, touched=NOON, expires=NOON)
    for turn in range(memory.STEPS + 5):
        one = memory.answered(one, {"n": turn, f"x{turn % 3}": turn})
        one = structs.replace(one, turn=one.turn + 1)
    newest = memory.STEPS + 4
    assert one.inputs["n"] == newest
    for step in range(1, memory.STEPS):
        one = memory.taken_back(one)
        assert one.inputs["n"] == newest - step
    one = memory.taken_back(one)
    assert one.inputs == {"n": 4, "x0": 3, "x1": 4, "x2": 2}, "what is older is known still"
    assert memory.last_answers(one) == ()
    assert memory.taken_back(one).inputs == one.inputs
