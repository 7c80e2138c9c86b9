"""Inputs that nothing reads: a caller would be asked for them, or could give them, and they would change nothing."""

from collections.abc import Iterator

from service.analysis.meaning import Meaning
from service.errors import Diagnostic
from service.language.expression import input_of
from service.language.messages import placeholders
from service.language.typed import Typed


def unread(typed: Typed, meaning: Meaning) -> Iterator[Diagnostic]:
    """Every input of a sound rule that neither an expression nor a message reads, here or in a rule that it enters."""
    document = meaning.document
    read = {input_of(name) for expression in typed.expressions.values() for name in expression.reads}
    messages = [one.message for one in document.requires] + [one.message for one in document.problems]
    read |= {name for message in messages for name in placeholders(message)}
    read |= {name for entered in meaning.enters.values() for name in entered.inputs}
    for name in document.inputs:
        if name not in read:
            message = f"nothing reads `{name}`: use it, or take it out"
            yield typed.loaded.at(("inputs", name), "unused-input", message, warning=True)
