"""What a rule declares: names that clash or are reserved, ranges that can't be right, missing questions."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from service.analysis.synonyms import synonyms
from service.errors import Diagnostic, nearest
from service.language.values import RefusedError, bounds, reader, shown
from service.model.durations import FORMS, seconds
from service.model.formula import FormulaDocument
from service.model.inputs import ColumnInput, DurationInput, Input, IntegerInput, ListInput, NumberInput
from service.model.loading import Loaded
from service.model.names import RESERVED
from service.model.rule import ProvableDocument
from service.model.text import Path
from service.model.tree import TreeDocument

_LISTED = 20
"""Names that a message lists."""

GUARD_LIMIT = 20_000
"""Characters of all checks and problems: they are judged in one list with conditions, and CEL reads at most 100,000."""


def declarations(loaded: Loaded, document: ProvableDocument) -> Iterator[Diagnostic]:
    """Every finding about the names and inputs that the document declares."""
    yield from _names(loaded, document)
    yield from synonyms(loaded, "inputs", document.inputs)
    size = sum(len(one.check) for one in document.requires) + sum(len(one.when) for one in document.problems)
    if size > GUARD_LIMIT:
        message = f"the checks and problems have {size} characters together, at most {GUARD_LIMIT} are allowed"
        yield loaded.at(("requires" if document.requires else "problems",), "limit", message)
    for name, one in document.inputs.items():
        yield from _input(loaded, ("inputs", name), one)
        faulty = loaded.written(("inputs", name, "ask")) in loaded.pruned
        if isinstance(document, TreeDocument) and one.ask is None and not faulty:
            message = f"`{name}` has no `ask`: a tree asks for its inputs, so each needs a question"
            yield loaded.at(("inputs", name), "missing-ask", message)
    if isinstance(document, FormulaDocument):
        for name, output in document.outputs.items():
            if output.range and output.range[0] > output.range[1]:
                message = f"the range begins at {shown(output.range[0])}, above its end at {shown(output.range[1])}"
                yield loaded.at(("outputs", name, "range"), "bad-range", message)


def _names(loaded: Loaded, document: ProvableDocument) -> Iterator[Diagnostic]:
    outputs = document.outputs if isinstance(document, FormulaDocument) else {}
    sections: dict[str, Mapping[str, object]] = {
        "inputs": document.inputs,
        "constants": document.constants,
        "derived": document.derived,
        "outputs": outputs,
    }
    first: dict[str, str] = {}
    for section, names in sections.items():
        for name in names:
            if name in RESERVED:
                message = f"`{name}` is a word of the language or of the API: choose another name"
                yield loaded.at((section, name), "reserved-name", message)
            elif first.setdefault(name, section) != section:
                message = f"`{name}` is defined under `{first[name]}` already"
                yield loaded.at((section, name), "duplicate-name", message)


def _input(loaded: Loaded, path: Path, one: Input) -> Iterator[Diagnostic]:
    if isinstance(one, ListInput):
        if one.min_items > one.max_items:
            message = f"`min_items` is {one.min_items}, above `max_items` at {one.max_items}"
            yield loaded.at(path, "bad-range", message)
        for name, column in one.of.items():
            yield from column_findings(loaded, (*path, "of", name), column)
    else:
        yield from column_findings(loaded, path, one)


def column_findings(loaded: Loaded, path: Path, one: ColumnInput) -> Iterator[Diagnostic]:
    """What can't be right about a value of one type: its bounds, or its default."""
    if isinstance(one, DurationInput):
        texts = {"minimum": one.minimum, "maximum": one.maximum, "default": one.default}
        unreadable = [key for key, text in texts.items() if isinstance(text, str) and seconds(text) is None]
        for key in unreadable:
            yield loaded.at((*path, key), "bad-duration", f"`{texts[key]}` is not a duration: {FORMS}")
        if unreadable:
            return
    if isinstance(one, IntegerInput | NumberInput | DurationInput):
        low, high = bounds(one)
        if low is not None and high is not None and low > high:
            message = f"the minimum of {shown(low)} is above the maximum of {shown(high)}"
            yield loaded.at(path, "bad-range", message)
            return
    if one.default is not None:
        try:
            reader(one)(one.default)
        except RefusedError as refused:
            yield loaded.at((*path, "default"), "bad-default", f"the default {refused}")


def unknown(name: str, known: Mapping[str, object], what: str) -> str:
    """A sentence about a name that is not there, with the nearest one that is."""
    close = nearest(name, known)
    if close:
        return f"there is no {what} `{name}`; the nearest is `{close}`"
    return f"there is no {what} `{name}`; there are {listed(known)}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence; of very many only the first."""
    found = [f"`{one}`" for one in islice(names, _LISTED + 1)]
    return ", ".join([*found[:_LISTED], "..."] if len(found) > _LISTED else found) or "none"
