"""The forms of request bodies."""

from typing import Annotated, Any

from msgspec import Meta

from service.language.forms import Body
from service.usecases.tools.forms import Goal


class Question(Body, frozen=True, kw_only=True):
    """The inputs of one decision; `version` pins a version of the rule."""

    inputs: dict[str, Any]
    version: str | None = None

    def members(self) -> int:
        """How many members a body of this content has, those of nested values left out."""
        return len(self.inputs) + (1 if self.version is None else 2)


class Questions(Body, frozen=True, kw_only=True):
    """The inputs of many decisions; `common` holds those that all items share. Items are read one by one, later."""

    items: list[Any]
    common: dict[str, Any] | None = None
    version: str | None = None


class MachineQuestion(Body, frozen=True, kw_only=True):
    """The inputs of a decision, and what the machines for it must meet; `selection` is the rule that chooses them."""

    inputs: dict[str, Any]
    constraints: dict[str, Any] | None = None
    version: str | None = None
    selection: str | None = None


class Activation(Body, frozen=True, kw_only=True):
    """The version that is to be live, and why; the reason is kept in the audit log."""

    version: str
    reason: str | None = None


class Wish(Body, frozen=True, kw_only=True):
    """The inputs as they are, and the outcome that is wanted; `version` pins a version of the rule."""

    inputs: dict[str, Any]
    wanted: str
    version: str | None = None


Named = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 200})]
Spoken = Annotated[str, Meta(extra_json_schema={"maxLength": 4_000})]
"""Told by the schema and checked by those who use them: here, a wrong length would be a wrong type."""


class ConversationStart(Body, frozen=True, kw_only=True):
    """The rule to talk about, and perhaps its version, if one is meant; and what is said first, if anything is.

    `user` is who speaks, by any name that tells people apart: one person has so many conversations open at once. Where
    nobody is named, nobody is counted.
    """

    rule: str | None = None
    version: str | None = None
    text: Spoken | None = None
    answers: dict[str, Any] | None = None
    user: Named | None = None


class ConversationMessage(Body, frozen=True, kw_only=True):
    """What is said: a text, or answers by input, or both.

    A `message_id` that was sent before in this conversation gets the same reply again, and nothing is said twice.
    """

    text: Spoken | None = None
    answers: dict[str, Any] | None = None
    message_id: Named | None = None


class BackwardQuestion(Body, frozen=True, kw_only=True):
    """The inputs but for one, and what that one is to bring about; `version` pins a version of the rule."""

    inputs: dict[str, Any]
    unknown: str
    target: Goal
    version: str | None = None


class WeightQuestion(Body, frozen=True, kw_only=True):
    """The inputs as they are, and the output that counts, if it is one; `version` pins a version of the rule."""

    inputs: dict[str, Any]
    output: str | None = None
    version: str | None = None
