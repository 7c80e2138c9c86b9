"""A reply as pieces in their order, whatever they are then written as: text, Markdown, blocks, cards."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from service.model.conversation import Drawing, Links, OpenQuestion, Reply
from service.model.decision import GivenAction

_BULLET: Final = "- "

AnyReply = TypeVar("AnyReply", bound=Reply)


class Line(Struct, frozen=True):
    """A text of its own; `strong`, if it is what the reply is about."""

    text: str
    strong: bool = False


class Item(Struct, frozen=True):
    """A point of a list, and those below it."""

    text: str
    below: tuple[str, ...] = ()


class Listing(Struct, frozen=True):
    """A list; it may follow what was said before, and have no title."""

    title: str
    items: tuple[Item, ...]


class Linked(Struct, frozen=True):
    """Links with what each of them shows; an address is a path where the service does not know its own."""

    title: str
    links: tuple[tuple[str, str], ...]


class Drawn(Struct, frozen=True):
    """The rule as a picture."""

    drawing: Drawing


class Asked(Struct, frozen=True):
    """The question at the end, with its choices."""

    question: OpenQuestion

    @property
    def words(self) -> str:
        """The question, with the unit that a number is taken in; a time names its own."""
        one = self.question
        return f"{one.question} ({one.unit})" if one.unit and one.type != "duration" else one.question


Piece = Line | Listing | Linked | Drawn | Asked


def pieces(reply: Reply) -> Iterator[Piece]:
    """All that a reply says, but for its buttons."""
    if reply.echo:
        yield Line(f"Understood: {'; '.join(reply.echo)}")
    yield from (Line(one.text) for one in reply.notices)
    yield from _told(reply.text)
    if reply.diagram:
        yield Drawn(reply.diagram)
    if not reply.aside:
        yield from _answer(reply)
    if reply.share:
        yield Linked("Links:", tuple(_links(reply.share)))
    if reply.question:
        yield Asked(reply.question)


def standing(reply: AnyReply) -> AnyReply:
    """Where things stand: the whole answer, or the question, without what was told beside it."""
    return replace(reply, aside=False, echo=(), notices=(), text=(), share=None, diagram=None)


def answered(reply: AnyReply) -> AnyReply:
    """The same as others may see it who did not ask: with links, and with nothing to go on with."""
    return replace(standing(reply), share=reply.share, question=None, buttons=())


def about(reply: Reply) -> str:
    """What a conversation is about, in a line: the version that answers, and the inputs that it goes by."""
    return f"{reply.rule or ''}{' with ' if reply.known else ''}{', '.join(reply.known)}"


def _answer(reply: Reply) -> Iterator[Piece]:
    """The answer, or what is to be done before it."""
    if reply.outcome:
        yield Line(reply.outcome.title, strong=True)
        if reply.outcome.summary:
            yield Line(reply.outcome.summary)
    yield from (Line(one, strong=True) for one in reply.results)
    yield from _listing("Why:", reply.reasons)
    if reply.actions:
        title = "What led here:" if reply.stage == "decided" else "Do this first:"
        yield Listing(title, tuple(map(_action, reply.actions)))
    yield from _listing("Keep in mind:", reply.caveats)


def _told(lines: tuple[str, ...]) -> Iterator[Piece]:
    """Lines, some of which are points of a list."""
    for is_point, some in groupby(lines, lambda line: line.startswith(_BULLET)):
        if is_point:
            yield Listing("", tuple(Item(line.removeprefix(_BULLET)) for line in some))
        else:
            yield from map(Line, some)


def _listing(title: str, lines: tuple[str, ...]) -> Iterator[Piece]:
    if lines:
        yield Listing(title, tuple(map(Item, lines)))


def _action(one: GivenAction) -> Item:
    return Item(one.title, (*one.steps, *one.caveats))


def _links(share: Links) -> Iterator[tuple[str, str]]:
    named = (
        ("the decision, made again", share.decision),
        ("the way to it, drawn", share.diagram),
        ("the record of it", share.record),
    )
    yield from ((label, target) for label, target in named if target)
