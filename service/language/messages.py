"""Messages of rule files with `{name}` in them, and values in words."""

import re
from collections.abc import Mapping
from typing import Any

from service.language.values import shown

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}")


def placeholders(message: str) -> list[str]:
    """The names in braces, columns of rows as `row.column`."""
    return _PLACEHOLDER.findall(message)


def lone_brace(message: str) -> str | None:
    """The first brace that belongs to no placeholder, if there is one."""
    return next((mark for mark in _PLACEHOLDER.sub("", message) if mark in "{}"), None)


def filled(message: str, values: Mapping[str, Any]) -> str:
    """The message with `{name}` replaced by the value of that name; a name without a value stays as it is."""
    return _PLACEHOLDER.sub(lambda match: words(values[match[1]]) if match[1] in values else match[0], message)


class Template:
    """A message that is filled again and again; what is not known is said to be unknown."""

    def __init__(self, message: str) -> None:
        """Find the names."""
        self.names = tuple(placeholders(message))
        self._parts = _PLACEHOLDER.split(message)

    def filled(self, values: Mapping[str, Any]) -> str:
        """The message with each name replaced by its value."""
        parts = list(self._parts)
        for index, name in enumerate(self.names):
            parts[2 * index + 1] = words(values[name]) if name in values else "unknown"
        return "".join(parts)


def words(value: Any) -> str:
    """A value for people."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(words, value)) or "nothing"
    return shown(value) if isinstance(value, int | float) else str(value)
