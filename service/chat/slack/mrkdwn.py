"""Texts in mrkdwn, the markup of Slack, in which nothing that a person or a rule wrote can take effect.

`&`, `<` and `>` are what mentions, links and commands to whole channels are made of; Slack reads entities in their
place. It has no escape for the marks of bold, italic, struck and code, so these are shown by signs that look like them:
everywhere but for underscores within words, which mean nothing to Slack, and names in backticks, which are harmless.
"""

import re
from typing import Final

from service.chat.lookalikes import unmarked
from service.usecases.conversing.rendering import one_line

_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_CODE: Final = re.compile(r"`([A-Za-z0-9_.\-]{1,80})`")


def put(text: str) -> str:
    """The text on one line, as mrkdwn that shows it."""
    parts = _CODE.split(one_line(text))
    return "".join(f"`{part}`" if index % 2 else _harmless(part) for index, part in enumerate(parts))


def strong(text: str) -> str:
    """The text in bold."""
    return f"*{put(text)}*"


def link(target: str, label: str) -> str:
    """A link of our own, all of whose characters are those of an address; a mere path is shown as it is."""
    address = target.translate(_ENTITIES)
    return f"<{address}|{put(label)}>" if target.startswith("http") else f"{put(label)}: `{address}`"


def code(text: str) -> str:
    """Lines as they are, of a text without backticks."""
    return f"```\n{text.translate(_ENTITIES)}\n```"


def entities(text: str) -> str:
    """The text on one line, for places without markup."""
    return one_line(text).translate(_ENTITIES)


def _harmless(text: str) -> str:
    return unmarked(text).translate(_ENTITIES)
