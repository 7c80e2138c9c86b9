"""A reply as a card, within the limits of Google Chat."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, assert_never

from service.chat.buttons import value_of
from service.chat.google import markup
from service.chat.google.events import CHOSEN, CONVERSATION, FIELD, VALUE
from service.model.conversation import Button, ConversationReply, OpenQuestion
from service.usecases.conversing.pieces import Asked, Drawn, Item, Line, Linked, Listing, Piece, known, pieces

MOST_WIDGETS: Final = 100
MOST_TEXT: Final = 20_000
"""Bytes of text in a card, which leaves room for its buttons."""
FEW: Final = 5
"""Choices that are shown as buttons; of more, there is a menu."""

Widget = dict[str, Any]

_CARD: Final = "reply"
_LEFT_OUT: Final = "There is more to say than a card holds: ask for less at once, or for `why`."
_DRAWN: Final = "The way so far, for Mermaid to draw:"


def card(reply: ConversationReply, room: int = MOST_TEXT) -> dict[str, Any]:
    """The card of a reply: what it says in so many bytes, its question, what else can be said, and what it is about."""
    sections = [
        {"widgets": _paragraphs(_texts(pieces(reply)), room)},
        {"widgets": list(_question(reply.id, reply.question)) if reply.question else []},
        {"widgets": [_buttons(reply.id, reply.buttons)] if reply.buttons else []},
        {"widgets": [paragraph(f"<i>{markup.put(known(reply))}</i>")] if reply.rule else []},
    ]
    return {"cardId": _CARD, "card": {"sections": [one for one in sections if one["widgets"]]}}


def paragraph(text: str) -> Widget:
    """A paragraph of HTML."""
    return {"textParagraph": {"text": text}}


def _paragraphs(texts: Iterable[str], room: int) -> list[Widget]:
    """As many paragraphs as a card holds; it is said if that is not all."""
    made: list[Widget] = []
    size = 0
    for text in texts:
        size += len(text.encode())
        if size > room or len(made) >= MOST_WIDGETS // 2:
            return [*made, paragraph(markup.put(_LEFT_OUT))]
        made.append(paragraph(text))
    return made


def _texts(said: Iterable[Piece]) -> Iterator[str]:
    """Paragraphs of HTML."""
    for one in said:
        match one:
            case Line(text=text, strong=strong):
                yield markup.strong(text) if strong else markup.put(text)
            case Listing(title=title, items=items):
                head = [markup.strong(title)] if title else []
                yield "<br>".join([*head, *(line for item in items for line in _point(item))])
            case Linked(title=title, links=links):
                targets = (f"• {markup.link(target, label)}" for label, target in links)
                yield "<br>".join([markup.strong(title), *targets])
            case Drawn(drawing=drawing):
                yield from _drawn(drawing.mermaid, drawing.link)
            case Asked():
                pass
            case unreachable:
                assert_never(unreachable)


def _drawn(mermaid: str, link: str | None) -> Iterator[str]:
    """The link to a drawing, if there is a whole one, else its text."""
    if link and link.startswith("http"):
        yield markup.link(link, "The way so far, drawn")
    else:
        yield f"{markup.put(_DRAWN)}<br>{markup.lines(mermaid)}"


def _point(item: Item) -> Iterator[str]:
    yield f"• {markup.put(item.text)}"
    yield from (f"&nbsp;&nbsp;◦ {markup.put(one)}" for one in item.below)


def _question(identity: str, asked: OpenQuestion) -> Iterator[Widget]:
    """The question with its choices as buttons or a menu; with a field, if it has none."""
    unit = f" ({asked.unit})" if asked.unit and asked.type != "duration" else ""
    help_ = f"<br>{markup.put(asked.help)}" if asked.help else ""
    yield paragraph(f"{markup.strong(f'{asked.question}{unit}')}{help_}")
    if not asked.choices:
        yield {"textInput": {"name": FIELD, "label": "Your answer", "type": "SINGLE_LINE"}}
        yield _list([_button("Send", {CONVERSATION: identity})])
    elif len(asked.choices) > FEW:
        items = [{"text": markup.plain(one.label), "value": value_of(one), "selected": False} for one in asked.choices]
        yield {"selectionInput": {"name": FIELD, "label": "Choose one", "type": "DROPDOWN", "items": items}}
        yield _list([_button("Choose", {CONVERSATION: identity, CHOSEN: "yes"})])
    else:
        yield _buttons(identity, asked.choices)


def _buttons(identity: str, buttons: Sequence[Button]) -> Widget:
    return _list([_button(one.label, {CONVERSATION: identity, VALUE: value_of(one)}) for one in buttons])


def _list(buttons: list[Widget]) -> Widget:
    return {"buttonList": {"buttons": buttons}}


def _button(label: str, parameters: dict[str, str]) -> Widget:
    pairs = [{"key": key, "value": value} for key, value in parameters.items()]
    return {"text": markup.plain(label), "onClick": {"action": {"function": "say", "parameters": pairs}}}
