"""Events that are no steps, with their times as whole microseconds.

Steps come by the million and are kept as columns of numbers; these are kept one by one, as small as they can be.
"""

from typing import Literal

from msgspec import Struct

Kind = Literal[
    "requested", "allocated", "initialized", "checkpoint_saved", "checkpoint_restored", "interrupted", "released"
]


class Mark(Struct, frozen=True, kw_only=True, gc=False):
    """One event.

    `begin` is when a save began to block the training, or when a restore began (nothing: not known). `held` is up to
    when a checkpoint holds the progress, which is when the blocking ended. `event` is its number among the records.
    """

    kind: Kind
    event: int
    time: int
    begin: int | None = None
    held: int = 0
    step: int | None = None
    cause: str | None = None
    kept: bool = False

    def same(self, other: "Mark") -> bool:
        """Whether both say the same."""
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        return (self.kind, self.time, self.begin, self.held, self.step, self.cause, self.kept)
