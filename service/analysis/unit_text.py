"""The text of a unit, read by a grammar of our own: `FLOP/s/accelerator`, `1/day`, `kg*m^2`.

A unit library evaluates what it is given, towers of powers as well. So it is never given more than one plain name.
"""

import re
from collections.abc import Iterator
from typing import Final

MAX_LENGTH: Final = 100
"""Characters of a unit."""

MAX_POWER: Final = 24
"""Highest power of one name, up or down; more is nobody's unit, and its scale would be a number without end."""

_NAME: Final = re.compile(r"[A-Za-z\u00b5\u03bc\u03a9%][A-Za-z0-9_\u00b5\u03bc\u03a9]{0,39}")
_TOKEN: Final = re.compile(rf"\s*(?:({_NAME.pattern})|(\*\*|\^|[*/()])|(-?[0-9]{{1,2}}(?![0-9.])))")
_ADVICE: Final = "write names joined by `*` and `/`, with whole powers, such as `token/s` or `m^2`, or `1` for a ratio"


class UnitTextError(ValueError):
    """The text is not of the grammar; the message says what is."""


def factors(text: str) -> dict[str, int]:
    """The names of a unit with their powers, in the order in which they are written; `1` has none.

    Raises:
        UnitTextError: the text is of another form.
    """
    if len(text) > MAX_LENGTH:
        message = f"the unit has {len(text)} characters, at most {MAX_LENGTH} are allowed"
        raise UnitTextError(message)
    return _Reader(text).whole()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [*_tokens(text)]

    def whole(self) -> dict[str, int]:
        found = self._product()
        if self._tokens:
            raise self._refusal()
        return found

    def _product(self) -> dict[str, int]:
        found = self._power()
        while self._tokens and self._tokens[0] in ("*", "/"):
            sign = 1 if self._tokens.pop(0) == "*" else -1
            for name, power in self._power().items():
                found[name] = found.get(name, 0) + sign * power
        return self._bounded(found)

    def _power(self) -> dict[str, int]:
        found = self._part()
        if self._tokens and self._tokens[0] in ("^", "**"):
            self._tokens.pop(0)
            exponent = self._next()
            if not exponent.lstrip("-").isdecimal():
                raise self._refusal()
            found = {name: power * int(exponent) for name, power in found.items()}
        return self._bounded(found)

    def _part(self) -> dict[str, int]:
        word = self._next()
        if word == "(":
            found = self._product()
            if self._next() != ")":
                raise self._refusal()
            return found
        if word == "1":
            return {}
        if not _NAME.fullmatch(word):
            raise self._refusal()
        return {word: 1}

    def _next(self) -> str:
        if not self._tokens:
            raise self._refusal()
        return self._tokens.pop(0)

    def _bounded(self, found: dict[str, int]) -> dict[str, int]:
        if any(abs(power) > MAX_POWER for power in found.values()):
            message = f"`{self._text}` has a power beyond {MAX_POWER}"
            raise UnitTextError(message)
        return {name: power for name, power in found.items() if power}

    def _refusal(self) -> UnitTextError:
        return UnitTextError(f"`{self._text}` is not a unit: {_ADVICE}")


def _tokens(text: str) -> Iterator[str]:
    """The text cut up; what does not belong to a unit comes as it is, to be refused by the grammar."""
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            yield text[at:]
            return
        yield found[0].strip()
        at = found.end()
