"""Why: what led here, and what the open question decides."""

from collections.abc import Iterator
from typing import Any, Final

from service.model.inputs import AnyInput, BooleanInput, ChoiceInput
from service.usecases.conversing.steps import Step, Stepping
from service.usecases.conversing.words import reasons, summary, value_of

_MOST_CHOICES: Final = 12
"""Choices of a question that are looked into."""


def why(look: Step, stepping: Stepping) -> tuple[str, ...]:
    """The reasons so far; and of a question with few choices, what each of them leads to."""
    if look.refusal:
        return (f"What is known is refused: {look.refusal}",)
    if look.is_decided:
        return _told(look)
    return (*_told(look), *_ahead(look, stepping))


def _told(look: Step) -> tuple[str, ...]:
    """The reasons of the path; a rule without one works with all that it is given."""
    path = reasons(look.version, look.decision.path) if look.decision else ()
    if path:
        return ("Because:", *(f"- {one}" for one in path))
    if look.is_decided and look.decision and look.decision.advice:
        return ("Because:", *(f"- {one.title}: {one.because}" for one in look.decision.advice if one.because))
    if look.is_decided:
        return ("It is computed from what you gave.",)
    return ("Nothing is decided yet.",)


def _ahead(look: Step, stepping: Stepping) -> Iterator[str]:
    asked = look.questions[0]
    one = look.version.program.common.inputs[asked.input]
    choices = [] if look.missing else _choices(one)
    yield f"I ask for `{asked.input}` because the answer depends on it{':' if choices else '.'}"
    for value in choices:
        there = stepping(look.version, {**look.inputs, asked.input: value})
        yield f"- {value_of(one, value)}: {summary(there)}"


def _choices(one: AnyInput) -> list[Any]:
    match one:
        case BooleanInput():
            return [True, False]
        case ChoiceInput(values=values) if len(values) <= _MOST_CHOICES:
            return list(values)
        case _:
            return []
