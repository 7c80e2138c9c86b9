"""How near the values of a change stay to what they were.

The distance of a number is how far it moves, in relation to what it was (where it was zero, as it is). Another choice
or truth value is a distance of 1, as far as doubling a number. The largest distance of a change is made as small as
possible; then, in the order of the inputs, the distance of each. Doubles are then moved on to the nearest number with
few digits.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import copysign, floor, inf, log10, nextafter, sqrt, trunc
from typing import Final

from service.analysis.nearness.fewest import Change
from service.analysis.nearness.goal import Goal, Question
from service.analysis.prover import Found, Unproved
from service.analysis.solver.terms import Term
from service.analysis.symbolic.domains import LARGEST

_EXACTLY: Final = 1e-9
"""How much nearer, in relation, a change may be that is not looked for; whole numbers of nine digits are exact."""

_LEAST: Final = 1e-12
_NOTHING: Final = 1e-150
_APART: Final = 4
_STEPS: Final = 120
_DIGITS: Final = 6
_NEIGHBORS: Final = 20


class Closeness:
    """Brings a change as near as it gets; what could not be proved is in `reasons`."""

    def __init__(self, goal: Goal, change: Change) -> None:
        """Begin with a change of fewest inputs."""
        self._goal = goal
        self._logic = goal.logic
        self._selection = change.selection
        self._best = change.question
        self._terms = [goal.at_most(change.changed)]
        self.reasons: list[str] = []

    def nearest(self) -> Question:
        """The question whose values are nearest."""
        movable = self._goal.movable
        self._narrow(lambda: max(map(self._distance, movable), default=0.0), self._all_within, movable)
        for name in movable:
            self._narrow(partial(self._distance, name), partial(self._within, name), [name])
        for name in movable:
            if isinstance(self._best[name], float):
                self._round(name)
        return self._pleasant()

    def _distance(self, name: str) -> float:
        before, after = self._goal.values[name], self._best[name]
        if before == after:
            return 0.0
        if isinstance(before, bool | str):
            return 1.0
        return float(abs(after - before) / _unit(before))

    def _within(self, name: str, most: float) -> Term:
        """Whether an input is no farther away than this."""
        before = self._goal.values[name]
        if most == 0:
            return self._goal.same(name)
        if isinstance(before, bool | str):
            return self._goal.same(name) if most < 1 else self._logic.true
        width = most * _unit(before)
        low, high = nextafter(before - width, -inf), nextafter(before + width, inf)
        return self._goal.prover.symbols.between(name, max(low, -LARGEST), min(high, LARGEST))

    def _all_within(self, most: float) -> Term:
        return self._logic.all(*(self._within(name, most) for name in self._goal.movable))

    def _narrow(self, distance: Callable[[], float], within: Callable[[float], Term], names: Sequence[str]) -> None:
        """Make a distance of these inputs as small as it gets, and keep it.

        What running finds is nearly always the nearest, so the first question to the solver is whether anything nearer
        is there at all. If so, what lies between is divided again and again.
        """
        low = 0.0
        for step in range(_STEPS):
            self._approach(names)
            most = distance()
            if most - low <= most * _EXACTLY:
                break
            middle = most * (1 - _EXACTLY) if step == 0 else 0.0 if step == 1 else _between(low, most)
            verdict = self._selection.find(*self._terms, within(middle))
            if isinstance(verdict, Unproved):
                self._doubt(verdict)
                break
            if isinstance(verdict, Found):
                self._best = verdict.inputs
            else:
                low = middle
        else:
            self._doubt(Unproved("it takes too many steps"))
        self._terms.append(within(distance()))

    def _approach(self, names: Sequence[str]) -> None:
        """Move numbers back towards what they were, one after the other, as far as the outcome stays."""
        for name in names:
            before, after = self._goal.values[name], self._best[name]
            if isinstance(after, bool | str) or after == before:
                continue
            if self._leads_with(name, before):
                continue
            middle = _middle(before, after)
            while middle not in (before, after):
                before, after = (before, middle) if self._leads_with(name, middle) else (middle, after)
                middle = _middle(before, after)

    def _round(self, name: str) -> None:
        """Move a double on to the nearest with few digits, if one is near enough; else it is the very nearest."""
        before, after = self._goal.values[name], self._best[name]
        if before == after:
            return
        for value in _neighbors(after, copysign(1, after - before)):
            if self._leads_with(name, value):
                return

    def _leads_with(self, name: str, value: float) -> bool:
        question = {**self._best, name: value}
        if not self._goal.leads(question):
            return False
        self._best = question
        return True

    def _pleasant(self) -> Question:
        """The question with the inputs that it adds as plain as they can be."""
        goal, added = self._goal, self._selection.added
        if not added:
            return self._best

        def leads(found: Question) -> bool:
            question = goal.question(found, added)
            return all(question[name] == self._best[name] for name in goal.movable) and goal.leads(question)

        start = {**goal.seeds[0], **self._best}
        found = goal.prover.find(goal.logic.false, leads, seeds=[start], near=self._kept())
        return goal.question(found.inputs, added) if isinstance(found, Found) else self._best

    def _kept(self) -> Question:
        return {name: self._best[name] for name in self._goal.values}

    def _doubt(self, verdict: Unproved) -> None:
        sentence = f"whether nearer values lead there: {verdict.reason}"
        self.reasons += [] if sentence in self.reasons else [sentence]


def _middle(one: float, other: float) -> float:
    """What lies between; a whole number between whole numbers."""
    return (
        one + trunc((other - one) / 2) if isinstance(one, int) and isinstance(other, int) else one + (other - one) / 2
    )


def _unit(before: float) -> float:
    """What a number's way is measured by: the number itself, or 1 where that is next to nothing."""
    return abs(before) if abs(before) >= _NOTHING else 1.0


def _between(low: float, most: float) -> float:
    """The middle of two distances; where they are far apart, of their orders of magnitude."""
    low = max(low, min(_LEAST, most / _APART))
    return sqrt(low) * sqrt(most) if most > _APART * low else low + (most - low) / 2


def _neighbors(value: float, direction: float) -> Iterator[float]:
    """Numbers of few digits, from the nearest on, away from where the value came from."""
    if value == 0:
        yield 0.0
        return
    exponent = floor(log10(abs(value))) - _DIGITS + 1
    first = round(value / 10.0**exponent)
    for step in range(_NEIGHBORS):
        yield float(f"{first + int(direction) * step}e{exponent}")
