"""The cases of a rule as text: names that do not exist, cases that expect nothing, parts that no case covers."""

from collections.abc import Iterator, Mapping, Sequence

from service.analysis.declarations import unknown
from service.errors import Diagnostic, InputsRejectedError
from service.language.reading import Reader
from service.model.advice import AdviceDocument
from service.model.document import Case, Expectation
from service.model.formula import FormulaDocument
from service.model.inputs import Input
from service.model.loading import Loaded
from service.model.rule import RuleDocument
from service.model.text import Path
from service.model.tree import TreeDocument

_FIELDS = {
    TreeDocument: ("outcome", "actions", "ask", "problem"),
    FormulaDocument: ("values", "problem"),
    AdviceDocument: ("advice", "not_judged", "problem"),
}
_EXPECTED = tuple(dict.fromkeys(name for names in _FIELDS.values() for name in names))


def cases(
    loaded: Loaded, document: RuleDocument, family: Sequence[TreeDocument], inputs: Mapping[str, Input]
) -> Iterator[Diagnostic]:
    """Every finding about the cases that needs no run.

    `family` holds a tree and the trees that it goes on with, `inputs` the inputs of all of them.
    """
    if not document.cases and not any(path[0] == "cases" for path in loaded.pruned if path):
        yield loaded.at(("cases",), "no-cases", "there are no cases: a rule is published with its own tests")
        return
    known = _known(document, family, inputs)
    doubtful = any(path[0] == "inputs" for path in loaded.pruned if path)
    for index, case in enumerate(document.cases):
        path: Path = ("cases", index)
        yield from _expected(loaded, (*path, "expect"), document, case.expect, known)
        if not doubtful and case.expect.problem != "inputs-rejected":
            yield from _given(loaded, (*path, "given"), case, inputs)
    if not loaded.pruned:
        yield from _uncovered(loaded, document)


def _known(
    document: RuleDocument, family: Sequence[TreeDocument], inputs: Mapping[str, Input]
) -> dict[str, tuple[str, Mapping[str, object]]]:
    """What the names in each field of an expectation name, and which there are."""
    rules = {rule.id: rule for rule in document.rules} if isinstance(document, AdviceDocument) else {}
    return {
        "outcome": ("outcome", {name: one for member in family for name, one in member.outcomes.items()}),
        "actions": ("action", {name: one for member in family for name, one in member.actions.items()}),
        "ask": ("input", inputs),
        "values": ("output", document.outputs if isinstance(document, FormulaDocument) else {}),
        "advice": ("rule of advice", rules),
        "not_judged": ("rule of advice", rules),
    }


def _expected(
    loaded: Loaded,
    path: Path,
    document: RuleDocument,
    expect: Expectation,
    known: Mapping[str, tuple[str, Mapping[str, object]]],
) -> Iterator[Diagnostic]:
    fields = _FIELDS[type(document)]
    given = [name for name in _EXPECTED if getattr(expect, name) is not None]
    if not given and not any(one[: len(path)] == path for one in loaded.pruned):
        yield loaded.at(
            path, "bad-case", f"the case expects nothing; it can expect {', '.join(f'`{one}`' for one in fields)}"
        )
    for name in given:
        if name not in fields:
            message = (
                f"`{name}` is not something to expect here; it can expect {', '.join(f'`{one}`' for one in fields)}"
            )
            yield loaded.at((*path, name), "bad-case", message)
        elif name in known:
            value = getattr(expect, name)
            what, names = known[name]
            for one in [value] if isinstance(value, str) else value:
                if one not in names and not loaded.declares(f"{name.rstrip('s')}s", one):
                    yield loaded.at((*path, name), "bad-case", unknown(one, names, what))


def _given(loaded: Loaded, path: Path, case: Case, inputs: Mapping[str, Input]) -> Iterator[Diagnostic]:
    try:
        Reader(inputs).read(case.given)
    except InputsRejectedError as error:
        for issue in error.issues:
            name = issue.path.removeprefix("$.inputs.").partition("[")[0]
            yield loaded.at((*path, name), "bad-case", f"{issue.message} (or expect `problem: inputs-rejected`)")


def _uncovered(loaded: Loaded, document: RuleDocument) -> Iterator[Diagnostic]:
    if isinstance(document, TreeDocument):
        outcomes = {case.expect.outcome for case in document.cases}
        for name in document.outcomes:
            if name not in outcomes:
                yield loaded.at(("outcomes", name), "not-covered", f"no case expects the outcome `{name}`")
    if isinstance(document, AdviceDocument):
        advised = {name for case in document.cases for name in case.expect.advice or ()}
        for index, rule in enumerate(document.rules):
            if rule.id not in advised:
                yield loaded.at(("rules", index), "not-covered", f"no case expects the advice `{rule.id}`")
