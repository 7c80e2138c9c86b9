"""Names of inputs that are spelled as programs spell them, right before a sign of equality: `gpus=24`."""

import re
from collections.abc import Container, Sequence
from typing import Final

from msgspec import Struct

from service.language.phrases import Token

_ASSIGNED: Final = re.compile(r"(?<![\w-])([a-z][a-z0-9_]*) ?=")


class Assigned(Struct, frozen=True):
    """A name, and the token behind it."""

    name: str
    end: int


def assigned(text: str, tokens: Sequence[Token], names: Container[str]) -> dict[int, Assigned]:
    """The names that get a value so, by their first token; they mean nothing else there."""
    starts = {token.start: at for at, token in enumerate(tokens)}
    ends = {token.end: at + 1 for at, token in enumerate(tokens)}
    return {
        starts[found.start()]: Assigned(found[1], ends[found.end(1)])
        for found in _ASSIGNED.finditer(text)
        if found[1] in names and found.start() in starts and found.end(1) in ends
    }
