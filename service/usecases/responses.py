"""What a formula answers while one number of the question is moved."""

from math import nan

from service.analysis.solving.axis import Number
from service.analysis.solving.curve import SpentError
from service.engine.probe import Probe
from service.errors import DecisionError
from service.usecases.lever import Lever

Values = dict[str, float | int]


class Effort:
    """How often formulas may still be evaluated."""

    def __init__(self, evaluations: int) -> None:
        """Begin with so many."""
        self._left = evaluations
        self.spent = False

    def take(self) -> None:
        """One evaluation.

        Raises:
            SpentError: there is none left.
        """
        self.spent = self._left <= 0
        if self.spent:
            raise SpentError
        self._left -= 1


class Responses:
    """The outputs at each place of a lever, each worked out once."""

    def __init__(self, probe: Probe, lever: Lever, effort: Effort) -> None:
        """The probe is of the question whose number the lever moves."""
        self.lever = lever
        self._probe = probe
        self._effort = effort
        self._known: dict[Number, Values | DecisionError] = {}

    def at(self, place: Number) -> Values | DecisionError:
        """The outputs, or why there are none."""
        if place not in self._known:
            self._known[place] = self._answer(place)
        return self._known[place]

    def of(self, name: str, place: Number) -> float:
        """One output; not a number where there is none.

        Raises:
            SpentError: the effort is spent.
        """
        if place not in self._known:
            self._effort.take()
        found = self.at(place)
        return nan if isinstance(found, DecisionError) else found.get(name, nan)

    def _answer(self, place: Number) -> Values | DecisionError:
        try:
            return self._probe(self.lever.change(place))
        except DecisionError as error:
            return error
