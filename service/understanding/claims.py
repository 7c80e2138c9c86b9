"""What single words of a text say about inputs, before it is settled which of it counts."""

from typing import Any

from msgspec import Struct, structs


class Claim(Struct, frozen=True, kw_only=True):
    """Words that give an input a value. If they are not `sure`, they only raise a question.

    `remark` says how the value was reckoned, where that is not plain.
    """

    input: str
    value: Any
    words: str
    sure: bool = True
    remark: str | None = None


class Portion(Struct, frozen=True, kw_only=True):
    """So many of an input for each of another one; which one is open where `holder` is nothing."""

    input: str
    value: Any
    words: str
    holder: str | None
    sure: bool = True


class Open(Struct, frozen=True, kw_only=True):
    """Words that speak of an input, but give it no value, or of which it is open which input they give it to."""

    inputs: tuple[str, ...]
    words: str
    readings: tuple[Claim, ...] = ()


Said = Claim | Portion | Open


def unsure(said: Said) -> Said:
    """The same, but only to be asked about."""
    return said if isinstance(said, Open) else structs.replace(said, sure=False)
