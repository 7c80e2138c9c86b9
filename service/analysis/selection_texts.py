"""The texts of a selection in which `{name}` is replaced, and the inputs that neither these nor expressions read."""

from collections.abc import Iterator

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.language.choosing import DEFINING, remarks
from service.language.messages import lone_brace, placeholders
from service.language.presence import marked
from service.language.typed import Typed
from service.model.selection import Remark, SelectionDocument
from service.model.text import Path


def texts(typed: Typed, document: SelectionDocument) -> Iterator[Diagnostic]:
    """Every name in braces that does not exist, and every brace around no name."""
    early = {**document.asked, **document.constants, **document.derived}
    for path, text in _texts(document):
        known = typed.types if path[0] in ("keep", "rank", "candidate") else early
        brace = lone_brace(text)
        if brace:
            sentence = f"`{brace}` stands around no name: write `{{name}}` to show a value, or take it out"
            yield typed.loaded.at(path, "lone-brace", sentence, warning=True)
        for name in placeholders(text):
            doubtful = typed.loaded.lost(*DEFINING) or any(_clouded(typed, name, section) for section in DEFINING)
            if name not in known and not doubtful:
                yield typed.loaded.at(path, "unknown-name", unknown(name, known, "value"))


def unread(typed: Typed, document: SelectionDocument) -> Iterator[Diagnostic]:
    """Every input of a sound selection that nothing reads."""
    read = {marked(name) for expression in typed.expressions.values() for name in expression.reads}
    read |= {name for _, text in _texts(document) for name in placeholders(text)}
    read |= {name for check in document.keep for name in check.given}
    for section, inputs in (("outcome", document.outcome), ("inputs", document.inputs)):
        for name in inputs:
            if name not in read:
                message = f"nothing reads `{name}`: use it, or take it out"
                yield typed.loaded.at((section, name), "unused-input", message, warning=True)


def _clouded(typed: Typed, name: str, section: str) -> bool:
    """Whether something of this name, or the catalog of this row, was taken out as faulty."""
    first = name.partition(".")[0]
    pruned = (section, first) in {path[:2] for path in typed.loaded.pruned}
    return pruned or ("." in name and not any(one.startswith(f"{first}.") for one in typed.types))


def _texts(document: SelectionDocument) -> Iterator[tuple[Path, str]]:
    for index, requirement in enumerate(document.requires):
        yield ("requires", index, "message"), requirement.message
    for index, problem in enumerate(document.problems):
        yield ("problems", index, "message"), problem.message
    for index, check in enumerate(document.keep):
        yield ("keep", index, "because"), check.because
    for index, key in enumerate(document.rank):
        if key.because is not None:
            yield ("rank", index, "because"), key.because
    for path, remark in remarks(document):
        yield ((*path, "text"), remark.text) if isinstance(remark, Remark) else (path, remark)
    for name, caveat in document.caveats.items():
        yield ("caveats", name, "text"), caveat.text
