"""The checkpoints that a job could go back to."""

from msgspec import Struct


class _Saved(Struct, frozen=True, gc=False):
    """It holds the progress up to a moment, and the steps up to a number (-1: not known)."""

    held: int
    step: int


class Checkpoints:
    """Complete checkpoints, the newest last."""

    def __init__(self) -> None:
        """None yet."""
        self._saved: list[_Saved] = []

    def add(self, held: int, step: int) -> None:
        """One is complete; one that holds less than the newest is of no use."""
        if not self._saved or held >= self._saved[-1].held:
            self._saved.append(_Saved(held, step))

    def newest(self, below: int | None) -> int | None:
        """Up to when the newest one holds the progress, of those that hold no step from `below` on.

        Those that do were not what the job went back to, or it would not have done that step again; they are given up.
        """
        while below is not None and self._saved and self._saved[-1].step >= below:
            self._saved.pop()
        return self._saved[-1].held if self._saved else None

    def forget_after(self, moment: int) -> None:
        """What holds later progress belongs to what was lost."""
        while self._saved and self._saved[-1].held > moment:
            self._saved.pop()
