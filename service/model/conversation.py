"""A conversation: what somebody has said so far to one version of a rule, and what they were told.

A conversation is kept as one document, so what it knows is never half of one turn and half of another. Nothing that a
person wrote is in it but values that the rule's own types have let through, and words that were not understood.
"""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from service.model.decision import Candidate, GivenAction, GivenAdvice, GivenOutcome
from service.model.rule import RuleId

Stage = Literal["choosing", "asking", "decided", "refused"]
"""Which rule is meant is open; an input is asked for; the answer is there; what is known can't be answered."""


class Binding(Struct, frozen=True, kw_only=True):
    """Where a conversation takes place and with whom, each by the name that the platform gives it."""

    platform: str
    channel: str = ""
    user: str = ""


class Given(Struct, frozen=True, kw_only=True):
    """One answer, and the turn and round of measurements that it is of; a value of nothing takes one back."""

    input: str
    value: Any
    turn: int
    round: int = 1


class Button(Struct, frozen=True, kw_only=True):
    """Something to choose: its words, and what choosing it sends, which is either answers or a text."""

    label: str
    answers: dict[str, Any] | None = None
    text: str | None = None


class OpenQuestion(Struct, frozen=True, kw_only=True):
    """What is asked next: for an input, or (with no input) what somebody meant.

    `after` names the actions to carry out before it is answered. `unsure` says that a text was understood in a way
    that is not certain, and that this asks about it.
    """

    input: str | None
    question: str
    type: str | None = None
    unit: str | None = None
    help: str | None = None
    choices: tuple[Button, ...] = ()
    after: tuple[str, ...] = ()
    unsure: bool = False


class Notice(Struct, frozen=True, kw_only=True):
    """Something that happened around the conversation, with a code for programs."""

    code: Literal["newer-version", "not-live", "not-taken", "not-understood", "taken-back", "round"]
    text: str


class Links(Struct, frozen=True, kw_only=True):
    """Links by which others see the answer.

    `decision` decides again, by the same version and with the same inputs, `diagram` draws the way through the rule;
    whoever may ask may follow them. `record` is the decision as it was made, for tokens with the scope `read`.
    """

    decision: str | None = None
    diagram: str | None = None
    record: str | None = None


class Drawing(Struct, frozen=True, kw_only=True):
    """A rule as a picture, with the way of a decision drawn thick.

    `mermaid` is the text that Mermaid draws; `link` is where others find it, with the same limits as other links.
    """

    mermaid: str
    link: str | None = None


class Reply(Struct, frozen=True, kw_only=True):
    """What a conversation says in one turn.

    Attributes:
        turn: the number of the turn, from 1.
        aside: whether this only tells something beside: the answer is the one that was given before.
        stage: where the conversation stands.
        rule: the version that answers; nothing while the rule is open.
        echo: what was understood, a line for each value.
        notices: what else there is to know.
        text: what was asked for beside the next question: reasons, comparisons, lists.
        actions: what is to be carried out now; with the answer, all that led to it.
        question: what is asked next; nothing, if nothing is.
        outcome: the answer of a tree.
        results: the answer of any other rule, a line for each result.
        reasons: why, in the order of the path.
        caveats: what to keep in mind.
        values: results of a formula, by name.
        units: their units.
        advice: the answer of advice.
        candidates: the answer of a selection.
        inputs: what is known, by input, without what is sensitive.
        known: the same in words, a line for each input.
        decision_id: the identity of the decision, which is recorded under it.
        share: links to the answer, where they were asked for.
        diagram: the rule as a picture with the way so far, where reasons were asked for.
        buttons: what can be said beside an answer.
    """

    turn: int
    stage: Stage
    aside: bool = False
    rule: RuleId | None = None
    echo: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    text: tuple[str, ...] = ()
    actions: tuple[GivenAction, ...] = ()
    question: OpenQuestion | None = None
    outcome: GivenOutcome | None = None
    results: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    values: dict[str, float | int] = {}
    units: dict[str, str] = {}
    advice: tuple[GivenAdvice, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    inputs: dict[str, Any] = {}
    known: tuple[str, ...] = ()
    decision_id: str | None = None
    share: Links | None = None
    diagram: Drawing | None = None
    buttons: tuple[Button, ...] = ()


class Conversation(Struct, frozen=True, kw_only=True):
    """All that a conversation remembers between two turns.

    Attributes:
        id: its identity, which nobody can guess: who has it may take part.
        binding: where it takes place and with whom.
        begun: when it began.
        touched: when it was last spoken to.
        expires: when it is forgotten, unless it is spoken to before.
        turn: how many turns there were.
        rule: the version that it began with, and stays with.
        stage: where it stands.
        given: the answers, the oldest first; of one input the last counts.
        repeat: inputs to measure anew, if the answer says so.
        decision_id: the decision that was made of these answers, if one was.
        decided_by: the versions that made it.
        informed: actions that were told in this round.
        live: the live version that was last told of.
        asked: the input that was asked for.
        offered: buttons that were shown, whose labels may be typed.
        open: doubts that wait for their turn.
    """

    id: str
    binding: Binding
    begun: datetime
    touched: datetime
    expires: datetime
    turn: int = 0
    rule: RuleId | None = None
    stage: Stage = "choosing"
    given: tuple[Given, ...] = ()
    repeat: tuple[str, ...] = ()
    decision_id: str | None = None
    decided_by: tuple[RuleId, ...] = ()
    informed: tuple[str, ...] = ()
    live: str | None = None
    asked: str | None = None
    offered: tuple[Button, ...] = ()
    open: tuple[OpenQuestion, ...] = ()

    @property
    def inputs(self) -> dict[str, Any]:
        """What is known: of each input the last answer, in the order in which they were first given."""
        last = {one.input: one.value for one in self.given}
        return {name: value for name, value in last.items() if value is not None}

    @property
    def round(self) -> int:
        """How often the measurements were begun, from 1."""
        return max((one.round for one in self.given), default=1)


class Turn(Struct, frozen=True, kw_only=True):
    """One turn as it is kept; `delivery` is the platform's own identity of the message, by which it knows repeats."""

    conversation: str
    number: int
    at: datetime
    reply: Reply
    delivery: str | None = None


class Kept(Struct, frozen=True, kw_only=True):
    """A conversation as it was found; `answered` is the turn of the delivery that was asked about, if it had one."""

    conversation: Conversation
    answered: Turn | None = None


class ConversationReply(Reply, frozen=True, kw_only=True):
    """What a conversation said in its latest turn; `id` is for those alone who take part, `expires` when it ends.

    `repeated` says that the message was answered before, and that this is the same reply again.
    """

    id: str
    expires: datetime
    repeated: bool = False
