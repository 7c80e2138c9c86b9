"""Records that wait to be written, bounded by their size."""

from collections import deque
from typing import Final

from msgspec import Struct

from service.model.publication import Record

_TAKEN: Final = 2_000_000
"""Bytes that are taken at a time, about: what one write to the store may take of the event loop's time."""


class Waiting(Struct, frozen=True, gc=False):
    """A record and the bytes that it takes in JSON."""

    record: Record
    size: int


class Backlog:
    """The oldest record comes first; where there is no room for all, the oldest go: what is new tells more."""

    def __init__(self, limit: int) -> None:
        """`limit` is in bytes."""
        self._limit = limit
        self._size = 0
        self._waiting: deque[Waiting] = deque()

    def __len__(self) -> int:
        """How many records wait."""
        return len(self._waiting)

    def add(self, one: Waiting) -> int:
        """Let a record wait; how many had to go for it."""
        self._waiting.append(one)
        self._size += one.size
        return self._shrink()

    def take(self, most: int) -> list[Waiting]:
        """The oldest ones, which wait no longer: `most` of them, or fewer if they are large."""
        taken: list[Waiting] = []
        size = 0
        while self._waiting and len(taken) < most and size < _TAKEN:
            taken.append(self._waiting.popleft())
            size += taken[-1].size
        self._size -= size
        return taken

    def put_back(self, taken: list[Waiting]) -> int:
        """Let records wait again that were taken; how many had to go because others came meanwhile."""
        self._waiting.extendleft(reversed(taken))
        self._size += sum(one.size for one in taken)
        return self._shrink()

    def _shrink(self) -> int:
        gone = 0
        while self._size > self._limit:
            self._size -= self._waiting.popleft().size
            gone += 1
        return gone
