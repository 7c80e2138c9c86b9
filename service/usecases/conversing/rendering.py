"""A reply as text: plain, or as Markdown in which nothing that a person or a rule wrote can take effect."""

import re
from collections.abc import Iterator
from typing import Final, assert_never

from service.model.conversation import OpenQuestion, Reply
from service.usecases.conversing.pieces import Asked, Drawn, Item, Line, Linked, Listing, Piece, pieces

_MARKS: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&@:=$])")
_CODE: Final = re.compile(r"`([A-Za-z0-9_.\-]{1,80})`")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_FENCE: Final = "```"
"""A drawing holds no backticks: it has entities in their place."""


def plain(reply: Reply) -> str:
    """The reply for a terminal or a log: no markup, no drawing, and no characters that command a terminal."""
    return "\n".join(text for one in pieces(reply) for text in _PLAIN.piece(one))


def markdown(reply: Reply) -> str:
    """The reply in Markdown; all texts are escaped, but for names in backticks, which are harmless."""
    return "\n\n".join(text for one in pieces(reply) for text in _MARKDOWN.piece(one))


def one_line(text: str) -> str:
    """The text without characters that would do something in place of being shown."""
    return " ".join(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", " ")).split())


def escaped(text: str) -> str:
    """The text as Markdown that shows it as it is."""
    parts = _CODE.split(one_line(text))
    return "".join(f"`{part}`" if index % 2 else _MARKS.sub(r"\\\1", part) for index, part in enumerate(parts))


class _Plain:
    """Pieces as plain text."""

    def piece(self, one: Piece) -> Iterator[str]:
        match one:
            case Line(text=text, strong=strong):
                yield self.strong(text) if strong else self.put(text)
            case Listing(title=title, items=items):
                points = [point for item in items for point in self._point(item)]
                yield "\n".join([title, *points] if title else points)
            case Linked(title=title, links=links):
                yield "\n".join([title, *(f"- {self.link(target)}" for _, target in links)])
            case Drawn(drawing=drawing):
                yield from self.drawing(drawing.mermaid)
            case Asked(question=asked):
                yield from self._question(one.words, asked)
            case unreachable:
                assert_never(unreachable)

    def put(self, text: str) -> str:
        return one_line(text)

    def strong(self, text: str) -> str:
        return self.put(text)

    def link(self, target: str) -> str:
        return self.put(target)

    def drawing(self, mermaid: str) -> Iterator[str]:
        del mermaid
        yield from ()

    def _point(self, item: Item) -> Iterator[str]:
        yield f"- {self.put(item.text)}"
        yield from (f"  - {self.put(one)}" for one in item.below)

    def _question(self, words: str, asked: OpenQuestion) -> Iterator[str]:
        yield self.strong(words)
        if asked.help:
            yield self.put(asked.help)
        if asked.choices:
            yield "\n".join(f"- {self.put(one.label)}" for one in asked.choices)


class _Markdown(_Plain):
    """Pieces as Markdown."""

    def put(self, text: str) -> str:
        return escaped(text)

    def strong(self, text: str) -> str:
        return f"**{self.put(text)}**"

    def link(self, target: str) -> str:
        """A link of our own, all of whose characters are those of an address."""
        return f"<{target}>" if target.startswith("http") else f"`{target}`"

    def drawing(self, mermaid: str) -> Iterator[str]:
        yield f"{_FENCE}mermaid\n{mermaid.rstrip()}\n{_FENCE}"


_PLAIN: Final = _Plain()
_MARKDOWN: Final = _Markdown()
