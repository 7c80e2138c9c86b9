"""Recorded decisions, made again by another version."""

from typing import Any, Literal

from msgspec import Struct


class Replayed(Struct, frozen=True, kw_only=True):
    """One record, made again: `before` and `after` are results as words (an outcome, a status, a kind of problem).

    `skipped` says that it could not be made again, because an input of it is masked.
    """

    decision_id: str
    status: Literal["same", "changed", "skipped"]
    before: str
    after: str


class Example(Struct, frozen=True, kw_only=True):
    """A decision that would change."""

    decision_id: str
    inputs: dict[str, Any]


class Shift(Struct, frozen=True, kw_only=True):
    """How many decisions would go from one result to another, with some of them."""

    before: str
    after: str
    count: int
    examples: list[Example]


class Replay(Struct, frozen=True, kw_only=True):
    """What a version makes of a page of recorded decisions; `next` continues with older ones, `total` counts all.

    `shifts` has the most frequent ones, at most a hundred; `changed` counts the others too.
    """

    rule: str
    version: str
    digest: str
    replayed: int
    changed: int
    skipped: int
    shifts: list[Shift]
    total: int
    next: str | None = None
