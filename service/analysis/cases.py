"""The cases of a rule as text: names that do not exist, cases that expect nothing, parts that no case covers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct

from service.analysis.declarations import unknown
from service.analysis.doubt import Doubt
from service.errors import Diagnostic, InputsRejectedError
from service.language.reading import Reader
from service.model.advice import AdviceDocument
from service.model.document import Case, Expectation
from service.model.formula import FormulaDocument
from service.model.inputs import AnyInput
from service.model.loading import Loaded
from service.model.rule import AskedDocument
from service.model.selection import SelectionDocument
from service.model.text import Path
from service.model.tree import TreeDocument

_FIELDS = {
    TreeDocument: ("outcome", "actions", "ask", "problem"),
    FormulaDocument: ("values", "caveats", "problem"),
    AdviceDocument: ("advice", "not_judged", "problem"),
    SelectionDocument: ("candidates", "rejected", "relax", "caveats", "problem"),
}
_EXPECTED = tuple(dict.fromkeys(name for names in _FIELDS.values() for name in names))


class Surroundings(Struct, frozen=True):
    """What a case may speak of: a tree and those that it goes on with, their inputs, and what of them is in doubt.

    `rows` are the keys of the rows that a selection selects from.
    """

    family: Sequence[TreeDocument]
    inputs: Mapping[str, AnyInput]
    doubt: Doubt
    rows: frozenset[str] = frozenset()


def cases(loaded: Loaded, document: AskedDocument, around: Surroundings) -> Iterator[Diagnostic]:
    """Every finding about the cases that needs no run; a case that has findings already is left alone."""
    if not document.cases and loaded.declares("cases") and not any(path[:1] == ("cases",) for path in loaded.pruned):
        yield loaded.at(("cases",), "no-cases", "there are no cases: a rule is published with its own tests")
        return
    yield from _called_alike(loaded, document)
    found: list[Diagnostic] = []
    for index, case in enumerate(document.cases):
        path = loaded.written(("cases", index))
        if path[1] not in around.doubt.cases:
            faults = [*_expected(loaded, ("cases", index, "expect"), document, case.expect, around)]
            faults += _checks(loaded, ("cases", index, "expect", "rejected"), document, case.expect)
            found += faults or _given(loaded, ("cases", index, "given"), case, around)
    yield from found
    if document.cases and not found and not around.doubt.cases:
        yield from _uncovered(loaded, document, around.doubt)


def _called_alike(loaded: Loaded, document: AskedDocument) -> Iterator[Diagnostic]:
    """Results are told by the names of the cases."""
    first: dict[str, int] = {}
    for index, case in enumerate(document.cases):
        if first.setdefault(case.name, index) != index:
            message = f"another case is called `{case.name}` already"
            yield loaded.at(("cases", index, "name"), "duplicate-name", message)


def _known(document: AskedDocument, around: Surroundings) -> dict[str, tuple[str, Mapping[str, object]]]:
    """What the names in each field of an expectation name, and which there are; nothing where that is not certain."""
    outcomes = {name: one for member in around.family for name, one in member.outcomes.items()}
    actions = {name: one for member in around.family for name, one in member.actions.items()}
    tree: dict[str, tuple[str, Mapping[str, object]]] = {
        "outcome": ("outcome", outcomes),
        "actions": ("action", actions),
        "ask": ("input", around.inputs),
    }
    match document:
        case TreeDocument():
            return {} if around.doubt.partial else tree
        case FormulaDocument(outputs=outputs, caveats=caveats):
            return {} if around.doubt.whole else {"values": ("output", outputs), "caveats": ("caveat", caveats)}
        case AdviceDocument(rules=rules):
            ids = ("rule of advice", {rule.id: rule for rule in rules})
            return {} if around.doubt.whole else {"advice": ids, "not_judged": ids}
        case SelectionDocument():
            return {} if around.doubt.whole else _of_selection(document, around)
        case unreachable:
            assert_never(unreachable)


def _of_selection(document: SelectionDocument, around: Surroundings) -> dict[str, tuple[str, Mapping[str, object]]]:
    rows = ("row", dict.fromkeys(around.rows))
    inputs = ("input", document.inputs)
    return {"candidates": rows, "rejected": rows, "relax": inputs, "caveats": ("caveat", document.caveats)}


def _expected(
    loaded: Loaded, path: Path, document: AskedDocument, expect: Expectation, around: Surroundings
) -> Iterator[Diagnostic]:
    fields = _FIELDS[type(document)]
    listed = ", ".join(f"`{one}`" for one in fields)
    known = _known(document, around)
    given = [name for name in _EXPECTED if getattr(expect, name) is not None]
    if not given:
        yield loaded.at(path, "bad-case", f"the case expects nothing; it can expect {listed}")
    for name in given:
        if name not in fields:
            message = f"`{name}` is not something to expect here; it can expect {listed}"
            yield loaded.at((*path, name), "bad-case", message)
        elif name in known:
            value = getattr(expect, name)
            what, names = known[name]
            for one in [value] if isinstance(value, str) else value:
                if one not in names and one not in around.doubt.names | around.doubt.inputs:
                    yield loaded.at((*path, name), "bad-case", unknown(one, names, what))


def _checks(loaded: Loaded, path: Path, document: AskedDocument, expect: Expectation) -> Iterator[Diagnostic]:
    """The checks for which rows are rejected must exist."""
    checks = {check.id: check for check in document.keep} if isinstance(document, SelectionDocument) else {}
    for key, ids in (expect.rejected or {}).items() if checks else ():
        for at, name in enumerate(ids):
            if name not in checks and not any(pruned[:1] == ("keep",) for pruned in loaded.pruned):
                yield loaded.at((*path, key, at), "bad-case", unknown(name, checks, "check"))


def _given(loaded: Loaded, path: Path, case: Case, around: Surroundings) -> Iterator[Diagnostic]:
    if around.doubt.partial or case.expect.problem == "inputs-rejected":
        return
    if around.doubt.inputs:
        for name in case.given:
            if name not in around.inputs and name not in around.doubt.inputs:
                yield loaded.at((*path, name), "bad-case", unknown(name, around.inputs, "input"))
        return
    try:
        Reader(around.inputs).read(case.given)
    except InputsRejectedError as error:
        for issue in error.issues:
            name = issue.path.removeprefix("$.inputs.").partition("[")[0]
            yield loaded.at((*path, name), "bad-case", f"{issue.message} (or expect `problem: inputs-rejected`)")


def _uncovered(loaded: Loaded, document: AskedDocument, doubt: Doubt) -> Iterator[Diagnostic]:
    if isinstance(document, TreeDocument):
        outcomes = {case.expect.outcome for case in document.cases}
        for name in document.outcomes:
            if name not in outcomes and name not in doubt.names:
                yield loaded.at(("outcomes", name), "not-covered", f"no case expects the outcome `{name}`")
    if isinstance(document, FormulaDocument) and not doubt.whole:
        met = {name for case in document.cases for name in case.expect.caveats or ()}
        for name in document.caveats:
            if name not in met:
                yield loaded.at(("caveats", name), "not-covered", f"no case expects the caveat `{name}`")
    if isinstance(document, AdviceDocument) and not doubt.whole:
        advised = {name for case in document.cases for name in case.expect.advice or ()}
        for index, rule in enumerate(document.rules):
            if rule.id not in advised:
                yield loaded.at(("rules", index), "not-covered", f"no case expects the advice `{rule.id}`")
    if isinstance(document, SelectionDocument) and not doubt.whole:
        yield from _unmet(loaded, document)


def _unmet(loaded: Loaded, document: SelectionDocument) -> Iterator[Diagnostic]:
    """Checks for which no case expects a rejection, and caveats with a condition that no case expects."""
    met = {name for case in document.cases for ids in (case.expect.rejected or {}).values() for name in ids}
    for index, check in enumerate(document.keep):
        if check.id not in met:
            yield loaded.at(("keep", index), "not-covered", f"no case expects that `{check.id}` rejects a row")
    told = {name for case in document.cases for name in case.expect.caveats or ()}
    for name, caveat in document.caveats.items():
        if caveat.when is not None and name not in told:
            yield loaded.at(("caveats", name), "not-covered", f"no case expects the caveat `{name}`")
