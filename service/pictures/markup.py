"""From what matplotlib writes to a document for everyone: with words, names for screen readers, and nothing idle."""

import re
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

from msgspec import Struct

PREFIX: Final = "goodput-"
"""What the names of shapes begin with in a document."""

_BEGIN: Final = re.compile(r".*?<svg\b[^>]*>\s*<defs>\s*<style\b.*?</style>\s*</defs>", re.DOTALL)
"""The declaration of a document type, a size in points, and a style for everything on the page around the picture."""
_TOKEN: Final = re.compile(r">~([0-9]+)~</text>")
_NAMED: Final = re.compile(f'<g id="{PREFIX}([a-z0-9_]+)">')
_FRACTION: Final = re.compile(r"(\.[0-9]{2})[0-9]+")
"""Hundredths of a pixel are enough."""
_FAMILY: Final = re.compile(r" ?font-family: [^;\"]*;?")
_UNTURNED: Final = re.compile(r' transform="rotate\(-0 [^"]*"')
_EMPTY: Final = re.compile(r'<g id="[^"]*"/>\s*')

_ROOT: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" \
width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" \
font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" stroke-linejoin="round" \
role="img" aria-labelledby="goodput-title goodput-description">
 <title id="goodput-title">{title}</title>
 <desc id="goodput-description">{description}</desc>"""


class Page(Struct, frozen=True):
    """A picture as matplotlib writes it, the words that belong into it, by their tokens, and its size in pixels."""

    text: str
    words: Sequence[str]
    width: float
    height: float


def token(number: int) -> str:
    """What stands in a picture for its words of this number."""
    return f"~{number}~"


def document(page: Page, title: str, description: str, names: Mapping[str, str]) -> bytes:
    """The picture as a document of its own, in UTF-8.

    `names` are what single shapes are called, by the names that they were drawn with: browsers show that where the
    pointer rests. Words come in last, so that nothing in them is taken for a part of the picture.
    """
    root = _ROOT.format(width=page.width, height=page.height, title=escape(title), description=escape(description))
    text = page.text[_begin(page.text) :]
    for idle in (_FAMILY, _UNTURNED, _EMPTY):
        text = idle.sub("", text)
    text = _FRACTION.sub(r"\1", text)
    text = _NAMED.sub(lambda found: f"{found[0]}<title>{escape(names[found[1]])}</title>", text)
    text = _TOKEN.sub(lambda found: f">{escape(page.words[int(found[1])])}</text>", text)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{root}{text}'.encode()


def _begin(text: str) -> int:
    found = _BEGIN.match(text)
    return found.end() if found else 0
