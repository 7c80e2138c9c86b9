"""What a formula answers, and that it never answers a wrong number."""

from typing import Any, Final

import pytest

from service.engine.engine import Engine
from service.errors import DecisionError, EvaluationFailedError, ResultRejectedError
from tests.engine.building import build, shipped

ENGINE: Final = Engine()
ONE: Final = {"since_checkpoint": 900, "resume": 70, "reschedule": 150}


def formula(**outputs: dict[str, Any]) -> dict[str, Any]:
    """Outputs over the number `x`, the integer `n` and the list `runs` of costs."""
    return {
        "kind": "formula",
        "name": "formula",
        "version": "1.0.0",
        "title": "A formula",
        "inputs": {
            "x": {"type": "number", "ask": "How much?"},
            "n": {"type": "integer"},
            "runs": {"type": "list", "of": {"cost": {"type": "number", "default": 1}}},
        },
        "derived": {"part": "10 / n"},
        "outputs": {name: {"unit": "1", **output} for name, output in outputs.items()},
        "cases": [],
    }


@pytest.mark.parametrize(
    ("outputs", "given", "kind", "issue"),
    [
        pytest.param(
            {"y": {"value": "x", "range": [0, 1], "title": "Share"}},
            {"x": 1.5},
            ResultRejectedError,
            (
                "result-out-of-range",
                "$.values.y",
                "share (`y`) would be 1.5, outside 0 to 1: the inputs do not fit together",
            ),
            id="a result outside its range",
        ),
        pytest.param(
            {"y": {"value": "1.0 / x"}},
            {"x": 0},
            ResultRejectedError,
            ("result-not-finite", "$.values.y", "`y` is not a finite number"),
            id="a division of numbers by zero",
        ),
        pytest.param(
            {"y": {"value": "x / x", "range": [0, 1]}},
            {"x": 0},
            ResultRejectedError,
            ("result-not-finite", "$.values.y", "`y` is not a finite number"),
            id="zero by zero",
        ),
        pytest.param(
            {"y": {"value": "x * x"}},
            {"x": 1e200},
            ResultRejectedError,
            ("result-not-finite", "$.values.y", "`y` is not a finite number"),
            id="a number that grows too large",
        ),
        pytest.param(
            {"y": {"value": "n + 1"}},
            {"n": 2**63 - 1},
            EvaluationFailedError,
            ("evaluation-failed", "$.inputs.n", "`n + 1` has no value"),
            id="an integer that grows too large",
        ),
        pytest.param(
            {"y": {"value": "part * 2"}},
            {"n": 0},
            EvaluationFailedError,
            ("evaluation-failed", "$.inputs.n", "`part * 2` has no value: divide by zero"),
            id="a derived value that fails names the input behind it",
        ),
        pytest.param(
            {"y": {"value": "sqrt(x)"}},
            {"x": -1},
            EvaluationFailedError,
            ("evaluation-failed", "$.inputs.x", "`sqrt(x)` has no value"),
            id="the root of a negative number",
        ),
        pytest.param(
            {"y": {"value": "mean(runs.cost)"}},
            {"runs": []},
            EvaluationFailedError,
            ("evaluation-failed", "$.inputs.runs", "`mean(runs.cost)` has no value"),
            id="the mean of nothing",
        ),
        pytest.param(
            {"y": {"value": "1 / n"}, "z": {"value": "y + 1"}},
            {"n": 0},
            EvaluationFailedError,
            ("evaluation-failed", "$.inputs.n", "`1 / n` has no value: divide by zero"),
            id="the first output that fails speaks",
        ),
    ],
)
def test_a_result_is_never_a_wrong_number(
    outputs: dict[str, Any], given: dict[str, Any], kind: type[DecisionError], issue: tuple[str, str, str]
) -> None:
    with pytest.raises(kind) as refused:
        build([formula(**outputs)]).decide(given, ENGINE)
    (found,) = refused.value.issues
    assert (found.code, found.path) == issue[:2]
    assert found.message.startswith(issue[2])


@pytest.mark.parametrize(
    ("outputs", "given", "values"),
    [
        pytest.param(
            {"y": {"value": "x"}, "z": {"value": "y + x"}}, {"x": 2}, {"y": 2.0, "z": 4.0}, id="later uses earlier"
        ),
        pytest.param({"y": {"value": "n * 2"}}, {"n": 2}, {"y": 4}, id="whole numbers stay whole"),
        pytest.param({"y": {"value": "x", "range": [0, 1]}}, {"x": 1}, {"y": 1.0}, id="both ends of a range are in it"),
        pytest.param(
            {"y": {"value": "sum(runs.cost)"}}, {"runs": [{}, {"cost": 2}]}, {"y": 3.0}, id="a field has a default"
        ),
        pytest.param({"y": {"value": "sum(runs.cost)"}}, {"runs": []}, {"y": 0.0}, id="the sum of nothing is zero"),
        pytest.param(
            {"y": {"value": "n > 0 ? 1.0 : x"}}, {"n": 1}, {"y": 1.0}, id="what is not read need not be given"
        ),
    ],
)
def test_a_formula_answers(outputs: dict[str, Any], given: dict[str, Any], values: dict[str, float]) -> None:
    decision = build([formula(**outputs)]).decide(given, ENGINE)
    assert decision.values == values
    assert [type(one) for one in decision.values.values()] == [type(one) for one in values.values()]
    assert decision.units == dict.fromkeys(outputs, "1")


def test_an_answer_has_the_units_and_the_inputs_as_understood() -> None:
    decision = ENGINE.decide(shipped()["runtime-goodput"], {"evaluation_period": "4 h", "interruptions": [ONE]}, "it")
    assert decision.inputs["evaluation_period"] == 14400.0
    assert decision.units["badput"] == "s"
    assert decision.units["runtime_goodput"] == "1"
