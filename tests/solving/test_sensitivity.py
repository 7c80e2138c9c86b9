"""Sensitivity: against derivatives by hand, in their order, and where there is nothing to tell."""

from typing import Any

import pytest

from service.errors import InputsMissingError, InputsRejectedError, RequestRejectedError
from service.model.sensitivity import Effect, Influence, Sensitivity
from service.usecases.sensitivity import weigh
from tests.solving.formulas import MONTH, formula, shipped

PERIOD, RESUME, RESCHEDULE, LOST = 14_400.0, 70.0, 150.0, 900.0
JOB = {
    "evaluation_period": PERIOD,
    "interruptions": [
        {"since_checkpoint": LOST / 3, "resume": RESUME, "reschedule": RESCHEDULE / 2},
        {"since_checkpoint": LOST * 2 / 3, "resume": 0, "reschedule": RESCHEDULE / 2},
    ],
}


def of(found: Sensitivity, name: str) -> tuple[Influence, Effect]:
    """One input, and what it does to the only output that was asked about."""
    influence = next(one for one in found.influences if one.input == name)
    [effect] = influence.effects
    return influence, effect


def weighed(given: dict[str, Any], asked: str | None = None, **changes: Any) -> Sensitivity:
    """Of the small formula."""
    return weigh(formula(**changes), given, asked)


def test_a_goodput_and_its_derivatives_by_hand() -> None:
    """With A = t_w - t_re and C = t_c: the goodput is 1 - C / A."""
    found = weigh(shipped("runtime-goodput"), JOB, "runtime_goodput")
    available, costs = PERIOD - RESCHEDULE, LOST + RESUME
    goodput = 1 - costs / available
    assert found.values == {"runtime_goodput": pytest.approx(goodput)}
    assert (found.units, found.complete) == ({"runtime_goodput": "1"}, True)
    by_hand = {
        "evaluation_period": (PERIOD, costs / available**2),
        "interruptions.since_checkpoint": (LOST, -1 / available),
        "interruptions.resume": (RESUME, -1 / available),
        "interruptions.reschedule": (RESCHEDULE, -costs / available**2),
    }
    for name, (value, derivative) in by_hand.items():
        influence, effect = of(found, name)
        assert influence.value == pytest.approx(value)
        assert (influence.unit, effect.unit, effect.why) == ("s", "1/s", None)
        assert effect.derivative == pytest.approx(derivative, rel=1e-7)
        assert effect.elasticity == pytest.approx(derivative * value / goodput, rel=1e-7)
    _, lost = of(found, "interruptions.since_checkpoint")
    assert (lost.halved, lost.doubled) == pytest.approx((LOST / 2 / available, -LOST / available))


def test_the_greatest_effect_comes_first() -> None:
    found = weigh(shipped("runtime-goodput"), JOB, "runtime_goodput")
    assert [one.input for one in found.influences][1:4] == [
        "interruptions.since_checkpoint",
        "interruptions.resume",
        "interruptions.reschedule",
    ]
    effects = [one.effect for one in found.influences]
    assert effects == sorted(effects, key=lambda one: -(one or 0.0))
    first = found.influences[0].effects[0]
    assert first.halved is not None
    assert effects[0] == abs(first.halved) / found.values["runtime_goodput"]


def test_halving_what_an_interruption_costs_on_a_month_of_a_large_job() -> None:
    found = weigh(shipped("runtime-goodput-estimate"), {**MONTH, "interruption_count": 100}, "runtime_goodput")
    _, effect = of(found, "since_checkpoint")
    assert effect.halved == pytest.approx(0.970379 - 0.952607, abs=1e-6)


def test_a_product_is_elastic_by_its_exponents() -> None:
    outputs = {"y": {"unit": "1", "value": "pow(x, 3.0) / (wait * wait)"}}
    found = weighed({"x": 5}, outputs=outputs)
    assert of(found, "x")[1].elasticity == pytest.approx(3, rel=1e-8)
    assert of(found, "wait")[1].elasticity == pytest.approx(-2, rel=1e-8)


