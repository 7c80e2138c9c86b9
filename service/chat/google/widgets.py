"""The widgets that cards are made of: what can be read, and what can be pressed, chosen and typed."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from service.chat.buttons import cut, value_of
from service.chat.google import markup
from service.chat.google.events import CHOSEN, CONVERSATION, FIELD, SAY, VALUE
from service.model.conversation import Button

MOST_ITEMS: Final = 100
"""Lines of a menu."""
MOST_LABEL: Final = 100
"""Characters of a label, which is all of it in one line of a card."""

Widget = dict[str, Any]


def paragraph(lines: Iterable[str]) -> Widget:
    """Lines of HTML."""
    return {"textParagraph": {"text": "<br>".join(lines)}}


def buttons(identity: str, some: Sequence[Button]) -> Widget:
    """Buttons in a row, each of which says something in a conversation."""
    return _row(_button(one.label, {CONVERSATION: identity, VALUE: value_of(one)}) for one in some)


def menu(identity: str, choices: Sequence[Button]) -> list[Widget]:
    """A menu, and the button that says what was chosen."""
    items = [{"text": label(one.label), "value": value_of(one)} for one in choices]
    chosen = {"name": FIELD, "label": "Choose one", "type": "DROPDOWN", "items": items}
    return [{"selectionInput": chosen}, _row([_button("Choose", {CONVERSATION: identity, CHOSEN: "yes"})])]


def field(identity: str) -> list[Widget]:
    """A field, and the button that says what was typed."""
    typed = {"name": FIELD, "label": "Your answer", "type": "SINGLE_LINE"}
    return [{"textInput": typed}, _row([_button("Send", {CONVERSATION: identity})])]


def label(text: str) -> str:
    """The text of a button or of a line of a menu."""
    return cut(text, MOST_LABEL, markup.plain)


def _row(some: Iterable[Widget]) -> Widget:
    return {"buttonList": {"buttons": list(some)}}


def _button(text: str, carried: dict[str, str]) -> Widget:
    parameters = [{"key": key, "value": value} for key, value in carried.items()]
    return {"text": label(text), "onClick": {"action": {"function": SAY, "parameters": parameters}}}
