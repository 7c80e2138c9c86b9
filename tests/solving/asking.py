"""Questions backwards: what is looked for, and the small formula asked."""

from typing import Any, Final

from service.model.solution import Aim, Solution
from service.usecases.solve import solve
from tests.solving.formulas import formula

COLUMN: Final = "interruptions.since_checkpoint"


def aim(unknown: str, output: str, value: float | str) -> Aim:
    """A target of an output, for an unknown."""
    return Aim(unknown=unknown, output=output, value=value)


def solved(given: dict[str, Any], unknown: str, value: float | str, **changes: Any) -> Solution:
    """Of the small formula, for its output."""
    return solve(formula(**changes), given, aim(unknown, "y", value))
