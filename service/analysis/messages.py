"""Texts with `{name}` in them: a name that nothing has, or half a pair of braces, would be shown as it stands."""

from collections.abc import Iterator
from typing import Final

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.language.messages import lone_brace, placeholders
from service.language.typed import Typed
from service.model.formula import FormulaDocument
from service.model.rule import ProvableDocument
from service.model.text import Path

_EARLY: Final = ("inputs", "constants", "derived")
"""Where the names come from that checks and problems see; outputs come later."""


def messages(typed: Typed, document: ProvableDocument) -> Iterator[Diagnostic]:
    """Every name in braces, in a text of the document, that does not exist, and every brace around no name."""
    outputs = document.outputs if isinstance(document, FormulaDocument) else {}
    single = {name: kind for name, kind in typed.types.items() if "." not in name}  # a column of a list is many values
    early = {name: kind for name, kind in single.items() if name not in outputs}
    for path, text in texts_with_names(document):
        known, sections = (early, _EARLY) if path[0] != "caveats" else (single, (*_EARLY, "outputs"))
        brace = lone_brace(text)
        if brace:
            sentence = f"`{brace}` stands around no name: write `{{name}}` to show a value, or take it out"
            yield typed.loaded.at(path, "lone-brace", sentence, warning=True)
        for name in placeholders(text):
            if name not in known and not typed.loaded.lost(*sections):
                yield typed.loaded.at(path, "unknown-name", unknown(name, known, "value"))


def texts_with_names(document: ProvableDocument) -> Iterator[tuple[Path, str]]:
    """The texts of a document in which `{name}` is replaced, and where they stand."""
    for index, requirement in enumerate(document.requires):
        yield ("requires", index, "message"), requirement.message
    for index, problem in enumerate(document.problems):
        yield ("problems", index, "message"), problem.message
    for name, caveat in document.caveats.items() if isinstance(document, FormulaDocument) else ():
        yield ("caveats", name, "text"), caveat.text
