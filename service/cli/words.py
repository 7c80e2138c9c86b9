"""Values, counts and texts in words for people."""

import re
import shlex
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import json

from service.language.values import shown

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that steer a terminal, or turn the direction of what is read."""


def plain(text: str) -> str:
    """The text in one line, without control characters: a rule file or a service must not steer the terminal."""
    return uncontrolled(" ".join(text.split()))


def uncontrolled(text: str) -> str:
    """The text with its spaces, and without control characters."""
    return _CONTROLS.sub("", text)


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


def as_words(inputs: Mapping[str, Any]) -> str:
    """Inputs as a shell takes them behind `gpu-rules decide RULE`."""
    texts = {name: value if isinstance(value, str) else json.encode(value).decode() for name, value in inputs.items()}
    return " ".join(shlex.quote(f"{name}={text}") for name, text in texts.items())


def moment(at: datetime) -> str:
    """A time, in UTC, to the second: `2026-03-01 12:30:00Z`."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}Z"


def short(digest: str) -> str:
    """The beginning of a digest, which tells versions apart for people."""
    return digest[: len("sha256:") + 12]
