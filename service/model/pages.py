"""Long lists, which come one page at a time."""

from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Page(Struct, Generic[T], frozen=True):
    """Some of the entries, and the cursor of those that follow (null after the last)."""

    items: list[T]
    next: str | None
