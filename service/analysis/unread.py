"""Inputs that nothing reads: a caller would be asked for them, or could give them, and they would change nothing."""

from collections.abc import Iterator
from typing import assert_never

from service.analysis import selection_texts
from service.analysis.meaning import AnyMeaning, CatalogMeaning, Meaning, SelectionMeaning
from service.analysis.messages import texts_with_names
from service.errors import Diagnostic
from service.language.expression import input_of
from service.language.messages import placeholders
from service.language.typed import Typed


def unread(typed: Typed, meaning: AnyMeaning) -> Iterator[Diagnostic]:
    """Every input of a sound rule that neither an expression nor a message reads, here or in a rule that it enters."""
    match meaning:
        case Meaning():
            yield from _of_rule(typed, meaning)
        case SelectionMeaning(document=document):
            yield from selection_texts.unread(typed, document)
        case CatalogMeaning():
            return
        case unreachable:
            assert_never(unreachable)


def _of_rule(typed: Typed, meaning: Meaning) -> Iterator[Diagnostic]:
    document = meaning.document
    read = {input_of(name) for expression in typed.expressions.values() for name in expression.reads}
    read |= {name for _, text in texts_with_names(document) for name in placeholders(text)}
    read |= {name for entered in meaning.enters.values() for name in entered.inputs}
    for name in document.inputs:
        if name not in read:
            message = f"nothing reads `{name}`: use it, or take it out"
            yield typed.loaded.at(("inputs", name), "unused-input", message, warning=True)
