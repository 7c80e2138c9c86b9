"""Texts for Google Chat in which nothing that a person or a rule wrote can take effect.

Cards read a little HTML, so what means something to it is an entity. Plain messages read marks like Slack's, without an
escape for them: they are shown by signs that look alike, and `<` and `>`, which mentions and links are made of, too.
"""

import re
from html import escape
from typing import Final

from service.chat.lookalikes import unmarked
from service.usecases.conversing.rendering import one_line

_ANGLES: Final = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)


def put(text: str) -> str:
    """The text on one line, as HTML of a card that shows it."""
    return escape(one_line(text))


def strong(text: str) -> str:
    """The text in bold."""
    return f"<b>{put(text)}</b>"


def link(target: str, label: str) -> str:
    """A link of our own; a mere path is shown as it is."""
    return (
        f'<a href="{escape(target)}">{put(label)}</a>' if target.startswith("http") else f"{put(label)}: {put(target)}"
    )


def lines(text: str) -> str:
    """Several lines, with their indents."""
    return "<br>".join(re.sub("^ +", lambda found: "&nbsp;" * len(found[0]), escape(one)) for one in text.splitlines())


def plain(text: str) -> str:
    """The text on one line, as a message without a card shows it."""
    return unmarked(one_line(text)).translate(_ANGLES)
