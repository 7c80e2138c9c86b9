"""What a soak found, line by line."""

from typing import Any

from msgspec import Struct


class Row(Struct, frozen=True):
    """One figure; `passed` says whether it is as it must be, `timed` that this depends on how busy the machine is."""

    run: str
    what: str
    found: str
    passed: bool
    timed: bool


def check(run: str, what: str, found: Any, passed: bool, *, timed: bool = False) -> Row:
    """A figure in words."""
    return Row(run, what, f"{found:.3f}" if isinstance(found, float) else str(found), passed, timed)
