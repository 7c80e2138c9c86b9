"""What every shipped rule owes its readers, and what each has to offer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.model.advice import AdviceDocument
from service.model.catalog import CatalogDocument
from service.model.formula import FormulaDocument
from service.model.inputs import ChoiceInput, ListInput
from service.model.rule import RuleDocument
from service.model.selection import SelectionDocument
from service.model.tree import TreeDocument
from service.usecases.revision import Version
from tests.rules.shipped import NAMES, report, revision
from tests.tables import rows, table

CONTENTS = Path(__file__).parent / "contents.yaml"


def versions() -> Iterator[Version]:
    """Every version of every rule, not only the live ones."""
    for rule in revision().rules.values():
        yield from (revision().version(rule.name, number) for number in rule.versions)


EVERY = [pytest.param(one, id=str(one.id)) for one in versions()]
FORMULAS = [name for name in NAMES if isinstance(revision().version(name).document, FormulaDocument)]
TREES = [pytest.param(one.document, id=str(one.id)) for one in versions() if isinstance(one.document, TreeDocument)]


def test_check_has_nothing_to_say() -> None:
    assert report().diagnostics == []


def test_these_rules_are_live() -> None:
    assert {name for name, rule in revision().rules.items() if rule.live} == set(NAMES)
    assert {row["name"] for row in rows(CONTENTS)} == {str(one.id) for one in versions()}


@pytest.mark.parametrize("version", EVERY)
def test_every_input_has_a_question_and_says_how_to_find_the_answer(version: Version) -> None:
    if isinstance(version.document, CatalogDocument):
        return
    for name, one in version.document.inputs.items():
        assert one.ask, name
        assert one.ask.endswith("?"), name
        assert one.help, name
        for column, kind in one.of.items() if isinstance(one, ListInput) else ():
            assert kind.help, f"{name}.{column}"


@pytest.mark.parametrize("version", EVERY)
def test_every_rule_has_a_summary_and_sources(version: Version) -> None:
    assert version.document.summary
    assert version.document.sources


@pytest.mark.parametrize("name", FORMULAS)
def test_every_live_formula_says_what_it_leaves_out(name: str) -> None:
    formula = revision().version(name).document
    assert "leaves out" in (formula.summary or "").lower()


@pytest.mark.parametrize("tree", TREES)
def test_every_way_has_its_reason(tree: TreeDocument) -> None:
    for name, node in tree.nodes.items():
        for way in (*node.branches, node.otherwise):
            assert way is not None, f"`{name}` has no `otherwise`"
            assert way.because, name


@pytest.mark.parametrize("tree", TREES)
def test_every_outcome_has_caveats_and_a_source(tree: TreeDocument) -> None:
    for name, outcome in tree.outcomes.items():
        assert outcome.caveats, name
        assert outcome.sources, name
        assert outcome.summary, name


@pytest.mark.parametrize("tree", TREES)
def test_every_action_says_what_to_do(tree: TreeDocument) -> None:
    assert all(action.steps for action in tree.actions.values())


@pytest.mark.parametrize("tree", TREES)
def test_what_is_seen_also_exists(tree: TreeDocument) -> None:
    seen = [one.see for one in tree.outcomes.values()] + [one.see for one in tree.actions.values()]
    named = {see for some in seen for see in some if see.islower() and " " not in see}
    assert named <= revision().rules.keys()


@pytest.mark.parametrize("row", table(CONTENTS))
def test_a_rule_offers(row: dict[str, Any]) -> None:
    version = revision().version(*row["name"].split())
    inputs = version.program.common.inputs
    assert list(inputs) == row["inputs"]
    choices = {name: list(one.values) for name, one in inputs.items() if isinstance(one, ChoiceInput)}
    assert choices == row.get("choices", {})
    columns = {name: list(one.of) for name, one in inputs.items() if isinstance(one, ListInput)}
    assert columns == row.get("columns", {})
    assert results(version.document) == row["expect"]


def results(document: RuleDocument) -> dict[str, Any]:
    match document:
        case TreeDocument():
            return {"outcomes": list(document.outcomes), "actions": list(document.actions)}
        case FormulaDocument():
            caveats = {"caveats": list(document.caveats)} if document.caveats else {}
            return {"outputs": list(document.outputs), **caveats}
        case AdviceDocument():
            return {"advice": {rule.id: [rule.advise.improves, rule.advise.layer] for rule in document.rules}}
        case CatalogDocument():
            return {"columns": list(document.columns)}
        case SelectionDocument():
            return {"checks": [check.id for check in document.keep], "fields": list(document.candidate.fields)}
