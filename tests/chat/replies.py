"""Replies that platforms show, made without a conversation."""

from datetime import UTC, datetime
from typing import Any

from service.model.conversation import Button, ConversationReply, Notice, OpenQuestion
from service.model.decision import GivenAction
from service.model.rule import RuleId

IDENTITY = "c_0123456789abcdefghijklmnopqrstuv"
RULE = RuleId(name="training-time", version="1.0.0", digest="sha256:0")


def reply(**members: Any) -> ConversationReply:
    """A reply within a conversation that goes on."""
    begun = {"id": IDENTITY, "expires": datetime(2026, 12, 31, tzinfo=UTC), "turn": 2, "stage": "asking"}
    return ConversationReply(**{**begun, **members})


ASKING: dict[str, Any] = {
    "rule": RULE,
    "inputs": {"code_can_change": False, "vms": 3},
    "known": ("code_can_change = no", "vms = 3"),
    "echo": ("code_can_change = no",),
    "notices": (Notice(code="not-understood", text="I did not understand `<!here>` and `<b>`."),),
    "actions": (GivenAction(id="a", title="Save checkpoints", steps=("Often.",), caveats=("Not too often.",)),),
    "question": OpenQuestion(
        input="fast_enough",
        question="Is it fast enough?",
        type="boolean",
        help="Measure it.",
        choices=(
            Button(label="Yes", answers={"fast_enough": True}),
            Button(label="No", answers={"fast_enough": False}),
        ),
    ),
    "buttons": (Button(label="Why?", text="why"), Button(label="Back", text="back")),
}
