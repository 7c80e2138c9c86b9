"""Which rule: the list of those that can be asked, and which of them somebody means."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from service.engine.program import CatalogProgram, TreeProgram
from service.errors import InputsRejectedError, Issue, RuleNotFoundError, nearest
from service.language.values import what
from service.model.conversation import Button, Conversation, OpenQuestion
from service.model.inputs import ChoiceInput
from service.understanding.understood import Doubt
from service.usecases.conversing.messages import Message
from service.usecases.revision import Revision, Version

RULE: Final = "rule"
"""What the answer to the list is called."""
QUESTION: Final = "What is it about?"


def rules(revision: Revision, first: str = "") -> dict[str, Version]:
    """The rules that are live and answer questions: the `first` one, then trees, then the others by name."""
    live = {name: one.live for name, one in revision.rules.items() if one.live}
    asked = {name: one for name, one in live.items() if not isinstance(one.program, CatalogProgram)}
    order = sorted(asked, key=lambda name: (name != first, not isinstance(asked[name].program, TreeProgram), name))
    return {name: asked[name] for name in order}


def as_question(known: dict[str, Version]) -> OpenQuestion:
    """The list as a question with a button for each rule."""
    buttons = (Button(label=one.document.title, answers={RULE: name}) for name, one in known.items())
    return OpenQuestion(input=RULE, question=QUESTION, type="choice", choices=tuple(buttons))


def as_input(known: dict[str, Version]) -> ChoiceInput:
    """The list as an input, for those who read text."""
    return ChoiceInput(values={name: one.document.title for name, one in known.items()}, ask=QUESTION)


def named(text: str, known: dict[str, Version]) -> str | None:
    """The rule that a text names, by its name or its whole title."""
    titles = {_words(one.document.title): name for name, one in known.items()}
    return {**titles, **{_words(name): name for name in known}}.get(_words(text))


def chosen(message: Message, known: dict[str, Version], one: Conversation) -> Version | None:
    """The rule that a message names: by a choice, or by nothing but its name.

    Raises:
        InputsRejectedError: the choice is no text.
        RuleNotFoundError: no such rule can be asked.
    """
    answers = dict(message.answers or {})
    if RULE in answers and (one.rule is None or len(answers) == 1):
        name = answers[RULE]
        if not isinstance(name, str):
            words = f"`{RULE}` must be the name of a rule, not {what(name)}"
            raise InputsRejectedError([Issue("wrong-type", f"$.answers.{RULE}", words)])
        if name not in known:
            raise RuleNotFoundError(name, known)
        return known[name]
    called = named(message.text, known) if message.text else None
    return known[called] if called else None


def among(doubts: Iterable[Doubt], known: dict[str, Version]) -> OpenQuestion | None:
    """The question which of some rules is meant."""
    for doubt in doubts:
        names = [choice.values.get(RULE) for choice in doubt.choices]
        some = {name: known[name] for name in names if name in known}
        if some:
            return replace(as_question(some), unsure=True)
    return None


def _words(text: str) -> str:
    """The words of a text, whatever stands between them."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def unknown(name: str, known: dict[str, Version]) -> str:
    """What to say of a rule that is not there."""
    close = nearest(name, known)
    hint = f"; the nearest is `{close}`" if close else ""
    return f"no live rule has that name{hint}"