def test_every_number_that_is_given_or_stands_in_is_told_about() -> None:
    rows = [{"took": "1 min", "tries": 4}]
    found = weighed({"x": 5, "runs": rows})
    named = {one.input: one.value for one in found.influences}
    assert named == {"x": 5, "n": 2, "wait": 60, "runs.cost": 7, "runs.took": 60, "runs.tries": 4}
    assert {one.input for one in weighed({"x": 5}).influences} == {"x", "n", "wait"}


def test_without_an_output_all_of_them_count() -> None:
    outputs = {"y": {"unit": "m", "value": "x * double(n)"}, "z": {"unit": "m/s", "value": "x / wait"}}
    found = weighed({"x": 6}, outputs=outputs)
    assert (found.values, found.units) == ({"y": 12, "z": 0.1}, {"y": "m", "z": "m/s"})
    by_input = {one.input: one for one in found.influences}
    assert {name: one.effect for name, one in by_input.items()} == {"x": 1.0, "n": 0.5, "wait": 0.5}
    assert [(one.output, one.unit) for one in by_input["wait"].effects] == [("y", "m/s"), ("z", "m/s/s")]
    assert [one.unit for one in by_input["x"].effects] == ["1", "m/s/m"]


def test_whole_numbers_take_whole_steps() -> None:
    outputs = {"y": {"unit": "1", "value": "double(n * n)"}}
    influence, effect = of(weighed({"n": 5}, outputs=outputs), "n")
    assert (influence.halved.value, influence.doubled.value) == (2, 10)
    assert (effect.halved, effect.doubled, effect.derivative) == (4 - 25, 100 - 25, 10)
    assert of(weighed({"n": -5}, outputs=outputs), "n")[0].halved.value == -2


def test_what_the_rule_refuses_is_told_in_place_of_a_number() -> None:
    problems = [{"when": "x < 300.0", "message": "{x} m is too short"}]
    influence, effect = of(weighed({"x": 510}, problems=problems), "x")
    assert (influence.halved.code, influence.halved.message) == ("problem-met", "255 m is too short")
    assert (influence.doubled.code, influence.doubled.message) == (
        "out-of-range",
        "`x` is 1020 m, above the maximum of 1000 m",
    )
    assert (effect.halved, effect.doubled, influence.effect) == (None, None, None)
    assert (effect.derivative, effect.elasticity) == pytest.approx((2, 1))


def test_what_can_not_be_turned_comes_last() -> None:
    outputs = {"y": {"unit": "1", "value": "x * double(n) + wait"}}
    problems = [{"when": "x < 300.0", "message": "{x} m is too short"}]
    found = weighed({"x": 510}, problems=problems, outputs=outputs)
    assert [(one.input, one.effect is None) for one in found.influences] == [("n", False), ("wait", False), ("x", True)]


def test_at_the_end_of_a_range_the_side_that_is_there_counts() -> None:
    assert of(weighed({"x": 0}), "x")[1].derivative == pytest.approx(2)
    influence, effect = of(weighed({"x": 1000}), "x")
    assert effect.derivative == pytest.approx(2)
    assert effect.doubled is None
    assert influence.doubled.code == "out-of-range"


def test_where_something_is_zero_there_is_no_elasticity() -> None:
    influence, effect = of(weighed({"x": 0}), "x")
    assert (influence.value, effect.elasticity, effect.halved, effect.doubled) == (0, None, 0, 0)
    assert of(weighed({"x": 0}), "n")[1].elasticity is None


def test_a_corner_has_no_derivative() -> None:
    outputs = {"y": {"unit": "1", "value": "math.greatest(x, 100.0)"}}
    _, effect = of(weighed({"x": 100}, outputs=outputs), "x")
    assert (effect.derivative, effect.elasticity) == (None, None)
    assert effect.why == "there is a corner here: 0 below, 1 above"
    assert (effect.halved, effect.doubled) == (0, 100)


