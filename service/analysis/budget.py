"""How much a proof may cost."""

import time
from typing import Any

_EFFORT = 40_000_000
_ONE = 4_000_000
_SECONDS = 20.0


class Budget:
    """What is left for questions to the solver.

    Effort is counted in the solver's own units, some three to ten million a second, so that the same rule is proved or
    not proved on every machine. The time is only a backstop.
    """

    def __init__(self, *, effort: int = _EFFORT, one: int = _ONE, seconds: float = _SECONDS) -> None:
        """Take the effort in all, that of one question, and the time in all."""
        self._effort = effort
        self._one = one
        self._end = time.monotonic() + seconds
        self.explored: dict[Any, Any] = {}
        """What was worked out with it, so that nothing is paid for twice."""

    def left(self) -> bool:
        """Whether another question may be asked."""
        return self._effort > 0 and self.milliseconds() > 0

    def one(self) -> int:
        """The effort that the next question may take."""
        return max(min(self._one, self._effort), 1)

    def milliseconds(self) -> int:
        """The time that is left."""
        return max(int((self._end - time.monotonic()) * 1000), 0)

    def spend(self, effort: int) -> None:
        """Take off what a question took; asking alone costs a little, too."""
        self._effort -= effort + _ASKING


_ASKING = 1000
