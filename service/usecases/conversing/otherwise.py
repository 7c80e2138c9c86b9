"""Why not: what would have to be different for another outcome."""

import asyncio
from collections.abc import Iterator
from typing import Any, Final

from service.errors import BusyError, RuleRejectedError, SandboxError
from service.model.conversation import Button
from service.model.decision import GivenOutcome
from service.model.inputs import IntegerInput
from service.model.nearest import ChangedInput, Nearest
from service.usecases.conversing.outcomes import meant, outcomes_of
from service.usecases.conversing.steps import Step, Stepping
from service.usecases.conversing.words import reasons, value_of
from service.usecases.counterfactual import Counterfactual
from service.usecases.revision import Revision

MOST_TRIED: Final = 256
"""Whole numbers on each side of a change that are tried before it is said to be one of many."""
_LATE: Final = "To find out what would lead there takes longer than a chat waits; what speaks against it so far:"
_LISTED: Final = 8


class WhyNot:
    """Looks for the nearest change that leads to another outcome, for so many seconds."""

    def __init__(self, counterfactual: Counterfactual, stepping: Stepping, seconds: float) -> None:
        """Take the parts."""
        self._counterfactual = counterfactual
        self._stepping = stepping
        self._seconds = seconds

    async def __call__(self, revision: Revision, look: Step, said: str) -> tuple[tuple[str, ...], tuple[Button, ...]]:
        """What to say; and buttons, if it is open which outcome is meant."""
        known = outcomes_of(look.version)
        found = meant(said, known)
        if len(found) != 1:
            some = found or list(known)
            return (_unclear(known, found),), tuple(_button(name, known[name]) for name in some[:_LISTED])
        wanted = known[found[0]]
        now = look.decision.outcome if look.decision else None
        if now and now.id == wanted.id:
            return (f"It is {wanted.title}.",), ()
        return tuple(await self._told(revision, look, wanted)), ()

    async def _told(self, revision: Revision, look: Step, wanted: GivenOutcome) -> list[str]:
        own = look.version.id
        try:
            async with asyncio.timeout(self._seconds):
                nearest = await self._counterfactual(revision, own.name, look.inputs, wanted.id, own.version)
        except (TimeoutError, BusyError, SandboxError, RuleRejectedError):
            return [_LATE, *_against(look)]
        match nearest.status:
            case "changed":
                return [f"{wanted.title} if {' and '.join(self._changes(look, nearest))}."]
            case "reached":
                return [f"What is known leads to {wanted.title} already."]
            case "unreachable":
                return [f"Nothing leads to {wanted.title}: that is proved."]
            case _:
                return [f"I found nothing that leads to {wanted.title}; what speaks against it:", *_against(look)]

    def _changes(self, look: Step, nearest: Nearest) -> Iterator[str]:
        known = look.version.program.common.inputs
        alone = len(nearest.changes) == 1
        for change in nearest.changes:
            one = known[change.input]
            now = "" if change.before is None else f" (now {value_of(one, change.before)})"
            if alone and isinstance(one, IntegerInput):
                yield f"`{change.input}` were {self._range(look, change, one, nearest.wanted)}{now}"
            else:
                yield f"`{change.input}` were {value_of(one, change.after)}{now}"

    def _range(self, look: Step, change: ChangedInput, one: IntegerInput, wanted: str) -> str:
        """The whole numbers around a change that lead to the same, if all of them could be tried."""
        low = self._end(look, change, wanted, -1)
        high = self._end(look, change, wanted, 1)
        if low is None or high is None or low == high:
            return value_of(one, change.after)
        if low == one.minimum:
            return f"{high} or fewer"
        return f"{low} or more" if high == one.maximum else f"{low} to {high}"

    def _end(self, look: Step, change: ChangedInput, wanted: str, direction: int) -> int | None:
        """The last number in a direction that leads to the outcome; nothing, if there are too many to try."""
        last = int(change.after)
        for distance in range(1, MOST_TRIED):
            number = int(change.after) + direction * distance
            if not self._leads(look, {change.input: number}, wanted):
                return last
            last = number
        return None

    def _leads(self, look: Step, values: dict[str, Any], wanted: str) -> bool:
        decision = self._stepping(look.version, {**look.inputs, **values}).decision
        return decision is not None and decision.outcome is not None and decision.outcome.id == wanted


def _against(look: Step) -> list[str]:
    told = reasons(look.version, look.decision.path) if look.decision else ()
    return [f"- {one}" for one in told] or ["- nothing is decided yet"]


def _unclear(known: dict[str, GivenOutcome], found: list[str]) -> str:
    if not known:
        return "This rule has no outcomes to compare with."
    return "Which of these do you mean?" if found else "That is not one of the outcomes; these are:"


def _button(name: str, one: GivenOutcome) -> Button:
    return Button(label=one.title, text=f"why not {name}")
