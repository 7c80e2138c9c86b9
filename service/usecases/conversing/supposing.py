"""What if: the answer with other values, while the conversation stays as it is."""

from collections.abc import Iterable, Mapping
from typing import Any

from service.model.conversation import Button
from service.understanding.understood import Doubt
from service.usecases.conversing.composing import Said
from service.usecases.conversing.steps import Step, Stepping, fitting
from service.usecases.conversing.words import is_, reasons, results, summary


def what_if(look: Step, values: Mapping[str, Any], stepping: Stepping) -> tuple[str, ...]:
    """What the answer would be, and why."""
    version, known = look.version, look.version.program.common.inputs
    if not values:
        return ("Say what to suppose: the name of an input, and a value.",)
    taken = fitting(stepping, version, look.inputs, values)
    if taken.refused:
        return tuple(f"That can't be: {reason}" for reason in taken.refused.values())
    there = stepping(version, {**look.inputs, **taken.values})
    supposed = ", ".join(is_(name, known[name], value) for name, value in taken.values.items())
    same = " still" if look.is_decided and there.is_decided and summary(look) == summary(there) else ""
    told = [f"With {supposed} it would{same} be: {summary(there)}"]
    if not there.is_decided:
        told = [f"With {supposed}, {summary(there)}"]
    if there.is_decided and there.decision:
        told += [f"- {one}" for one in reasons(version, there.decision.path) or results(version, there.decision)[3:]]
    return (*told, "Nothing has changed: say it as a fact to go on with it.")


def unclear(doubts: Iterable[Doubt]) -> Said:
    """What to say of suppositions that can be meant in several ways: nothing of them becomes a fact."""
    asked = list(doubts)
    choices = [choice.label for doubt in asked for choice in doubt.choices]
    return Said(
        text=tuple(doubt.question for doubt in asked),
        buttons=tuple(Button(label=f"What if {label}", text=f"what if {label}") for label in choices),
    )
