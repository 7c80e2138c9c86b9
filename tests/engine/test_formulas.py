"""What a formula answers, and that it never answers a wrong number."""

from typing import Any, Final

import pytest

from service.engine.engine import Engine
from service.errors import DecisionError, EvaluationFailedError, InputsMissingError, ResultRejectedError
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


OPTIONAL: Final[dict[str, dict[str, Any]]] = {"y": {"value": "x"}, "z": {"value": "x * double(n)", "optional": True}}
"""Outputs of which the second needs `n` as well."""


@pytest.mark.parametrize(
    ("outputs", "given", "values"),
    [
        pytest.param(OPTIONAL, {"x": 2}, {"y": 2.0}, id="it is left out while its input is missing"),
        pytest.param(OPTIONAL, {"x": 2, "n": 3}, {"y": 2.0, "z": 6.0}, id="it is there when its input is"),
        pytest.param(
            {**OPTIONAL, "w": {"value": "z + 1.0", "optional": True}},
            {"x": 2},
            {"y": 2.0},
            id="so is what is made of it",
        ),
    ],
)
def test_an_optional_output(outputs: dict[str, Any], given: dict[str, Any], values: dict[str, float]) -> None:
    built = build([formula(**outputs)])
    decision = built.decide(given, ENGINE)
    assert decision.values == values == built.meant(given).values
    assert decision.units.keys() == values.keys()


def test_nobody_is_asked_for_what_an_optional_output_alone_needs() -> None:
    with pytest.raises(InputsMissingError) as refused:
        build([formula(**OPTIONAL)]).decide({}, ENGINE)
    assert [one.path for one in refused.value.issues] == ["$.inputs.x"]


def test_an_optional_output_is_checked_like_any_other() -> None:
    outputs: dict[str, Any] = {"y": {"value": "x"}, "z": {"value": "double(n)", "range": [0, 1], "optional": True}}
    with pytest.raises(ResultRejectedError):
        build([formula(**outputs)]).decide({"x": 1, "n": 2}, ENGINE)


CAVEATS: Final = {
    "large": {"when": "y > 1.0", "text": "{y} is more than {x} times {n}"},
    "much": {"when": "x > 5.0", "text": "much"},
    "waits": {"when": "size(runs.cost) > 1", "text": "many runs"},
}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"x": 0.5, "n": 1}, {}, id="none holds"),
        pytest.param({"x": 1.5, "n": 2}, {"large": "3 is more than 1.5 times 2"}, id="its text shows values"),
        pytest.param({"x": 9, "n": 1}, {"large": "9 is more than 9 times 1", "much": "much"}, id="in their order"),
        pytest.param({"x": 0, "n": 1, "runs": [{}, {}]}, {"waits": "many runs"}, id="of an input that no result needs"),
    ],
)
def test_a_caveat_comes_with_the_answer_where_its_condition_holds(
    given: dict[str, Any], expected: dict[str, str]
) -> None:
    document = {**formula(y={"value": "x * double(n)"}), "caveats": CAVEATS}
    decision = build([document]).decide(given, ENGINE)
    assert {one.id: one.text for one in decision.caveats} == expected


def test_a_caveat_without_a_value_is_refused() -> None:
    document = {**formula(y={"value": "n"}), "caveats": {"few": {"when": "10 / y > 1", "text": "few"}}}
    with pytest.raises(EvaluationFailedError, match="divide by zero"):
        build([document]).decide({"n": 0}, ENGINE)


def test_an_answer_has_the_units_and_the_inputs_as_understood() -> None:
    decision = ENGINE.decide(shipped()["runtime-goodput"], {"evaluation_period": "4 h", "interruptions": [ONE]}, "it")
    assert decision.inputs["evaluation_period"] == 14400.0
    assert decision.units["badput"] == "s"
    assert decision.units["runtime_goodput"] == "1"
