"""What a selection chose as lines for people: candidates in order, and why the others are none."""

from collections.abc import Mapping
from typing import Any

from service.cli.page import Page
from service.cli.words import value_in_words
from service.model.decision import Candidate, Chosen, Relaxation


def show_chosen(chosen: Chosen, units: Mapping[str, str], page: Page) -> None:
    """Write the candidates, or what alone stands in the way of one; then the rows that were rejected."""
    for one in chosen.candidates:
        _candidate(one, units, page)
    show_rejected(chosen, page)


def show_rejected(chosen: Chosen, page: Page) -> None:
    """Write what stands in the way of a candidate, if there is none, and the rows that were rejected."""
    if not chosen.candidates:
        page.line("No candidate meets all constraints.", style="bold yellow")
    if chosen.relax:
        page.section("One change would do")
        page.items(map(_relaxed, chosen.relax))
    if chosen.rejected:
        page.section("Rejected")
        page.items(f"{one.key}: {'; '.join(reason.because for reason in one.because)}" for one in chosen.rejected)


def _candidate(one: Candidate, units: Mapping[str, str], page: Page) -> None:
    page.line(one.key, mark=f"{one.rank}. ", style="bold green")
    page.pairs(((name, _value(value, units.get(name))) for name, value in one.fields.items()), indent=3)
    page.items(one.because, indent=3)
    page.items(one.caveats, mark="! ", indent=3)


def _relaxed(one: Relaxation) -> str:
    to = f"leave out `{one.input}`" if one.to is None else f"{one.input}={_value(one.to)}"
    was = "" if one.given is None else f" in place of {_value(one.given)}"
    return f"{to}{was}: {', '.join(one.candidates)}"


def _value(value: Any, unit: str | None = None) -> str:
    return "unknown" if value is None else value_in_words(value, unit)
