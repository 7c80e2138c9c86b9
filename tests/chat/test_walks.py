"""Every rule that is shipped, asked to its end in the messages of every platform: each is as the platform takes it."""

import random
from typing import Any

import pytest
import yaml
from msgspec import json

from service.chat.buttons import sent_by, value_of
from service.chat.google.events import read_event
from service.chat.google.messages import message as google_message
from service.chat.pace import Pace
from service.chat.slack.messages import message as slack_message
from service.chat.talking import Talk, Told, Utterance
from service.engine.program import TreeProgram
from service.model.conversation import Binding, Button, ConversationReply, OpenQuestion
from service.usecases.conversing.limits import Limits
from service.usecases.live import LiveRules
from tests.chat.google.clicks import recorded
from tests.chat.google.strict import check as check_card
from tests.chat.slack.strict import check as check_blocks
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import Clock, Replica
from tests.http.served import RULES

pytestmark = pytest.mark.anyio

ADA = Binding(platform="slack", channel="T/C", user="T/ada")
NUMBERS = ["1", "2", "3", "16", "0.5"]
TYPED = {"duration": ["15 min", "2 h", "30 d"], "integer": NUMBERS, "number": NUMBERS, "text": ["us-central1"]}
ASIDES = ["why", "share", "help", "what if vms=2", "why not l4?", "gibberish <!channel> *now*", "back"]
STEPS = 40
EVENTS = [event for name in ("button", "message") if (event := read_event(json.encode(recorded(name))))]


NAMES = [name for name in yaml.safe_load((RULES / "live.yaml").read_text()) if not name.startswith("gcp-")]


@pytest.mark.parametrize("rule", [*NAMES, "gcp-machines"])
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_conversation_to_the_end_of_a_rule(shipped: LiveRules, rule: str, seed: int) -> None:
    chance = random.Random(f"{rule} {seed}")  # noqa: S311 - no secret
    replica = Replica(MemoryConversations(), shipped, Clock(), limits=Limits(seconds=1.0))
    talk = Talk(replica.converse, Pace(per_user=9_999, per_channel=9_999))
    told = await said(talk, 0, text=f"start {rule}")
    for step in range(1, STEPS):
        if told.stage == "decided":
            break
        if chance.random() < 0.3:
            await said(talk, step * 1_000, text=chance.choice(ASIDES[:-1]))
        told = await said(talk, step, **answer(told.question, chance))
    for number, aside in enumerate(ASIDES):
        await said(talk, 100_000 + number, text=aside)
    assert told.rule
    assert told.rule.name == rule
    if isinstance(shipped.snapshot.version(rule).program, TreeProgram):
        assert told.stage == "decided"


def answer(asked: OpenQuestion | None, chance: random.Random) -> dict[str, Any]:
    """What is said to a question, by a button of it or by typing."""
    if asked is None:
        return {"text": "restart"}
    if asked.choices:
        text, answers = sent_by(value_of(chance.choice(asked.choices)))
        return {"text": text, "answers": answers}
    return {"text": chance.choice(TYPED.get(asked.type or "", ["one", "2"]))}


async def said(talk: Talk, number: int, *, text: str = "", answers: dict[str, Any] | None = None) -> ConversationReply:
    """The reply to what is said, which every platform can show; and its buttons mean what they say."""
    latest = Utterance(binding=ADA, delivery=f"d{number}", text=text, answers=answers)
    told = await talk(latest)
    assert told.reply, told.words
    for button in (*(told.reply.question.choices if told.reply.question else ()), *told.reply.buttons):
        assert sent_by(value_of(button)) == meant(button)
    for event in EVENTS:
        check_card(google_message(told, event))
    check_blocks(slack_message(told, "U0ADA0001"))
    check_blocks(slack_message(Told(words=told.words or "words"), "U0ADA0001"))
    return told.reply


def meant(button: Button) -> tuple[str, dict[str, Any] | None]:
    return (button.text or "", None) if button.answers is None else ("", button.answers)
