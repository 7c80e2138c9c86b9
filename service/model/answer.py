"""What two evaluators of the same rule must agree on, and what a case can expect."""

from typing import Any

from msgspec import Struct


class Answer(Struct, frozen=True, kw_only=True):
    """The substance of a decision, without words.

    A decision that can't be made has only `problem`, the name of its kind. `path` holds rule, node and branch (from 1,
    nothing for `otherwise`) of the certain part of the way.
    """

    outcome: str | None = None
    actions: tuple[str, ...] = ()
    path: tuple[tuple[str, str, int | None], ...] = ()
    ask: tuple[str, ...] = ()
    values: dict[str, float | int] = {}
    caveats: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    rejected: dict[str, tuple[str, ...]] = {}
    relax: dict[str, Any] = {}
    problem: str | None = None
