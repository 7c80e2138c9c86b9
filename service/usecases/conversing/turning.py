"""One turn: a conversation and a message in, the conversation after it and the reply out.

Nothing is kept here, so a turn that loses the race against another replica is simply made again.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from service.engine.engine import Engine
from service.errors import RuleError
from service.model.conversation import Conversation, Reply
from service.model.decision import Decision
from service.understanding.understood import AnyCommand, ListRules, Restart, Start, WhatIf
from service.usecases.conversing import choosing, memory, moving
from service.usecases.conversing.composing import Said, composed, joined, listed, stranded
from service.usecases.conversing.limits import Limits
from service.usecases.conversing.messages import Meant, Message, Reads, meant
from service.usecases.conversing.otherwise import WhyNot
from service.usecases.conversing.peeking import Draw, Peek, Peeking
from service.usecases.conversing.standing import newer
from service.usecases.conversing.steps import Step, Stepping
from service.usecases.conversing.supposing import unclear
from service.usecases.conversing.taking import mattering, not_understood, taken
from service.usecases.counterfactual import Counterfactual
from service.usecases.decide import Decide
from service.usecases.ports import Examiner
from service.usecases.revision import Revision, Version

Turned = tuple[Conversation, Reply]

_FIRST: Final = "Choose a rule first."


class Aids(Struct, frozen=True):
    """What reads texts, looks for the nearest change, and draws rules."""

    read: Reads
    examiner: Examiner
    draw: Draw


class Turning:
    """Makes turns."""

    def __init__(self, decide: Decide, engine: Engine, aids: Aids, limits: Limits) -> None:
        """Take the parts; `engine` looks ahead, `decide` makes the decisions that count."""
        self._decide = decide
        self._step = Stepping(engine)
        self._read = aids.read
        self._rule = limits.rule
        otherwise = WhyNot(Counterfactual(aids.examiner), self._step, limits.seconds)
        self._peek = Peeking(otherwise, self._step, aids.draw, limits.root)

    async def __call__(self, revision: Revision, one: Conversation, message: Message) -> Turned:
        """The next turn.

        Raises:
            InputsRejectedError: answers name inputs that the rule has not, or are of a wrong type or out of range.
            RuleNotFoundError: an answer names a rule that is not there.
        """
        known = choosing.rules(revision, self._rule)
        chosen = choosing.chosen(message, known, one) if one.stage == "choosing" else None
        if chosen:
            return await self._shown(revision, memory.begun_with(one, chosen.id), chosen)
        if one.rule is None:
            return await self._opened(revision, one, message)
        try:
            version = revision.version(one.rule.name, one.rule.version)
        except RuleError as error:
            found = await meant(self._read, {}, one, message)
            return await self._led(revision, one, found.command) or stranded(one, str(error))
        found = await meant(self._read, version.program.common.inputs, one, message)
        if one.stage == "choosing" and found.is_nothing and message.text:
            return await self._guessed(revision, one, message.text)
        return await self._told(revision, one, version, found)

    async def _opened(self, revision: Revision, one: Conversation, message: Message) -> Turned:
        """No rule is named: facts begin the rule that is meant for that, all else asks for one."""
        known = choosing.rules(revision, self._rule)
        version = known.get(self._rule)
        found = await meant(self._read, version.program.common.inputs if version else {}, one, message)
        led = await self._led(revision, one, found.command)
        if led:
            return led
        if version and (found.answers or found.values or found.doubts):
            return await self._told(revision, memory.begun_with(one, version.id), version, found)
        if message.text and not found.command:
            return await self._guessed(revision, one, message.text)
        return listed(one, choosing.as_question(known), Said(text=(_FIRST,) if found.command else ()))

    async def _guessed(self, revision: Revision, one: Conversation, text: str) -> Turned:
        """Words that are no facts may be meant for one of the rules."""
        known = choosing.rules(revision, self._rule)
        found = await meant(self._read, {choosing.RULE: choosing.as_input(known)}, one, Message(text=text))
        version = known.get(found.values.get(choosing.RULE, ""))
        if version:
            return await self._shown(revision, memory.begun_with(one, version.id), version)
        asked = choosing.among(found.doubts, known) or choosing.as_question(known)
        return listed(one, asked, Said(notices=() if asked.unsure else not_understood(Meant())))

    async def _told(self, revision: Revision, one: Conversation, version: Version, found: Meant) -> Turned:
        """Facts and commands, of which those that change something come first."""
        led = await self._led(revision, one, found.command)
        if led:
            return led
        if isinstance(found.command, WhatIf) and found.doubts:
            return await self._shown(revision, one, version, unclear(found.doubts))
        one, moved = moving.moved(one, found.command, self._step(version, one.inputs))
        took = taken(self._step, version, one, found)
        said = Said(echo=took.echo, notices=(*moved, *took.notices, *not_understood(found)))
        return await self._shown(revision, took.conversation, version, said, found.command)

    async def _led(self, revision: Revision, one: Conversation, command: AnyCommand | None) -> Turned | None:
        """Where a command leads that is about rules; nothing, if it is not."""
        known = choosing.rules(revision, self._rule)
        match command:
            case ListRules():
                return listed(one, choosing.as_question(known), Said())
            case Start(rule=name):
                words = "Begun with {}."
            case Restart() if one.rule:
                name, words = one.rule.name, "Begun anew with {}."
            case _:
                return None
        version = known.get(name)
        if version is None:
            return listed(one, choosing.as_question(known), Said(text=(choosing.unknown(name, known),)))
        said = Said(text=(words.format(version.id),))
        return await self._shown(revision, memory.begun_with(one, version.id), version, said)

    async def _shown(
        self,
        revision: Revision,
        one: Conversation,
        version: Version,
        said: Said | None = None,
        command: AnyCommand | None = None,
    ) -> Turned:
        """The reply to how things stand now."""
        known = one.decision_id
        one, look = self._looked(revision, one, version)
        one, live = newer(revision, mattering(look, one))
        said = joined(said or Said(), Said(notices=live, aside=known is not None and known == one.decision_id))
        if isinstance(command, Peek):
            said = joined(said, await self._peek(revision, look, command, one.decision_id))
        return composed(one, look, said)

    def _looked(self, revision: Revision, one: Conversation, version: Version) -> tuple[Conversation, Step]:
        """A look at the rule; an answer that was not given yet is a decision that counts, and is recorded."""
        look = self._step(version, one.inputs, one.decision_id or "")
        if not (look.is_decided and look.decision) or (one.decision_id and look.decision.rules == one.decided_by):
            return one, look
        own = version.id
        decision: Decision = self._decide(own.name, one.inputs, own.version, revision=revision)
        one = replace(one, decision_id=decision.decision_id, decided_by=decision.rules)
        return one, Step(version, look.inputs, decision=decision)
