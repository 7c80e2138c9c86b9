"""Formulas that a selection may ask instead of a caller: what is wrong with them, and that they are followed."""

from typing import Final

import pytest

from service.model.selection import SelectionDocument
from tests.selection.world import WEIGHT, Selection, check, files, sample

BEFORE: Final = "\nfrom:"


def estimating(lines: str) -> str:
    """The sample with estimates."""
    text = sample("choose-machine")
    assert text.count(BEFORE) == 1
    return text.replace(BEFORE, f"\nestimates:\n  {lines}\n{BEFORE}")


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        pytest.param("max_price: {rule: weigth}", "unknown-rule", "`weigth`", id="no such rule"),
        pytest.param(
            "max_price: {rule: weight, version: 2.0.0}", "unknown-version", "no version `2.0.0`", id="version"
        ),
        pytest.param("max_price: {rule: machines}", "wrong-kind", "`machines` is not a formula", id="a catalog"),
        pytest.param("max_price: {rule: weight, output: cuont}", "unknown-name", "`cuont`", id="no such output"),
        pytest.param("max_prise: {rule: weight, output: max_price}", "unknown-name", "`max_prise`", id="no such input"),
        pytest.param("max_price: {rule: weight, output: count}", "unit-mismatch", "in `1`", id="another unit"),
        pytest.param(
            "sold: {rule: weight, output: count}", "wrong-type", "`sold` is of the type `choice`", id="no number"
        ),
    ],
)
def test_an_estimate_that_cannot_be(lines: str, code: str, words: str) -> None:
    report = check(choose_machine=estimating(lines), weight=WEIGHT)
    [found] = [one for one in report.diagnostics if one.severity == "error"]
    assert found.code == code
    assert words in found.message


def test_the_formula_comes_with_the_selection_and_is_followed() -> None:
    among = files(choose_machine=estimating("max_price: {rule: weight}"), weight=WEIGHT)
    selection = Selection(among)
    assert isinstance(selection.program.document, SelectionDocument)
    assert selection.program.estimates["max_price"].common.id.name == "weight"
    report = check(choose_machine=estimating("max_price: {rule: weight}"), weight=WEIGHT)
    assert [one for one in report.diagnostics if one.severity == "error"] == []


def test_a_formula_called_like_an_input_cannot_be_told_from_it() -> None:
    region = WEIGHT.replace("name: weight", "name: region")
    report = check(choose_machine=estimating("max_price: {rule: region}"), region=region)
    [found] = [one for one in report.diagnostics if one.severity == "error"]
    assert (found.code, "`region` is an input already" in found.message) == ("duplicate-name", True)
