"""A ledger as lines for people: where the time went, the goodputs, what interrupted the job, what was put right."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from service.cli.page import Page
from service.cli.words import as_words, counted
from service.model.ledger import CATEGORIES, Interruption, Ledger, Moment
from service.pictures.wording import called, percent, span

_SHOWN: Final = 10
"""Interruptions, names and repairs that are shown; JSON has the others too."""
_FEW: Final = 3
"""Records that are named where the same is to be said of many."""
_DIGITS: Final = 15


def show_ledger(ledger: Ledger, page: Page, *, advised: bool = False) -> None:
    """Write all parts of it; and where no advice follows, how to ask for it."""
    page.line(_headline(ledger), style="bold")
    page.line(f"{span(ledger.period)}, from {_moment(ledger.start)} to {_moment(ledger.end)}")
    page.section("Where the time went")
    _balance(ledger, page)
    _named(ledger, page)
    page.section("Goodput")
    page.pairs(_goodputs(ledger))
    _interruptions(ledger, page)
    _repairs(ledger, page)
    if not advised:
        _questions(ledger, page)


def _headline(ledger: Ledger) -> str:
    steps = f"{ledger.steps:,} {'step' if ledger.steps == 1 else 'steps'} kept" if ledger.steps else "no steps told"
    interruptions = counted(ledger.interruption_count, "interruption")
    return f"{percent(ledger.shares['productive'])} of the time was productive; {interruptions}, {steps}"


def _balance(ledger: Ledger, page: Page) -> None:
    price = ledger.badput_price
    heads = ["category", "time", "share", *(["worth"] if price else [])]
    rows = [
        [
            called(category),
            span(ledger.seconds[category]),
            percent(ledger.shares[category]),
            *([f"{price[category]:,.2f}" if category in price else ""] if price else []),
        ]
        for category in CATEGORIES
    ]
    page.table(heads, rows)


def _named(ledger: Ledger, page: Page) -> None:
    names = sorted(ledger.named.items(), key=lambda one: -one[1])
    if names:
        page.section("Badput by name")
        page.pairs((name, span(seconds)) for name, seconds in names[:_SHOWN])
        _rest(len(names), "name", page)


def _goodputs(ledger: Ledger) -> Iterable[tuple[str, str]]:
    whole = {
        "scheduling": ledger.scheduling_goodput,
        "runtime": ledger.runtime_goodput,
        "program (MFU)": ledger.program_goodput,
        "ML productivity": ledger.ml_productivity_goodput,
    }
    for name, value in whole.items():
        yield name, "not known" if value is None else percent(value)


def _interruptions(ledger: Ledger, page: Page) -> None:
    if not ledger.interruptions:
        return
    page.section("Interruptions")
    heads = ("at", "lost progress", "reschedule", "resume", "cause")
    page.table(heads, [_row(one) for one in ledger.interruptions[:_SHOWN]])
    _rest(ledger.interruption_count, "interruption", page)


def _row(one: Interruption) -> tuple[str, ...]:
    costs = (one.since_checkpoint, one.reschedule, one.resume)
    return (_moment(one.time), *map(span, costs), one.cause or ("" if one.event else "(not recorded)"))


def _repairs(ledger: Ledger, page: Page) -> None:
    if not ledger.repairs:
        return
    page.section("Put right")
    told: dict[tuple[str, str], list[int]] = {}
    for one in ledger.repairs:
        told.setdefault((one.code, one.message), []).append(one.event)
    listed = Counter(one.code for one in ledger.repairs)
    for (code, message), events in told.items():
        unlisted = ledger.repair_counts[code] - listed.pop(code, ledger.repair_counts[code])
        page.items([f"{_records(events, len(events) + unlisted)}: {message} ({code})"])


def _records(events: list[int], count: int) -> str:
    """`record 7`, or the first of many."""
    if count == 1:
        return f"record {events[0]}"
    rest = f" and {count - _FEW:,} more" if count > _FEW else ""
    return f"records {', '.join(map(str, events[:_FEW]))}{rest}"


def _questions(ledger: Ledger, page: Page) -> None:
    levers = ledger.inputs.get("goodput-levers")
    if levers:
        page.section("Ask next")
        rounded = {name: _rounded(value) for name, value in levers.items()}
        page.code(f"  gpu-rules decide goodput-levers {as_words(rounded)}")


def _rounded(value: float) -> float:
    """Six digits are enough to ask a question by hand; `--json` has all of them."""
    return float(f"{value:.6g}") if value != int(value) else value


def _rest(count: int, noun: str, page: Page) -> None:
    if count > _SHOWN:
        page.line(f"and {counted(count - _SHOWN, f'more {noun}')}", indent=2)


def _moment(moment: Moment) -> str:
    return moment if isinstance(moment, str) else f"{moment:.{_DIGITS}g} s"
