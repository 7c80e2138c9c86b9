"""Paths as they are logged."""

import re
from typing import Final

_CONVERSATION: Final = re.compile(r"(/v1/conversations/)[^/]+")


def loggable(path: str) -> str:
    """The path without what only those may know who take part: the identity of a conversation."""
    return _CONVERSATION.sub(r"\1...", path)
