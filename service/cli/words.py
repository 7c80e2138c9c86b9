"""Values, counts and texts in words for people."""

import re
from typing import Any

from msgspec import json

from service.language.values import shown

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """The text in one line, without control characters: a rule file or a service must not steer the terminal."""
    return _CONTROLS.sub("", " ".join(text.split()))


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`, `no errors`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def value_in_words(value: Any, unit: str | None = None) -> str:
    """A JSON value, long lists only counted; the unit `1` of ratios and counts is not shown."""
    match value:
        case bool():
            text = str(value).lower()
        case int() | float():
            text = shown(value)
        case str():
            text = value
        case [] | [dict() | list(), *_]:
            text = counted(len(value), "record")
        case [*items]:
            text = ", ".join(value_in_words(item) for item in items)
        case _:
            text = json.encode(value).decode()
    return f"{text} {unit}" if unit and unit != "1" else text
