"""The fewest inputs whose change leads to the outcome; one that is not given and is needed counts as well."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, assert_never

from msgspec import Struct

from service.analysis.nearness.goal import Goal, Question
from service.analysis.nearness.selection import Selection
from service.analysis.prover import TOO_LONG, Found, Never, Unproved

_SELECTIONS: Final = 100
"""Selections of missing inputs that are looked at."""


class Change(Struct, frozen=True):
    """A question that leads to the outcome, the inputs that it gives anew, and how many it changes."""

    question: Question
    selection: Selection
    changed: int


class Fewest:
    """Looks for the change of fewest inputs; what could not be proved is in `reasons`."""

    def __init__(self, goal: Goal) -> None:
        """Work towards this goal."""
        self._goal = goal
        self.reasons: list[str] = []

    def search(self) -> Change | Never | None:
        """The change; or the proof that there is none; or nothing, if neither was found."""
        goal = self._goal

        def leads(found: Question) -> bool:
            return goal.leads(goal.question(found, goal.free))

        match goal.find([goal.ends({})], leads, seeds=goal.seeds):
            case Never() as never:
                return never
            case Unproved(reason=reason):
                self.reasons.append(f"whether any inputs lead there: {reason}")
                return None
            case Found(inputs=inputs):
                return self._added(self._fewer(goal.question(inputs, goal.free)))
            case unreachable:
                assert_never(unreachable)

    def _fewer(self, whole: Question) -> Question:
        """A whole question that changes as few inputs with a value as any."""
        every = Selection(self._goal, self._goal.free)
        for count in range(self._goal.count(whole)):
            match every.find(self._goal.at_most(count)):
                case Found(inputs=inputs):
                    return inputs
                case Unproved(reason=reason):
                    self._doubt(reason)
                case Never():
                    continue
                case unreachable:
                    assert_never(unreachable)
        return whole

    def _added(self, whole: Question) -> Change:
        """The change with as few added inputs as possible; to add one is less than to change one."""
        least = self._goal.count(whole)
        found = self._without(whole, least)
        most = len(found.selection.added)
        looked_at = 0
        for total, added in self._selections(least, most):
            looked_at += 1
            if looked_at > _SELECTIONS or not self._goal.prover.budget.left():
                self._doubt(TOO_LONG)
                break
            selection = Selection(self._goal, added)
            match selection.find(self._goal.at_most(total - len(added))):
                case Found(inputs=inputs):
                    return Change(inputs, selection, self._goal.count(inputs))
                case Unproved(reason=reason):
                    self._doubt(reason)
                case Never():
                    continue
                case unreachable:
                    assert_never(unreachable)
        return found

    def _selections(self, least: int, most: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Inputs to add, with how many are changed or added in all: the fewest first, and of those the most added."""
        for total in range(least, least + most):
            for size in range(total - least, -1, -1):
                for added in combinations(self._goal.free, size):
                    yield total, added

    def _without(self, whole: Question, changed: int) -> Change:
        """The question without what can be left out of it, one input after the other."""
        added = self._goal.free
        for name in self._goal.free:
            fewer = [one for one in added if one != name]
            if self._goal.leads(self._goal.question(whole, fewer)):
                added = fewer
        return Change(self._goal.question(whole, added), Selection(self._goal, added), changed)

    def _doubt(self, reason: str) -> None:
        sentence = f"whether a change of fewer inputs leads there: {reason}"
        if sentence not in self.reasons:
            self.reasons.append(sentence)
