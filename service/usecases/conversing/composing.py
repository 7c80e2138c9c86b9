"""A reply: what a look at the rule shows, beside what the turn itself has to say."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from service.model.conversation import Button, Conversation, Drawing, Links, Notice, OpenQuestion, Reply, Stage
from service.model.decision import Decision, GivenAction, Question
from service.usecases.conversing.memory import last_answers
from service.usecases.conversing.outcomes import outcomes_of
from service.usecases.conversing.steps import Step
from service.usecases.conversing.words import MOST_RESULTS, is_, public, reasons, results

_ELSEWHERE: Final = 4
"""Other outcomes that are offered to ask about; of more, none is."""
BACK: Final = Button(label="Back", text="back")
RESTART: Final = Button(label="Restart", text="restart")
LIST: Final = Button(label="Other rules", text="list")
_WHY: Final = Button(label="Why?", text="why")
_SHARE: Final = Button(label="Share", text="share")
_MEASURE: Final = Button(label="Measure again", text="measure again")


class Said(Struct, frozen=True, kw_only=True):
    """What a turn has to say by itself; `aside`, if it brings no new answer."""

    echo: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    text: tuple[str, ...] = ()
    share: Links | None = None
    diagram: Drawing | None = None
    buttons: tuple[Button, ...] = ()
    aside: bool = False


def composed(one: Conversation, look: Step, said: Said) -> tuple[Conversation, Reply]:
    """The reply to a look at the rule, and the conversation after it."""
    decision = look.decision
    asked = one.open[0] if one.open else _asked(look)
    actions = _actions(one, look)
    stage: Stage = "refused" if look.refusal else "decided" if look.is_decided else "asking"
    refused = (Notice(code="not-taken", text=str(look.refusal)),) if look.refusal else ()
    inputs = public(look.version, one.inputs)
    repeat = decision.outcome.repeat.measure if decision and decision.outcome and decision.outcome.repeat else ()
    after = replace(
        one,
        turn=one.turn + 1,
        stage=stage,
        repeat=tuple(repeat),
        informed=tuple(dict.fromkeys((*one.informed, *(action.id for action in actions)))),
        asked=asked.input if asked else None,
    )
    reply = Reply(
        turn=after.turn,
        stage=stage,
        aside=said.aside and look.is_decided,
        rule=look.version.id,
        echo=said.echo,
        notices=(*said.notices, *refused),
        text=said.text,
        actions=actions,
        question=asked,
        inputs=inputs,
        known=tuple(is_(name, look.version.program.common.inputs[name], value) for name, value in inputs.items()),
        share=said.share,
        diagram=said.diagram,
        buttons=(*said.buttons, *_buttons(after, look)),
    )
    reply = _answering(reply, look, decision) if decision and look.is_decided else reply
    return replace(after, offered=offered(reply)), reply


def listed(one: Conversation, asked: OpenQuestion, said: Said) -> tuple[Conversation, Reply]:
    """The reply that asks which rule is meant, and the conversation after it."""
    after = replace(one, turn=one.turn + 1, stage="choosing", asked=asked.input, open=())
    reply = Reply(
        turn=after.turn,
        stage="choosing",
        rule=one.rule,
        echo=said.echo,
        notices=said.notices,
        text=said.text,
        question=asked,
        buttons=(BACK,) if one.rule else (),
    )
    return replace(after, offered=offered(reply)), reply


def stranded(one: Conversation, reason: str) -> tuple[Conversation, Reply]:
    """The reply where the version of a conversation can't be asked, and the conversation after it."""
    after = replace(one, turn=one.turn + 1, stage="refused", asked=None, open=())
    notices = (Notice(code="not-live", text=reason),)
    reply = Reply(turn=after.turn, stage="refused", rule=one.rule, notices=notices, buttons=(RESTART, LIST))
    return replace(after, offered=offered(reply)), reply


def joined(one: Said, other: Said) -> Said:
    """Both, one after the other."""
    return Said(
        echo=(*one.echo, *other.echo),
        notices=(*one.notices, *other.notices),
        text=(*one.text, *other.text),
        share=one.share or other.share,
        diagram=one.diagram or other.diagram,
        buttons=(*one.buttons, *other.buttons),
        aside=one.aside or other.aside,
    )


def offered(reply: Reply) -> tuple[Button, ...]:
    """All buttons of a reply, whose labels may be typed as well."""
    return (*(reply.question.choices if reply.question else ()), *reply.buttons)


def _answering(reply: Reply, look: Step, decision: Decision) -> Reply:
    """The reply with the answer."""
    outcome = decision.outcome
    return replace(
        reply,
        outcome=outcome,
        results=results(look.version, decision),
        reasons=reasons(look.version, decision.path),
        caveats=outcome.caveats if outcome else tuple(one.text for one in decision.caveats),
        values=decision.values,
        units=decision.units,
        advice=tuple(replace(one, read=public(look.version, one.read)) for one in decision.advice),
        candidates=decision.selection.candidates[:MOST_RESULTS] if decision.selection else (),
        decision_id=decision.decision_id or None,
    )


def _actions(one: Conversation, look: Step) -> tuple[GivenAction, ...]:
    """While something is asked, the actions that were not told yet; with the answer all."""
    if look.decision is None:
        return ()
    if look.is_decided:
        return look.decision.actions
    return tuple(action for action in look.decision.actions if action.id not in one.informed)


def _asked(look: Step) -> OpenQuestion | None:
    """The next input to ask for, if there is one."""
    first = next(iter(look.questions), None)
    return as_asked(first) if first else None


def as_asked(one: Question) -> OpenQuestion:
    """A question with its choices as buttons."""
    choices: dict[str, str | bool] = {}
    if one.type == "boolean":
        choices = {"Yes": True, "No": False}
    elif one.type == "choice":
        choices = {label: value for value, label in one.choices.items()}
    return OpenQuestion(
        input=one.input,
        question=one.question,
        type=one.type,
        unit=None if one.unit == "1" else one.unit,
        help=one.help,
        choices=tuple(Button(label=label, answers={one.input: value}) for label, value in choices.items()),
        after=one.after,
    )


def _buttons(after: Conversation, look: Step) -> Iterator[Button]:
    """What can be said beside an answer to the question."""
    if after.repeat:
        yield _MEASURE
    if not look.refusal:
        yield _WHY
    if look.is_decided:
        yield from _elsewhere(look)
        yield _SHARE
    if last_answers(after):
        yield BACK
    if look.is_decided or look.refusal:
        yield RESTART
        yield LIST


def _elsewhere(look: Step) -> Iterator[Button]:
    reached = look.decision.outcome.id if look.decision and look.decision.outcome else None
    others = {name: one for name, one in outcomes_of(look.version).items() if name != reached}
    if len(others) <= _ELSEWHERE:
        yield from (Button(label=f"Why not {one.title}?", text=f"why not {name}") for name, one in others.items())
