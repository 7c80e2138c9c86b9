"""Lengths of time as people and machines write them, read into seconds.

Three forms: a number of seconds, ISO 8601 (`PT15M`, `P1DT12H`), and a number with a unit, repeatable (`15 min`,
`2h30m`, `1.5 h`). The whole text must fit; nothing is guessed, and no unit library ever sees text that came with a
request.
"""

import re
from typing import Final

_SPELLINGS: Final = {
    0.001: ("ms", "millisecond", "milliseconds"),
    1.0: ("s", "sec", "secs", "second", "seconds"),
    60.0: ("m", "min", "mins", "minute", "minutes"),
    3600.0: ("h", "hr", "hrs", "hour", "hours"),
    86400.0: ("d", "day", "days"),
    604800.0: ("w", "week", "weeks"),
}
SECONDS: Final = {spelling: seconds for seconds, spellings in _SPELLINGS.items() for spelling in spellings}
"""Seconds in each unit. A day has 24 hours; months and years have no fixed length and are refused."""

_NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,9})?"
_UNIT = "(?:" + "|".join(sorted(SECONDS, key=len, reverse=True)) + ")"
_PART = re.compile(f"({_NUMBER}) ?({_UNIT})")
_ISO_PART = re.compile(f"({_NUMBER})([WDHMS])")
_ISO_SECONDS: Final = {"W": 604800.0, "D": 86400.0, "H": 3600.0, "M": 60.0, "S": 1.0}

_CLOCK = rf"T(?:{_NUMBER}H(?:{_NUMBER}M)?(?:{_NUMBER}S)?|{_NUMBER}M(?:{_NUMBER}S)?|{_NUMBER}S)"
PATTERN: Final = (
    rf"^(?:{_NUMBER} ?{_UNIT}(?: ?{_NUMBER} ?{_UNIT}){{0,5}}|P(?:{_NUMBER}W|{_NUMBER}D(?:{_CLOCK})?|{_CLOCK}))$"
)
"""The grammar as one regular expression that Python and ECMA 262 read alike, for JSON Schema."""
_WHOLE = re.compile(PATTERN)

FORMS: Final = 'a number of seconds, or text such as "15 min", "2h30m" or "PT15M"'
"""The accepted forms in words, for messages and help."""


def seconds(text: str) -> float | None:
    """The length of time that the text means, in seconds; nothing if it is not of the grammar.

    A bare number in text is refused: its unit would be a guess.
    """
    if not _WHOLE.fullmatch(text):
        return None
    if text.startswith("P"):
        return sum(float(number) * _ISO_SECONDS[unit] for number, unit in _ISO_PART.findall(text))
    return sum(float(number) * SECONDS[unit] for number, unit in _PART.findall(text))
