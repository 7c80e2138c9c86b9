"""A reply as a card, within the limits of Google Chat (https://developers.google.com/workspace/chat/api/reference)."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any, Final, assert_never

from msgspec import json

from service.chat.buttons import cut
from service.chat.google import markup
from service.chat.google.widgets import MOST_ITEMS, MOST_LABEL, Widget, buttons, field, menu, paragraph
from service.chat.wording import DRAWING, DRAWN, FEW, WORDLESS
from service.model.conversation import ConversationReply, OpenQuestion
from service.usecases.conversing.pieces import Asked, Drawn, Item, Line, Linked, Listing, Piece, about, pieces
from service.usecases.conversing.rendering import one_line

MOST_WIDGETS: Final = 100
MOST_WORDS: Final = 1_000
"""Characters of a question, of its help, and of what is known."""
MOST_PART: Final = 1_500
"""Characters of a paragraph: of a card that is full, no more than one of them is left out for lack of a little room."""

Card = dict[str, Any]

_LEFT_OUT: Final = "There is more to say than a card holds: ask for less at once, or for `why`."
_TYPED: Final = "There are more choices than a card holds: type one of them."


def card(reply: ConversationReply, room: int) -> Card:
    """A reply as a card of at most `room` bytes; text is left out where it is too much, but never the question."""
    note = paragraph([markup.put(_LEFT_OUT)])
    ways = list(_ways_on(reply))
    below = next((one for one in ways if _fits(_card([note], *one), room)), ways[-1])
    said = list(pieces(reply))
    whole = _card(list(_paragraphs(said)), *below)
    if _fits(whole, room):
        return whole
    shown: list[Widget] = []
    for one in _paragraphs(piece for piece in said if not _is_source(piece)):
        if not _fits(_card([*shown, one, note], *below), room):
            break
        shown.append(one)
    return _card([*shown, note], *below)


def _card(*sections: list[Widget]) -> Card:
    filled = [{"widgets": some} for some in sections if some]
    return {"sections": filled or [{"widgets": [paragraph([WORDLESS])]}]}


def _fits(one: Card, room: int) -> bool:
    return sum(len(some["widgets"]) for some in one["sections"]) <= MOST_WIDGETS and len(json.encode(one)) <= room


def _ways_on(reply: ConversationReply) -> Iterator[tuple[list[Widget], ...]]:
    """The question, the buttons, and what the answer goes by; if that is too much, with a field to type them into."""
    asked, more = reply.question, [buttons(reply.id, reply.buttons)] if reply.buttons else []
    small = [paragraph([f"<i>{cut(about(reply), MOST_WORDS, markup.put)}</i>"])] if reply.rule else []
    words = _words(asked) if asked else []
    typed = [*words, *([paragraph([_TYPED])] if asked and asked.choices else []), *field(reply.id)]
    if asked is None or len(asked.choices) <= MOST_ITEMS:
        yield [*words, *(_choices(reply.id, asked) if asked else [])], more, small
    yield typed, more, small
    yield typed, [], small


def _words(asked: OpenQuestion) -> list[Widget]:
    words = cut(Asked(asked).words, MOST_WORDS, markup.strong)
    return [paragraph([words, *([cut(asked.help, MOST_WORDS, markup.put)] if asked.help else [])])]


def _choices(identity: str, asked: OpenQuestion) -> list[Widget]:
    """Choices as buttons or a menu; a field, if there are none."""
    if not asked.choices:
        return field(identity)
    return menu(identity, asked.choices) if len(asked.choices) > FEW else [buttons(identity, asked.choices)]


def _paragraphs(said: Iterable[Piece]) -> Iterator[Widget]:
    """Paragraphs, none of which is much larger than the others."""
    for lines in map(list, map(_lines, said)):
        some: list[str] = []
        for line in lines:
            if some and sum(map(len, some)) + len(line) > MOST_PART:
                yield paragraph(some)
                some = []
            some.append(line)
        if some:
            yield paragraph(some)


def _lines(one: Piece) -> Iterator[str]:
    """The lines of HTML that say it."""
    match one:
        case Line(text=text, strong=strong):
            yield from map(markup.strong if strong else markup.put, _parts(text))
        case Listing(title=title, items=items):
            yield from map(markup.strong, _parts(title))
            yield from (line for item in items for line in _point(item))
        case Linked(title=title, links=links):
            yield markup.strong(title)
            yield from (f"• {markup.link(target, label)}" for label, target in links)
        case Drawn(drawing=drawing) if _is_source(one):
            yield markup.put(DRAWN)
            yield from markup.lines(drawing.mermaid)
        case Drawn(drawing=drawing):
            yield markup.link(drawing.link or "", DRAWING)
        case Asked(question=asked) if any(len(markup.plain(choice.label)) > MOST_LABEL for choice in asked.choices):
            yield from (line for choice in asked.choices for line in _point(Item(choice.label)))
        case Asked():
            pass
        case unreachable:
            assert_never(unreachable)


def _point(item: Item) -> Iterator[str]:
    yield from (f"• {markup.put(part)}" for part in _parts(item.text))
    yield from (f"&nbsp;&nbsp;◦ {markup.put(part)}" for below in item.below for part in _parts(below))


def _parts(text: str) -> list[str]:
    """A text that is too long for a paragraph in parts, which end between words."""
    return wrap(one_line(text), MOST_PART, break_on_hyphens=False)


def _is_source(one: Piece) -> bool:
    """Whether this is a drawing that has no link which is whole, so that its text is all there is of it."""
    return isinstance(one, Drawn) and not (one.drawing.link or "").startswith("http")
