"""What touches a number and makes it another one: signs, the other end of a range, letters without a meaning."""

from collections.abc import Callable, Sequence
from typing import Final

from service.language.phrases import Token

_BEFORE: Final = frozenset("([{\"'=:,;*|_\u201e\u201c\u00bb\u2192-\n.!?/")
"""Signs that may stand at a number without changing it; `-` is its sign there."""
_CHANGING: Final = frozenset("+^#$\u00b0")


def is_changed(tokens: Sequence[Token], at: int, end: int, *, known: Callable[[int], bool]) -> bool:
    """Whether an amount, the tokens from `at` up to `end`, may be another one by what touches it.

    `known` tells whether a word that means something by itself begins at a token.
    """
    if at and _changes(tokens, at):
        return True
    if end >= len(tokens):
        return False
    after = tokens[end]
    touches = after.start == tokens[end - 1].end
    if after.kind == "number":
        return touches or bool(after.joined)
    return touches and (after.text in _CHANGING or (after.kind == "word" and not known(end)))


def _changes(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands right before a number makes it another one; after a number it is the end of a range."""
    before = tokens[at - 1]
    if before.kind == "number" and tokens[at].joined:
        return True
    if before.kind != "sign" or before.end != tokens[at].start:
        return False
    follows = at > 1 and tokens[at - 2].end == before.start
    return before.text not in _BEFORE or (before.text == "." and follows)
