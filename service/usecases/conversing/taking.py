"""Taking what was meant: values that fit become answers, readings that are not sure become questions."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from service.engine.program import TreeProgram
from service.model.conversation import Conversation, Notice, OpenQuestion
from service.usecases.conversing import memory
from service.usecases.conversing.messages import Meant, as_asked
from service.usecases.conversing.steps import Step, Stepping, fitting, read
from service.usecases.conversing.words import is_, is_secret
from service.usecases.revision import Version


class Took(Struct, frozen=True):
    """The conversation with what was taken, a line for each value, and what was not taken."""

    conversation: Conversation
    echo: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()


def taken(stepping: Stepping, version: Version, one: Conversation, meant: Meant) -> Took:
    """The conversation with the values of a message, as far as the rule takes them.

    Raises:
        InputsRejectedError: answers name inputs that the rule does not have, or are of a wrong type or out of range.
    """
    chosen = read(version.program, meant.answers, "$.answers")
    back = {name: None for name, value in chosen.items() if value is None}
    given = {**{name: value for name, value in chosen.items() if value is not None}, **meant.values}
    base = memory.measuring(one) if not set(one.repeat).isdisjoint(given) else one
    known = {name: value for name, value in base.inputs.items() if name not in back}
    fit = fitting(stepping, version, known, given)
    after = memory.answered(one, {**back, **fit.values})
    if given or back or meant.doubts or meant.denied:
        after = replace(after, open=tuple(_open(one, meant, {**back, **given})))
    rounds = [memory.round_notice(after)] if after.round > one.round else []
    refused = [Notice(code="not-taken", text=f"Not taken: {reason}") for reason in fit.refused.values()]
    return Took(after, tuple(_echo(version, meant, fit.values)), (*rounds, *refused))


def mattering(look: Step, one: Conversation) -> Conversation:
    """Without doubts about inputs that are not known and that the answer does not depend on."""
    if not (look.is_decided and isinstance(look.version.program, TreeProgram)):
        return one
    settled = {*one.inputs, *look.version.program.common.reader.defaults, None}
    return replace(one, open=tuple(doubt for doubt in one.open if doubt.input in settled))


def not_understood(meant: Meant) -> tuple[Notice, ...]:
    """What to say of words that mean nothing here."""
    if meant.is_nothing:
        return (Notice(code="not-understood", text="I did not understand that."),)
    if meant.left:
        words = ", ".join(f"`{one}`" for one in meant.left)
        return (Notice(code="not-understood", text=f"I did not understand {words}."),)
    return ()


def _open(one: Conversation, meant: Meant, given: dict[str, Any]) -> Iterator[OpenQuestion]:
    """The doubts of this message, and those that still wait if it answers the one that was asked about."""
    yield from map(as_asked, meant.doubts)
    if one.open and (meant.denied or _answers(one.open[0], given)):
        yield from (doubt for doubt in one.open[1:] if doubt.input not in given)


def _answers(doubt: OpenQuestion, given: dict[str, Any]) -> bool:
    """Whether what is given answers a doubt."""
    return doubt.input in given or any(choice.answers == given for choice in doubt.choices)


def _echo(version: Version, meant: Meant, values: dict[str, Any]) -> Iterable[str]:
    """A line for each value that was taken: the words of the reader, where it has read it, else our own."""
    known = version.program.common.inputs
    lines = dict(zip(meant.values, meant.echo, strict=False)) if len(meant.values) == len(meant.echo) else {}
    for name, value in values.items():
        own = is_(name, known[name], value)
        yield own if is_secret(known[name]) else lines.get(name, own)
