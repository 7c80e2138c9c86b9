"""A reply as text: plain, or as Markdown in which nothing that a person or a rule wrote can take effect."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from service.model.conversation import OpenQuestion, Reply
from service.model.decision import GivenAction

_MARKS: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&@:=$])")
_CODE: Final = re.compile(r"`([A-Za-z0-9_.\-]{1,80})`")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

Escape = Callable[[str], str]


def plain(reply: Reply) -> str:
    """The reply for a terminal or a log: no markup, and no characters that command a terminal."""
    return "\n".join(_lines(reply, one_line, str, "- "))


def markdown(reply: Reply) -> str:
    """The reply in Markdown; all texts are escaped, but for names in backticks, which are harmless."""
    return "\n\n".join(_lines(reply, escaped, "**{}**".format, "- "))


def one_line(text: str) -> str:
    """The text without characters that would do something in place of being shown."""
    return " ".join(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", " ")).split())


def escaped(text: str) -> str:
    """The text as Markdown that shows it as it is."""
    parts = _CODE.split(one_line(text))
    return "".join(f"`{part}`" if index % 2 else _MARKS.sub(r"\\\1", part) for index, part in enumerate(parts))


def _lines(reply: Reply, put: Escape, strong: Escape, bullet: str) -> Iterator[str]:
    """The parts of a reply in their order."""
    if reply.echo:
        yield f"{put('Understood:')} {'; '.join(map(put, reply.echo))}"
    yield from (put(one.text) for one in reply.notices)
    yield from _list(reply.text, put, bullet)
    if not reply.aside:
        yield from _answer(reply, put, strong, bullet)
    if reply.share:
        links = (reply.share.decision, reply.share.diagram, reply.share.record)
        yield from _section("Links:", tuple(one for one in links if one), _link if put is escaped else put, bullet)
    if reply.question:
        yield from _question(reply.question, put, strong, bullet)


def _answer(reply: Reply, put: Escape, strong: Escape, bullet: str) -> Iterator[str]:
    """The answer, or what is to be done before it."""
    if reply.outcome:
        yield strong(put(reply.outcome.title))
        if reply.outcome.summary:
            yield put(reply.outcome.summary)
    yield from (strong(put(one)) for one in reply.results)
    yield from _section("Why:", reply.reasons, put, bullet)
    yield from _actions(reply, put, bullet)
    yield from _section("Keep in mind:", reply.caveats, put, bullet)


def _list(lines: tuple[str, ...], put: Escape, bullet: str) -> Iterator[str]:
    """Lines, some of which are points of a list."""
    for line in lines:
        yield f"{bullet}{put(line.removeprefix('- '))}" if line.startswith("- ") else put(line)


def _section(title: str, lines: tuple[str, ...], put: Escape, bullet: str) -> Iterator[str]:
    if lines:
        yield "\n".join([title, *(f"{bullet}{put(one)}" for one in lines)])


def _actions(reply: Reply, put: Escape, bullet: str) -> Iterator[str]:
    """Actions with their steps; before the answer, they are to be carried out first."""
    if reply.actions:
        title = "What led here:" if reply.stage == "decided" else "Do this first:"
        yield "\n".join([title, *(line for one in reply.actions for line in _action(one, put, bullet))])


def _action(one: GivenAction, put: Escape, bullet: str) -> Iterator[str]:
    yield f"{bullet}{put(one.title)}"
    yield from (f"  {bullet}{put(step)}" for step in (*one.steps, *one.caveats))


def _question(asked: OpenQuestion, put: Escape, strong: Escape, bullet: str) -> Iterator[str]:
    unit = f" ({put(asked.unit)})" if asked.unit and asked.type != "duration" else ""
    yield f"{strong(put(asked.question))}{unit}"
    if asked.help:
        yield put(asked.help)
    if asked.choices:
        yield "\n".join(f"{bullet}{put(one.label)}" for one in asked.choices)


def _link(target: str) -> str:
    """A link of our own, all of whose characters are those of an address."""
    return f"<{target}>" if target.startswith("http") else f"`{target}`"
