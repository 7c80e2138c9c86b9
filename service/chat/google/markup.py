"""Texts for Google Chat in which nothing that a person or a rule wrote can take effect.

Cards read a little HTML, so what means something to it is an entity. Plain messages read marks like Slack's, or
Markdown where the app is configured so, without an escape for them: they are shown by signs that look alike, and what
mentions, links, entities and headings are made of, too. Labels, as far as is known, read neither; they are written so.
"""

import re
from html import escape
from typing import Final

from service.chat.lookalikes import unmarked
from service.usecases.conversing.rendering import one_line

_OTHERS: Final = re.compile(r"[<>]|\](?=\()|&(?=#?\w+;)|^#")
_ALIKE: Final = {
    "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    "]": "\N{FULLWIDTH RIGHT SQUARE BRACKET}",
    "&": "\N{FULLWIDTH AMPERSAND}",
    "#": "\N{FULLWIDTH NUMBER SIGN}",
}
_INDENT: Final = re.compile("^ +")


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


def lines(text: str) -> list[str]:
    """Lines as they are, with their indents."""
    return [_INDENT.sub(lambda found: "&nbsp;" * len(found[0]), escape(one)) for one in text.strip().splitlines()]


def plain(text: str) -> str:
    """The text on one line, as a message without a card and a label show it."""
    return _OTHERS.sub(lambda found: _ALIKE[found[0]], unmarked(one_line(text)))
