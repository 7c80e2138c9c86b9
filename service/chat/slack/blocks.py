"""A reply as blocks of Block Kit, within the limits of Slack (https://docs.slack.dev/reference/block-kit)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, assert_never

from service.chat.buttons import cut, value_of
from service.chat.slack import mrkdwn
from service.chat.wording import DRAWING, DRAWN, FEW
from service.model.conversation import Button, ConversationReply, OpenQuestion
from service.usecases.conversing.pieces import Asked, Drawn, Item, Line, Linked, Listing, Piece, about, pieces

MOST_BLOCKS: Final = 50
MOST_TEXT: Final = 3_000
MOST_HEADER: Final = 150
MOST_LABEL: Final = 75
MOST_BUTTONS: Final = 25
MOST_OPTIONS: Final = 100
MOST_OPTION: Final = 150
MOST_FIELD: Final = 2_000

Block = dict[str, Any]

_LEFT_OUT: Final = "There is more to say than a message of Slack holds: ask for less at once, or for `why`."
_TOO_LARGE: Final = "The drawing of the way is too large for a message of Slack."
_TYPE: Final = "Type an answer, and press Enter"


def blocks(reply: ConversationReply) -> list[Block]:
    """The blocks of a reply: what it says, its question, what else can be said, and what it is about.

    The last so that nothing that was said long ago is taken for granted in silence.
    """
    said = list(_sections(_texts(pieces(reply))))
    below = [*(_question(reply.id, reply.question) if reply.question else ()), *_buttons(reply.id, reply.buttons)]
    below += [context(cut(about(reply), MOST_TEXT, mrkdwn.put))] if reply.rule else []
    room = MOST_BLOCKS - len(below)
    return [*(said if len(said) <= room else [*said[: room - 1], section(_LEFT_OUT)]), *below]


def section(text: str) -> Block:
    """A paragraph of mrkdwn, in which Slack looks for no addresses and names of its own accord."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def context(text: str) -> Block:
    """A line in small print."""
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}]}


def _texts(said: Iterable[Piece]) -> Iterator[str | Block]:
    """Lines of mrkdwn, and blocks between them."""
    for one in said:
        match one:
            case Line(text=text, strong=True) if len(mrkdwn.entities(text)) <= MOST_HEADER:
                yield {"type": "header", "text": _plain(text)}
            case Line(text=text, strong=strong):
                yield mrkdwn.strong(text) if strong else mrkdwn.put(text)
            case Listing(title=title, items=items):
                yield from (mrkdwn.strong(title),) if title else ()
                yield from (line for item in items for line in _point(item))
            case Linked(title=title, links=links):
                yield mrkdwn.strong(title)
                yield from (f"• {mrkdwn.link(target, label)}" for label, target in links)
            case Drawn(drawing=drawing):
                yield from _drawn(drawing.mermaid, drawing.link)
            case Asked(question=asked):
                yield from _in_full(asked.choices)
            case unreachable:
                assert_never(unreachable)


def _drawn(mermaid: str, link: str | None) -> Iterator[str | Block]:
    """The link to a drawing, if there is a whole one, else its text, which a message can hold."""
    if link and link.startswith("http"):
        yield mrkdwn.link(link, DRAWING)
    elif len(code := mrkdwn.code(mermaid.strip())) <= MOST_TEXT:
        yield DRAWN
        yield section(code)
    else:
        yield _TOO_LARGE


def _point(item: Item) -> Iterator[str]:
    yield f"• {mrkdwn.put(item.text)}"
    yield from (f"    ◦ {mrkdwn.put(one)}" for one in item.below)


def _sections(said: Iterable[str | Block]) -> Iterator[Block]:
    """Lines that follow each other share a paragraph, as long as it holds them."""
    for is_text, some in groupby(said, lambda one: isinstance(one, str)):
        if not is_text:
            yield from (one for one in some if isinstance(one, dict))
            continue
        text = ""
        for line in (part for one in some if isinstance(one, str) for part in _parts(one)):
            if text and len(text) + 1 + len(line) > MOST_TEXT:
                yield section(text)
                text = ""
            text = f"{text}\n{line}" if text else line
        if text:
            yield section(text)


def _parts(line: str) -> Iterator[str]:
    """A line that is too long for a paragraph, in parts that end between words, and never within an entity."""
    while len(line) > MOST_TEXT:
        end = line.rfind(" ", 1, MOST_TEXT)
        end = end if end > 0 else line.rfind("&", MOST_TEXT - 6, MOST_TEXT)
        end = end if end > 0 else MOST_TEXT
        yield line[:end]
        line = line[end:].lstrip()
    yield line


def _question(identity: str, asked: OpenQuestion) -> Iterator[Block]:
    """The question with its choices as buttons or a menu; with a field, if it has none."""
    words = Asked(asked).words
    if not asked.choices:
        yield _field(identity, words, asked.help)
        return
    lines = [mrkdwn.strong(words), *([mrkdwn.put(asked.help)] if asked.help else [])]
    yield from _sections(lines)
    if len(asked.choices) > FEW and all(len(value_of(one)) <= MOST_OPTION for one in asked.choices):
        for number, some in enumerate(_chunks(asked.choices, MOST_OPTIONS)):
            yield _actions(f"{identity}|menu{number}", [_menu(some)])
    else:
        yield from _rows(identity, "choice", asked.choices)


def _in_full(choices: Sequence[Button]) -> Iterator[str]:
    """Choices whose labels no button holds."""
    if any(len(mrkdwn.entities(one.label)) > MOST_LABEL for one in choices):
        yield from (f"• {mrkdwn.put(one.label)}" for one in choices)


def _field(identity: str, words: str, hint: str | None) -> Block:
    """A field that sends what is typed into it."""
    element = {"type": "plain_text_input", "action_id": "say", "placeholder": _plain(_TYPE)}
    return {
        "type": "input",
        "block_id": f"{identity}|field",
        "dispatch_action": True,
        "element": {**element, "dispatch_action_config": {"trigger_actions_on": ["on_enter_pressed"]}},
        "label": _plain(words, MOST_FIELD),
        **({"hint": _plain(hint, MOST_FIELD)} if hint else {}),
    }


def _menu(choices: Sequence[Button]) -> Block:
    options = [{"text": _plain(one.label, MOST_LABEL), "value": value_of(one)} for one in choices]
    return {"type": "static_select", "action_id": "choose", "placeholder": _plain("Choose one"), "options": options}


def _buttons(identity: str, buttons: Sequence[Button]) -> Iterator[Block]:
    yield from _rows(identity, "more", buttons)


def _rows(identity: str, name: str, buttons: Sequence[Button]) -> Iterator[Block]:
    for number, some in enumerate(_chunks(buttons, MOST_BUTTONS)):
        elements = [
            {"type": "button", "action_id": f"{name}{index}", "text": _plain(one.label, MOST_LABEL)}
            | {"value": value_of(one)}
            for index, one in enumerate(some)
        ]
        yield _actions(f"{identity}|{name}{number}", elements)


def _actions(name: str, elements: list[Block]) -> Block:
    return {"type": "actions", "block_id": name, "elements": elements}


def _plain(text: str, most: int = MOST_HEADER) -> Block:
    return {"type": "plain_text", "text": cut(text, most, mrkdwn.entities), "emoji": False}


def _chunks(some: Sequence[Button], most: int) -> Iterator[Sequence[Button]]:
    yield from (some[start : start + most] for start in range(0, len(some), most))
