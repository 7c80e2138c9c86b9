"""What somebody says to a conversation, and what is understood of it."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, Protocol

from msgspec import Struct

from service.model.conversation import Button, Conversation, OpenQuestion
from service.model.inputs import AnyInput
from service.understanding.understood import AnyCommand, Doubt, Understood


class Reads(Protocol):
    """Reads text into values, questions and commands; it takes milliseconds, and knows inputs alone."""

    def __call__(
        self, inputs: Mapping[str, AnyInput], text: str, *, asked: str | None, known: Mapping[str, Any]
    ) -> Understood:
        """What a text means, for somebody who was asked for an input, and has given what is known."""
        ...


class Message(Struct, frozen=True, kw_only=True):
    """A text, or answers by input, or both; `delivery` is the platform's identity of it, the same if it is repeated."""

    text: str | None = None
    answers: Mapping[str, Any] | None = None
    delivery: str | None = None


class Meant(Struct, frozen=True, kw_only=True):
    """What is meant by a message: `answers` are a choice that was made, `values` were read from text.

    `said` tells whether anything was said at all, `denied` that none of the choices of a question was meant.
    """

    answers: dict[str, Any] = {}
    values: dict[str, Any] = {}
    echo: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    commands: tuple[AnyCommand, ...] = ()
    left: tuple[str, ...] = ()
    said: bool = True
    denied: bool = False

    @property
    def command(self) -> AnyCommand | None:
        """The first command."""
        return next(iter(self.commands), None)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing was understood."""
        return self.said and not (self.answers or self.values or self.doubts or self.commands)


_NO: Final = Button(label="No", answers={})
MOST_LEFT: Final = 5
"""Words that were not understood and are named."""


async def meant(read: Reads, inputs: Mapping[str, AnyInput], one: Conversation, message: Message) -> Meant:
    """What a message means; the label of a button that was shown means the button."""
    answers, text = dict(message.answers or {}), _text(message)
    pressed = _pressed(one.offered, text)
    if pressed:
        answers |= pressed.answers or {}
        text = pressed.text or ""
    if not text:
        denied = not answers and (pressed is not None or message.answers is not None)
        return Meant(answers=answers, said=bool(answers), denied=denied)
    asked = one.asked if one.asked in inputs else None
    found = await asyncio.to_thread(read, inputs, text, asked=asked, known=one.inputs)
    return Meant(
        answers=answers,
        values=found.values,
        echo=found.echo,
        doubts=found.doubts,
        commands=found.commands,
        left=found.left[:MOST_LEFT],
    )


def as_asked(doubt: Doubt) -> OpenQuestion:
    """A doubt as a question; where it is about one reading alone, that is meant or not."""
    choices = [Button(label=one.label, answers=one.values) for one in doubt.choices]
    if len(choices) == 1:
        choices = [Button(label="Yes", answers=choices[0].answers), _NO]
    return OpenQuestion(input=doubt.about, question=doubt.question, choices=tuple(choices), unsure=True)


def _text(message: Message) -> str:
    """The text as UTF-8 can hold it, which half a surrogate pair is not."""
    return (message.text or "").encode(errors="replace").decode().strip()


def _pressed(offered: tuple[Button, ...], text: str) -> Button | None:
    """The button of which somebody typed the label."""
    said = text.casefold()
    return next((one for one in offered if one.label.casefold() == said), None) if said else None
