"""The name that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

COMPARED: Final = 100
"""Characters of a name that are compared with others; longer ones are nobody's slip of the pen."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of the known names that looks most like this one, or begins with it, or nothing."""
    names = list(known)
    close = get_close_matches(name[:COMPARED], names, n=1, cutoff=0.55)
    longer = [one for one in names if name and one.startswith(name)]
    return next(iter([*close, *longer]), None)
