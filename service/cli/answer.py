"""A decision as lines for people: the answer, why, what to do, what to keep in mind, where it comes from."""

from collections.abc import Iterable
from typing import Any

from service.cli.chosen import show_chosen
from service.cli.page import Page
from service.cli.words import value_in_words
from service.model.decision import Decision, GivenAction, GivenAdvice, GivenOutcome, Question, Step
from service.model.document import Source
from service.model.durations import FORMS

_FORMS = {"integer": "a whole number", "number": "a number", "duration": FORMS, "list": "a list of records, as JSON"}


def show(decision: Decision, page: Page) -> None:
    """Write the parts that the decision has; which they are depends on the kind of the rule."""
    if decision.outcome:
        _outcome(decision.outcome, page)
    elif decision.ask:
        page.line("More is needed to decide.", style="bold yellow")
    elif decision.selection:
        show_chosen(decision.selection, decision.units, page)
    elif decision.values:
        page.pairs((name, value_in_words(value, decision.units.get(name))) for name, value in decision.values.items())
    else:
        _advice(decision, page)
    _path(decision.path, page)
    _actions(decision.actions, page)
    _questions(decision.ask, page)
    _list("Keep in mind", (caveat.text for caveat in decision.caveats), page)
    if decision.outcome:
        _background(decision.outcome, page)
    page.section("By")
    page.items(f"{rule.name} {rule.version}" for rule in decision.rules)


def _outcome(outcome: GivenOutcome, page: Page) -> None:
    page.line(outcome.title, style="bold green")
    if outcome.summary:
        page.line(outcome.summary)
    if outcome.recommend:
        page.section("Recommended")
        page.pairs((name, value_in_words(value)) for name, value in outcome.recommend.items())


def _background(outcome: GivenOutcome, page: Page) -> None:
    _list("Keep in mind", outcome.caveats, page)
    if outcome.repeat:
        names = ", ".join(f"`{name}`" for name in outcome.repeat.measure)
        _list("And then", [f"Measure {names} anew, and ask again."], page)
    _list("Sources", map(_source, outcome.sources), page)
    _list("See also", outcome.see, page)


def _path(path: Iterable[Step], page: Page) -> None:
    steps = [f"{step.rule} {step.node}: {_because(step)}{_read(step.read)}" for step in path]
    _numbered("Why", steps, page)


def _because(step: Step) -> str:
    return step.because or ("no branch above holds" if step.branch is None else f"branch {step.branch} holds")


def _read(read: dict[str, Any]) -> str:
    return f" ({', '.join(f'{name}={value_in_words(value)}' for name, value in read.items())})" if read else ""


def _actions(actions: Iterable[GivenAction], page: Page) -> None:
    for number, action in enumerate(actions, 1):
        if number == 1:
            page.section("To do")
        page.line(action.title, mark=f"{number}. ", indent=2)
        page.items(action.steps, indent=5)
        page.items(action.caveats, mark="! ", indent=5)
        _see(action.see, page, indent=5)


def _questions(questions: Iterable[Question], page: Page) -> None:
    for number, question in enumerate(questions, 1):
        if number == 1:
            page.section("To answer, the first one first")
        after = " (after what is to do)" if question.after and number == 1 else ""
        page.line(f"{question.question}{after}", mark=f"{number}. ", indent=2)
        page.line(f"{question.input}={_form(question)}", indent=5, style="cyan")
        page.pairs(question.choices.items(), indent=7)
        if question.help:
            page.line(question.help, indent=5)


def _form(question: Question) -> str:
    if question.choices:
        return "|".join(question.choices)
    if question.type == "boolean":
        return "true|false"
    unit = f", in {question.unit}" if question.unit and question.type in ("integer", "number") else ""
    return f"... ({_FORMS.get(question.type, question.type)}{unit})"


def _advice(decision: Decision, page: Page) -> None:
    if not decision.advice:
        page.line("No advice applies.", style="bold")
    for number, advice in enumerate(decision.advice, 1):
        page.line(advice.title, mark=f"{number}. ", style="bold green")
        page.line(_effect(advice), indent=3)
        if advice.because:
            page.line(f"because {advice.because}{_read(advice.read)}", indent=3)
        page.items(advice.steps, indent=3)
        page.items(advice.caveats, mark="! ", indent=3)
        _see(advice.see, page, indent=3)
    waiting = [f"{one.id}: needs {', '.join(f'`{name}`' for name in one.needs)}" for one in decision.not_judged]
    _list("Not judged", waiting, page)


def _effect(advice: GivenAdvice) -> str:
    parts = {"improves": advice.improves, "layer": advice.layer, "reduces": advice.reduces}
    told = [advice.id, *(f"{name} {value}" for name, value in parts.items() if value)]
    if advice.gain is not None:
        told.append(f"worth up to {value_in_words(advice.gain)} of ML productivity goodput")
    elif advice.rank is not None:
        told.append(f"rank {value_in_words(advice.rank)}")
    return "; ".join(told)


def _see(see: Iterable[str], page: Page, *, indent: int) -> None:
    names = ", ".join(see)
    if names:
        page.line(f"see {names}", indent=indent)


def _source(source: Source) -> str:
    return ", ".join(part for part in (source.title, source.section, source.date, source.url) if part)


def _list(title: str, texts: Iterable[str], page: Page) -> None:
    texts = list(texts)
    if texts:
        page.section(title)
        page.items(texts)


def _numbered(title: str, texts: Iterable[str], page: Page) -> None:
    for number, text in enumerate(texts, 1):
        if number == 1:
            page.section(title)
        page.line(text, mark=f"{number}. ", indent=2)
