"""What was understood of a text: values, questions, commands, and the words that are left."""

from typing import Any

from msgspec import Struct


class Choice(Struct, frozen=True, kw_only=True):
    """One answer to a doubt: its words, which are understood when they are typed, and the values that it gives."""

    label: str
    values: dict[str, Any]


class Doubt(Struct, frozen=True, kw_only=True):
    """A reading that is not sure, as a question; it never stands for a value.

    `about` is the input that it would give, or nothing if even that is open.
    """

    about: str | None
    question: str
    choices: tuple[Choice, ...] = ()


class Command(Struct, frozen=True, kw_only=True, tag_field="command", rename="kebab"):
    """Base of what a person can want of a conversation beside giving facts.

    - `tag_field`: a command is told by its name wherever it is kept.
    """


class Back(Command, frozen=True, kw_only=True, tag="back"):
    """Take the last answer back."""


class Restart(Command, frozen=True, kw_only=True, tag="restart"):
    """Forget all answers."""


class Why(Command, frozen=True, kw_only=True, tag="why"):
    """Say why the answer is what it is."""


class WhyNot(Command, frozen=True, kw_only=True, tag="why-not"):
    """Say why it is not another answer; `outcome` is that answer in the person's words, in lower case."""

    outcome: str


class WhatIf(Command, frozen=True, kw_only=True, tag="what-if"):
    """Say what the answer would be with these values instead."""

    values: dict[str, Any]


class Share(Command, frozen=True, kw_only=True, tag="share"):
    """Show the answer to others."""


class ListRules(Command, frozen=True, kw_only=True, tag="list-rules"):
    """Say which rules there are."""


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Begin with a rule; `rule` is its name in kebab-case, whether there is such a rule or not."""

    rule: str


class MeasureAgain(Command, frozen=True, kw_only=True, tag="measure-again"):
    """The changes are made: go on with new measurements."""


class Help(Command, frozen=True, kw_only=True, tag="help"):
    """Say what can be said."""


AnyCommand = Back | Restart | Why | WhyNot | WhatIf | Share | ListRules | Start | MeasureAgain | Help


class Understood(Struct, frozen=True, kw_only=True):
    """What a text means.

    `values` are in range and of the type of their inputs, `echo` says each of them in a line that means the same when
    it is read again. `left` are the words that mean nothing here, as they were written.
    """

    values: dict[str, Any] = {}
    echo: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    commands: tuple[AnyCommand, ...] = ()
    left: tuple[str, ...] = ()
