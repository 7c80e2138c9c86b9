"""What comes of a question, told apart as finely as a difference is told."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from service.analysis.meaning import Meaning
from service.language.expression import input_of
from service.language.values import shown
from service.model.answer import Answer


class Result(Struct, frozen=True, order=True):
    """An outcome of a rule with the actions on the way to it; or the name of a problem; or neither, of other answers.

    `problem` is also `needs-input`, where an input that is missing is asked for, or keeps advice from being judged.
    """

    outcome: str = ""
    rule: str = ""
    actions: tuple[str, ...] = ()
    problem: str = ""


ANSWERED = Result()
"""Of a formula that has its values, and of advice."""

REJECTED = Result(problem="inputs-rejected")
"""Of a question that the rule cannot read."""

NEEDS_INPUT = Result(problem="needs-input")


def result(found: Answer) -> Result:
    """The result in an answer."""
    if found.problem:
        return Result(problem=found.problem)
    if found.ask or found.not_judged:
        return NEEDS_INPUT
    if found.outcome:
        return Result(outcome=found.outcome, rule=found.path[-1][0] if found.path else "", actions=found.actions)
    return ANSWERED


def known_to(meaning: Meaning, question: Mapping[str, Any]) -> dict[str, Any]:
    """The question without the inputs that this version does not have."""
    return {name: value for name, value in question.items() if name in meaning.inputs}


def reads(meaning: Meaning, name: str) -> bool:
    """Whether an expression of the rule, or of one that it enters, reads an input."""
    own = any(input_of(read) == name for one in meaning.expressions.values() for read in one.reads)
    return own or any(reads(entered, name) for entered in meaning.enters.values())


class Pair(Struct, frozen=True, order=True):
    """What two versions make of one question, in words; what is not told apart is the same pair."""

    before: str
    after: str


def pair(before: Result, after: Result) -> Pair | None:
    """The two in words; nothing if they are the same.

    Two outcomes are told apart by their names; only if these are the same, the rules that they belong to are named, or
    else the actions on the way.
    """
    if before == after:
        return None
    if word(before) != word(after):
        return Pair(word(before), word(after))
    if before.rule != after.rule:
        return Pair(f"{before.rule}: {before.outcome}", f"{after.rule}: {after.outcome}")
    return Pair(f"{before.outcome}, after {_listed(before)}", f"{after.outcome}, after {_listed(after)}")


def word(one: Result) -> str:
    """The result in one word."""
    return one.problem or one.outcome or "answered"


def _listed(one: Result) -> str:
    return ", ".join(one.actions) or "no action"


def valued(name: str, value: float | None, beside: float | None = None) -> str:
    """A named value in words, with all its digits where it would look like the one `beside` it."""
    return f"{name}: {'none' if value is None else shown(value, beside)}"
