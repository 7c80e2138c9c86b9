"""Solve: what is no question, and what the rule itself refuses."""

from typing import Any

import pytest

from service.errors import (
    DecisionError,
    InputsMissingError,
    InputsRejectedError,
    ProblemMetError,
    RequestRejectedError,
    RequirementNotMetError,
)
from service.usecases.solve import solve
from tests.solving.asking import COLUMN, aim, solved
from tests.solving.formulas import ONE, formula, shipped


@pytest.mark.parametrize(
    ("given", "unknown", "issue"),
    [
        pytest.param({}, "y", ("unknown-input", "$.unknown", "there are `x`, `n`, `wait`, "), id="an output"),
        pytest.param({}, "wat", ("unknown-input", "$.unknown", "the nearest is `wait`"), id="a slip of the pen"),
        pytest.param({}, "runs.took.long", ("unknown-input", "$.unknown", "nearest is `runs.took`"), id="too long"),
        pytest.param({}, "x.took", ("unknown-input", "$.unknown", "is not an input"), id="a column of a number"),
        pytest.param({}, "fast", ("not-numeric", "$.unknown", "is a boolean, and no number"), id="a truth value"),
        pytest.param({}, "kind", ("not-numeric", "$.unknown", "is a choice, and no number"), id="a choice"),
        pytest.param({}, "runs", ("not-numeric", "$.unknown", "name one of its columns, `runs.cost`"), id="a list"),
        pytest.param({"x": 5}, "x", ("unknown-given", "$.inputs.x", "is the unknown"), id="given as well"),
        pytest.param(
            {"runs": [{"cost": 1}]}, "runs.cost", ("unknown-given", "$.inputs.runs", "no record"), id="a full column"
        ),
        pytest.param({"runs": []}, "runs.cost", ("unknown-given", "$.inputs.runs", "no record"), id="no records"),
    ],
)
def test_what_is_no_unknown(given: dict[str, Any], unknown: str, issue: tuple[str, str, str]) -> None:
    with pytest.raises(RequestRejectedError) as refused:
        solved(given, unknown, 1)
    [found] = refused.value.issues
    assert (found.code, found.path) == issue[:2]
    assert issue[2] in found.message


def test_only_a_formula_has_outputs_and_only_its_own() -> None:
    with pytest.raises(RequestRejectedError, match="`training-gpu` is of the kind `tree`") as refused:
        solve(shipped("training-gpu"), {}, aim("vms", "y", 1))
    assert refused.value.issues[0].code == "no-outputs"
    with pytest.raises(RequestRejectedError, match=r"`goodput` is not an output .* the nearest is `runtime_goodput`"):
        solve(shipped("runtime-goodput"), ONE, aim(COLUMN, "goodput", 1))


@pytest.mark.parametrize(
    ("given", "unknown", "error", "words"),
    [
        pytest.param({}, "n", InputsMissingError, "`x` is missing", id="another input is missing"),
        pytest.param({"x": -1}, "n", InputsRejectedError, "below the minimum", id="another is out of range"),
        pytest.param({"y": 1}, "x", InputsRejectedError, "is not an input", id="another is unknown"),
        pytest.param({"runs": [5]}, "runs.cost", InputsRejectedError, "must be a record", id="a record that is none"),
        pytest.param({"runs": 5}, "runs.cost", InputsRejectedError, "must be a list", id="a list that is none"),
    ],
)
def test_what_is_wrong_with_the_other_inputs_is_told_as_ever(
    given: dict[str, Any], unknown: str, error: type[DecisionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        solved(given, unknown, 1)


def test_a_list_that_is_missing_is_asked_for() -> None:
    outputs = {"y": {"unit": "1", "value": "sum(runs.cost)"}}
    with pytest.raises(InputsMissingError, match="`runs` is missing"):
        solved({}, "runs.cost", 1, outputs=outputs)


def test_what_the_rule_refuses_whatever_the_unknown_is_refused_in_its_words() -> None:
    problems = [{"when": "n > 1", "message": "{n} is too many"}]
    with pytest.raises(ProblemMetError, match="2 is too many"):
        solved({}, "x", 1, problems=problems)
    requires = [{"check": "n == 1", "message": "one is enough"}]
    with pytest.raises(RequirementNotMetError, match="one is enough"):
        solved({}, "x", 1, requires=requires)


def test_an_optional_output_asks_for_what_it_needs() -> None:
    outputs = {
        "y": {"unit": "m", "value": "x * double(n)"},
        "z": {"unit": "1", "value": "sum(runs.cost)", "optional": True},
    }
    with pytest.raises(InputsMissingError, match="`runs` is missing"):
        solve(formula(outputs=outputs), {}, aim("x", "z", 1))
