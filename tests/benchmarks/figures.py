"""What a benchmark finds: samples of several rounds, and the rows that are made of them."""

from collections.abc import Callable, Mapping
from statistics import median

from msgspec import Struct


class CannotRunError(Exception):
    """A benchmark could not run; the message says why."""


class Effort(Struct, frozen=True):
    """How long to measure: the number of rounds, and the seconds of load in each."""

    rounds: int
    seconds: float


class Sample(Struct, frozen=True):
    """The figures of all rounds."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure that is reported."""
        return median(self.values)

    @property
    def spread(self) -> float:
        """Highest minus lowest, as a share of the median: how noisy the machine was."""
        return (max(self.values) - min(self.values)) / self.median if self.median else 0.0


class Aim(Struct, frozen=True):
    """What a figure, or a ratio where there is one, should reach."""

    bound: float
    at_least: bool = False

    def reached(self, value: float) -> bool:
        """Whether the value is on the right side; the bound itself is."""
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'at most'} {self.bound:g}"


class Row(Struct, frozen=True, kw_only=True):
    """One line of the table.

    `ratio` is the figure of the service divided by this one; on a row of the service, by the row that `note` names.
    """

    benchmark: str
    what: str
    figure: float
    unit: str
    spread: float | None = None
    ratio: float | None = None
    aim: Aim | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """`reached`, `missed`, or nothing where nothing is aimed at."""
        if self.aim is None:
            return ""
        return "reached" if self.aim.reached(self.figure if self.ratio is None else self.ratio) else "missed"


def in_turns(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, Sample]:
    """Let every contender run once in each round, so that what disturbs one disturbs all."""
    values: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            values[name].append(run())
    return {name: Sample(tuple(some)) for name, some in values.items()}
