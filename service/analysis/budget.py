"""How much a proof may cost."""

import time
from typing import Any

_EFFORT = 15_000_000
_ONE = 1_500_000
_SECONDS = 30.0
_SHARE = 4
"""No question may take more than such a part of the time."""


class Budget:
    """What is left for questions to the solver.

    Effort is counted, not measured, so that the same rule is proved or not proved on every machine; a unit is about a
    microsecond. The time is only a backstop.
    """

    def __init__(self, *, effort: int = _EFFORT, one: int = _ONE, seconds: float = _SECONDS) -> None:
        """Take the effort in all, that of one question, and the time in all."""
        self._effort = effort
        self._one = one
        self._end = time.monotonic() + seconds
        self._longest = seconds / _SHARE
        self.explored: dict[Any, tuple[Any, Any]] = {}
        """What was worked out with it, so that nothing is paid for twice."""

    def left(self) -> bool:
        """Whether another question may be asked."""
        return self._effort > 0 and self.milliseconds() > 0

    def one(self) -> int:
        """The effort that the next question may take."""
        return max(min(self._one, self._effort), 1)

    def milliseconds(self) -> int:
        """The time that the next question may take."""
        return max(int(min(self._end - time.monotonic(), self._longest) * 1000), 0)

    def spend(self, effort: int) -> None:
        """Take off what a question took."""
        self._effort -= effort
