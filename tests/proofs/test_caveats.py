"""What proofs say about the caveats of a formula is what trying every question shows."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.analysis.reference import answer
from tests.proofs.proving import Document, plenty, ready
from tests.proofs.small import DERIVED, INPUTS, conditions, everything

NUMBERS = ["double(vms) / 4.0", "vms + gpus", "6 / vms", "per_vm", "hot ? 2.0 : 0.5"]
OF_RESULTS = ["double(out0) > 1.0", "double(out0) < 0.0", "double(out0) == 0.5 && hot", "1 / int(out0) > 0"]


@st.composite
def formulas(draw: st.DrawFn) -> Document:
    """A formula of one output with a few caveats, some of which see it."""
    output: dict[str, Any] = {"unit": "1", "value": draw(st.sampled_from(NUMBERS))}
    if draw(st.booleans()):
        output["range"] = [0, draw(st.sampled_from([1, 3]))]
    when = st.one_of(conditions(), st.sampled_from(OF_RESULTS))
    caveats = {f"c{index}": {"when": draw(when), "text": "Take care"} for index in range(draw(st.integers(1, 3)))}
    body = {"derived": DERIVED, "outputs": {"out0": output}, "caveats": caveats}
    return {"kind": "formula", "name": "formula", "inputs": INPUTS, **body}


@settings(max_examples=25)
@given(formulas())
def test_a_caveat_that_never_comes_is_told_and_of_every_other_there_is_a_question(document: Document) -> None:
    rule, budget = ready([document]), plenty()
    found = rule.found(budget)
    answers = [answer(rule.meaning, inputs) for inputs in everything()]
    came = {name for one in answers for name in one.caveats}
    assert not any(one.code == "not-proved" for one in found)
    assert {one.path for one in found if one.code == "unreachable"} == {
        f"caveats.{name}" for name in document["caveats"].keys() - came
    }
    assert any(one.code == "can-fail" for one in found) == any(one.problem == "evaluation-failed" for one in answers)
    assert {name for inputs in rule.questions(budget) for name in answer(rule.meaning, inputs).caveats} == came


@pytest.mark.parametrize(
    ("when", "found"),
    [
        pytest.param("rest > 1.0", [("unreachable", "caveats.it")], id="beyond what the inputs allow"),
        pytest.param("rest < 0.25", [("unreachable", "caveats.it")], id="of inputs that are refused"),
        pytest.param("rest > 0.95", [("unreachable", "caveats.it")], id="of a result that is out of its range"),
        pytest.param("rest > 0.9", [], id="within"),
    ],
)
def test_a_caveat_about_a_result(when: str, found: list[tuple[str, str]]) -> None:
    rule = ready(
        [
            {
                "kind": "formula",
                "name": "left",
                "inputs": {"share": {"type": "number", "minimum": 0, "maximum": 1}},
                "problems": [{"when": "share > 0.5", "message": "no"}],
                "outputs": {"rest": {"unit": "1", "value": "1.0 - share", "range": [0, 0.95]}},
                "caveats": {"it": {"when": when, "text": "Take care"}},
            }
        ]
    )
    assert [(one.code, one.path) for one in rule.found()] == found
