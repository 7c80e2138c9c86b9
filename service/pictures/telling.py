"""The sentences of a picture: its headline, its captions, its description, and what its shapes are called."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from service.model.ledger import CATEGORIES, Category, Interruption, Ledger
from service.pictures.stacking import Mark
from service.pictures.wording import called, cut, listed, percent, span, width

MOST_OF_A_NAME: Final = 18
"""Ems of a cause, or of a name of badput: some thirty letters."""
MOST_OF_A_LINE: Final = 47
"""Ems that the paper is wide."""

TIMES: Final = "\N{MULTIPLICATION SIGN}"
NO_CAUSE: Final = "no cause given"


def present(ledger: Ledger) -> list[Category]:
    """The categories that have any time, in their order."""
    return [category for category in CATEGORIES if ledger.seconds.get(category, 0.0) > 0]


def headline(ledger: Ledger) -> str:
    """The one thing to remember."""
    return f"{percent(_share(ledger, 'productive'))} of {span(ledger.period)} was productive"


def goodputs(ledger: Ledger) -> list[str]:
    """The goodputs, a line for those of time and one for those of the program."""
    if ledger.runtime_goodput is None:
        first = "the resources were never there"
    else:
        scheduling, runtime = percent(ledger.scheduling_goodput), percent(ledger.runtime_goodput)
        first = f"= scheduling goodput {scheduling} {TIMES} runtime goodput {runtime}"
    if ledger.program_goodput is None:
        return [first]
    second = f"program goodput {percent(ledger.program_goodput)}"
    if ledger.ml_productivity_goodput is not None:
        second += f", which makes an ML productivity goodput of {percent(ledger.ml_productivity_goodput)}"
    return [first, second]


def named(ledger: Ledger) -> str:
    """The badput that has names, the longest first; empty if there is none."""
    if not ledger.named:
        return ""
    ordered = sorted(ledger.named.items(), key=lambda one: (-one[1], one[0]))
    items = (f"{_name(name)} {span(seconds)}" for name, seconds in ordered)
    return "named: " + listed(items, len(ordered), MOST_OF_A_LINE - 5)


def bar_caption(column: float | None) -> str:
    """What the stacked bar shows; `column` is the width of its columns in seconds, if they are equally wide."""
    return f"Where the time went, in columns of {span(column)}" if column else "Where the time went"


def interruptions(ledger: Ledger, marks: Sequence[Mark]) -> list[str]:
    """How many interruptions there were and how to read their marks, and their causes: in one line, if they fit."""
    count, at_hand = ledger.interruption_count, len(ledger.interruptions)
    if not count:
        return ["no interruptions"]
    text = "1 interruption marked" if count == 1 else f"{count:,} interruptions marked"
    if count > at_hand:
        text = f"the first {at_hand:,} of {count:,} interruptions marked"
    together = max((len(mark.interruptions) for mark in marks), default=1)
    text += f", the highest mark is for {together:,} of them" if together > 1 else ""
    causes = _causes(ledger)
    if not causes:
        return [text]
    line = f"{text}: {causes}"
    return [line] if width(line) <= MOST_OF_A_LINE else [text, causes]


def rolling_caption(window: float) -> str:
    """What the line below shows."""
    return f"Goodput over the last {span(window)}"


def rolling_remark(ledger: Ledger) -> str:
    """How to read that line, and the one that is dashed."""
    return f"scheduling {TIMES} runtime; dashed: {percent(_share(ledger, 'productive'))}, that of the whole period"


def time_caption(ledger: Ledger, unit: str) -> str:
    """What the axis of time counts, and from when."""
    return f"{unit} since {ledger.start if isinstance(ledger.start, str) else 'the start'}"


def share_and_span(ledger: Ledger, category: Category) -> tuple[str, str]:
    """How much a category has: its share, and its time."""
    return percent(_share(ledger, category)), span(ledger.seconds[category])


def names(ledger: Ledger, marks: Sequence[Mark]) -> dict[str, str]:
    """What single shapes are called, by the names that they are drawn with."""
    shapes = {one: f"{called(one)}: {', '.join(share_and_span(ledger, one))}" for one in present(ledger)}
    told = {mark_name(number): _told(mark) for number, mark in enumerate(marks)}
    return {**shapes, **told, "rolling": "goodput over a rolling window", "whole": "goodput over the whole period"}


def mark_name(number: int) -> str:
    """The name that a mark is drawn with."""
    return f"interruption_{number + 1}"


def description(ledger: Ledger, lowest: float | None) -> str:
    """The picture for those who don't see it; `lowest` is the least of the rolling goodput, if there is one."""
    shares = ", ".join(f"{called(one)} {' or '.join(share_and_span(ledger, one))}" for one in present(ledger))
    count = ledger.interruption_count
    parts = [
        f"A stacked bar over {span(ledger.period)} shows where the time of a training job went: {shares or 'nothing'}.",
        f"It was interrupted {'once' if count == 1 else f'{count:,} times'}." if count else "It was not interrupted.",
    ]
    if lowest is not None:
        parts.append(f"A line below shows goodput over a rolling window, which was {percent(lowest)} at its lowest.")
    return " ".join(parts)


def _share(ledger: Ledger, category: Category) -> float:
    return ledger.shares.get(category, 0.0)


def _name(text: str) -> str:
    return cut(text, MOST_OF_A_NAME) or "unreadable"


def _causes(ledger: Ledger) -> str:
    """The causes, the most frequent first; empty if none is given."""
    given = Counter(one.cause for one in ledger.interruptions)
    if given.keys() <= {None}:
        return ""
    alone = given.total() == 1
    items = (_named(cause) if alone else f"{_named(cause)} ({times:,})" for cause, times in given.most_common())
    return listed(items, len(given), MOST_OF_A_LINE)


def _named(cause: str | None) -> str:
    return _name(cause) if cause else NO_CAUSE


def _told(mark: Mark) -> str:
    if len(mark.interruptions) > 1:
        return f"{len(mark.interruptions):,} interruptions about {span(mark.offset)} after the start"
    return _cost(mark.interruptions[0])


def _cost(one: Interruption) -> str:
    lost, away, resumed = span(one.since_checkpoint), span(one.reschedule), span(one.resume)
    when = f"{span(one.offset)} after the start"
    return f"{_named(one.cause)}, {when}: {lost} lost, {away} to reschedule, {resumed} to resume"
