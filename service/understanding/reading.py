"""Reads a text of a chat as facts about the inputs of a rule.

Deterministic, in time that grows with the text, and careful: what has one meaning is a value, what has several is a
question with the meanings as its choices, what has none is said back. Nothing of a text is evaluated.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import structs

from service.language.phrases import MAX_TEXT, cleaned, tokens
from service.model.inputs import AnyInput, ChoiceInput
from service.understanding.claims import Claim, Open, Said, unsure
from service.understanding.commands import Rest, command
from service.understanding.draft import Draft, has
from service.understanding.explicit import Explicit
from service.understanding.gathering import Gathering
from service.understanding.items import Scanner
from service.understanding.leftovers import leftovers
from service.understanding.lexicon import Lexicon
from service.understanding.settling import Settling
from service.understanding.understood import Understood, WhatIf

NOTHING: Final[Mapping[str, Any]] = {}


def read(
    inputs: Mapping[str, AnyInput], text: str, *, asked: str | None = None, known: Mapping[str, Any] = NOTHING
) -> Understood:
    """What a text says about these inputs.

    `asked` is the input whose question the person has just seen, so that a bare `3` or `yes` answers it. `known` are
    values that were given before: with them `8 GPUs each` can be reckoned.
    """
    plain = cleaned(text)
    if not plain.strip():
        return Understood()
    cut = tokens(plain)
    wanted = command(plain, cut)
    lexicon = Lexicon(inputs)
    match wanted:
        case Rest(text=rest):
            inner = _facts(lexicon, rest, asked=None, known=known)
            return structs.replace(inner, values={}, echo=inner.echo, commands=(WhatIf(values=inner.values),))
        case None:
            found = _facts(lexicon, plain, asked=asked, known=known)
            return _with_rest(found, text)
        case _:
            return Understood(commands=(wanted,))


def _facts(lexicon: Lexicon, text: str, *, asked: str | None, known: Mapping[str, Any]) -> Understood:
    cut = tokens(text)
    draft = Draft(text, cut, [*Scanner(text, cut, lexicon).items()])
    settling = Settling(lexicon.inputs, known)
    settling.settle(_said(draft, lexicon, asked))
    return Understood(
        values=settling.values,
        echo=tuple(settling.echo),
        doubts=tuple(settling.doubts),
        left=leftovers(draft),
    )


def _said(draft: Draft, lexicon: Lexicon, asked: str | None) -> list[Said]:
    """Everything that the text says: outright, then clause by clause."""
    whole = _whole(draft, lexicon, asked)
    if whole is not None:
        return [whole]
    outright = [*Explicit(draft, lexicon).claims()]
    gathering = Gathering(draft, lexicon, asked)
    said: list[Said] = []
    for clause in draft.clauses():
        here = [one for at, one in outright if clause.start <= at < clause.end]
        found = [*gathering.outright(clause, here), *gathering.said(clause)]
        said = [*(map(unsure, said) if gathering.takes_back(clause) else said), *found]
    unclear = not leftovers(draft) or any(has(one, "unsure", "about", "vague") for one in draft.items)
    if not said and unclear and asked is not None and asked in lexicon.inputs:
        said.append(Open(inputs=(asked,), words=draft.words(0, len(draft.items))))
        draft.used.update(range(len(draft.items)))
    return said


def _whole(draft: Draft, lexicon: Lexicon, asked: str | None) -> Claim | None:
    """A text that is, letter by letter, a label of one input, or a value of the one that was asked for: a button."""
    words = draft.text.strip()
    found = [
        Claim(input=name, value=value, words=words)
        for name, one in lexicon.inputs.items()
        for value, label in (one.values.items() if isinstance(one, ChoiceInput) else ())
        if words == label or (words == value and name == asked)
    ]
    meant = [one for one in found if one.input == asked] or found
    if len(meant) != 1:
        return None
    draft.used.update(range(len(draft.items)))
    return meant[0]


def _with_rest(found: Understood, text: str) -> Understood:
    """A text that is too long to be looked at as a whole says so."""
    if len(text) <= MAX_TEXT:
        return found
    return structs.replace(found, left=(*found.left, f"... and {len(text) - MAX_TEXT:,} more characters"))