def test_columns_are_changed_as_a_whole() -> None:
    outputs = {"y": {"unit": "1", "value": "sum(runs.cost) * sum(runs.cost) + max(runs.cost)"}}
    rows = [{"cost": cost, "took": 1, "tries": 3} for cost in (1, 3)]
    influence, effect = of(weighed({"runs": rows}, outputs=outputs), "runs.cost")
    assert (influence.value, influence.halved.value, influence.doubled.value) == (4, 2, 8)
    assert (effect.halved, effect.doubled) == (4 + 1.5 - 19, 64 + 6 - 19)
    assert effect.elasticity == pytest.approx((2 * 16 + 3) / 19, rel=1e-8)
    assert effect.derivative == pytest.approx((2 * 16 + 3) / 4, rel=1e-8)
    influence, effect = of(weighed({"runs": rows}, outputs=outputs), "runs.tries")
    assert (influence.value, influence.halved.value, influence.doubled.value) == (6, 2, 12)
    assert effect.why == "whole numbers in records are only halved and doubled"


def test_a_column_stays_in_its_range_and_may_be_empty() -> None:
    runs = {"type": "list", "of": {"share": {"type": "number", "minimum": 0.2, "maximum": 1, "unit": "1"}}}
    changes: Any = {
        "inputs": {"runs": runs, "x": {"type": "number", "default": 1}},
        "outputs": {"y": {"unit": "1", "value": "x * sum(runs.share)"}},
    }
    influence, effect = of(weighed({"runs": [{"share": 0.3}, {"share": 1}]}, **changes), "runs.share")
    assert influence.halved.message == "`runs.share` is 0.15, below the minimum of 0.2"
    assert influence.doubled.message == "`runs.share` is 2, above the maximum of 1"
    assert (effect.derivative, effect.elasticity) == pytest.approx((1, 1))
    influence, effect = of(weighed({"runs": []}, **changes), "runs.share")
    assert (influence.value, effect.halved, effect.doubled, effect.derivative) == (0, 0, 0, None)
    assert effect.why == "the sum of all values is 0"


def test_what_takes_too_long_is_left_out_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.usecases.sensitivity.evaluations", lambda *_: 10)
    found = weighed({"x": 5})
    assert not found.complete
    assert "not looked for: the question is too large" in [one.effects[0].why for one in found.influences]
    assert all(one.effects[0].doubled is not None for one in found.influences)


def test_a_question_that_is_refused_as_it_is_has_no_sensitivity() -> None:
    with pytest.raises(InputsMissingError, match="`x` is missing"):
        weighed({})
    with pytest.raises(InputsRejectedError, match="below the minimum"):
        weighed({"x": -1})
    with pytest.raises(RequestRejectedError, match="`t` is not an output of this rule; there are `y`") as refused:
        weighed({"x": 5}, "t")
    assert [(one.code, one.path) for one in refused.value.issues] == [("unknown-output", "$.output")]
    with pytest.raises(RequestRejectedError, match="only a formula has outputs"):
        weigh(shipped("training-gpu"), {})


def test_an_optional_output_is_asked_about_if_it_is_there() -> None:
    price = {"scheduling_goodput": 0.8, "runtime_goodput": 0.9, "program_goodput": 0.5}
    rule = shipped("ml-productivity-goodput")
    assert "useful_hour_price" not in weigh(rule, price).values
    with pytest.raises(InputsMissingError, match="`accelerator_hour_price` is missing"):
        weigh(rule, price, "useful_hour_price")
    _, effect = of(weigh(rule, {**price, "accelerator_hour_price": 2}, "useful_hour_price"), "accelerator_hour_price")
    assert effect.elasticity == pytest.approx(1)
