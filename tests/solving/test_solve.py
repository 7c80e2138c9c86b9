"""Solve: published figures backwards, and what counts as an answer."""

import math
from typing import Any

import pytest

from service.errors import (
    RequestRejectedError,
)
from service.model.solution import Sample
from service.usecases.solve import solve
from tests.solving.asking import COLUMN, aim, solved
from tests.solving.formulas import MONTH, ONE, shipped


def test_half_an_hour_and_more_of_lost_progress_is_too_much_for_a_goodput_of_95_percent() -> None:
    found = solve(shipped("runtime-goodput"), ONE, aim(COLUMN, "runtime_goodput", 0.95))
    assert (found.status, found.value, found.unit, found.reached) == ("solved", 642.5, "s", 0.95)
    assert (found.solutions, found.stretches, found.complete) == ([642.5], [], True)
    assert found.reachable == (0.0, 14_180 / 14_250)
    assert found.searched == (0.0, 315_360_000.0)
    assert found.defined == [(0.0, 14_180.0)]
    [limit] = found.limits
    assert (limit.value, limit.code) == (math.nextafter(14_180.0, math.inf), "problem-met")


@pytest.mark.parametrize(
    ("rule", "given", "asked", "value"),
    [
        pytest.param("runtime-goodput", ONE, (COLUMN, "runtime_goodput", 0.99), 72.5, id="99 percent"),
        pytest.param(
            "runtime-goodput-estimate",
            MONTH,
            ("interruption_count", "runtime_goodput", 0.95),
            129_600 / 1230,
            id="the interruptions of a month: N = (1 - g) t_w / (t_c + (1 - g) t_re)",
        ),
        pytest.param(
            "runtime-goodput-estimate",
            {**MONTH, "since_checkpoint": None, "interruption_count": 100},
            ("since_checkpoint", "badput", "2 days"),
            1728 - 300,
            id="a target in days",
        ),
        pytest.param(
            "program-goodput",
            {"flops_per_token": 3.27773e12, "accelerators": 6144, "peak_flops": 2.75e14},
            ("tokens_per_second", "program_goodput", 0.5),
            0.5 * 6144 * 2.75e14 / 3.27773e12,
            id="tokens per second for half of the peak",
        ),
        pytest.param(
            "ml-productivity-goodput",
            {"scheduling_goodput": 0.8, "runtime_goodput": 0.9},
            ("program_goodput", "ml_productivity_goodput", 0.36),
            0.5,
            id="a factor of a product",
        ),
    ],
)
def test_published_formulas_backwards(
    rule: str, given: dict[str, Any], asked: tuple[str, str, float | str], value: float
) -> None:
    found = solve(shipped(rule), given, aim(*asked))
    assert (found.status, found.complete) == ("solved", True)
    assert found.solutions == [pytest.approx(value, rel=1e-12)]


def test_what_can_not_be_reached_says_what_can() -> None:
    found = solve(shipped("runtime-goodput"), ONE, aim(COLUMN, "runtime_goodput", 0.999))
    assert (found.status, found.value, found.solutions) == ("unreachable", None, [])
    assert found.reachable == (0.0, 14_180 / 14_250)
    assert found.nearest == [Sample(value=0.0, output=14_180 / 14_250)]


def test_whole_numbers_come_with_their_neighbors() -> None:
    given = {"tokens_per_second": 238_300, "flops_per_token": 3.27773e12, "peak_flops": 2.75e14}
    found = solve(shipped("program-goodput"), given, aim("accelerators", "program_goodput", 0.5))
    used = 238_300 * 3.27773e12 / 2.75e14
    assert found.status == "unreachable"
    assert [one.value for one in found.nearest] == [5681, 5680]
    assert [one.output for one in found.nearest] == pytest.approx([used / 5681, used / 5680])
    again = solve(shipped("program-goodput"), given, aim("accelerators", "program_goodput", found.nearest[1].output))
    assert (again.value, type(again.value)) == (5680, int)


def test_only_the_records_that_leave_the_column_out_take_the_value() -> None:
    rows = [{"since_checkpoint": 100, "resume": 0, "reschedule": 0}, *[{"resume": 0, "reschedule": 0}] * 3]
    given = {"evaluation_period": 4000, "interruptions": rows}
    found = solve(shipped("runtime-goodput"), given, aim(COLUMN, "badput", 400))
    assert found.value == 100


def test_a_column_with_a_default_takes_the_value_all_the_same() -> None:
    rows = [{"took": 1, "tries": 1}, {"cost": 5, "took": 1, "tries": 1}]
    found = solved({"runs": rows}, "runs.cost", 12, outputs={"y": {"unit": "1", "value": "sum(runs.cost)"}})
    assert found.value == 7


def test_null_is_as_good_as_left_out() -> None:
    assert solved({"x": None}, "x", 10).value == 5
    rows = [{"cost": None, "took": 1, "tries": 1}]
    found = solved({"runs": rows}, "runs.cost", 12, outputs={"y": {"unit": "1", "value": "sum(runs.cost)"}})
    assert found.value == 12


def test_a_default_is_what_is_looked_for_if_it_is_the_unknown() -> None:
    found = solved({"x": 10}, "n", 50)
    assert (found.value, found.unit, found.searched) == (5, None, (-(2**63), 2**63 - 1))


def test_a_range_that_is_not_declared_ends_at_ten_to_the_thirty() -> None:
    found = solved({"x": 10}, "wait", 120, outputs={"y": {"unit": "s", "value": "2.0 * wait"}})
    assert (found.value, found.unit, found.searched) == (60, "s", (0.0, 1e30))


def test_several_values_are_all_given() -> None:
    found = solved({}, "x", 1600, outputs={"y": {"unit": "1", "value": "(x - 100.0) * (x - 100.0)"}})
    assert (found.value, found.solutions, found.complete) == (60, [60, 140], True)


def test_a_stretch_of_values_is_told_from_end_to_end() -> None:
    found = solved({}, "x", 0, outputs={"y": {"unit": "1", "value": "math.greatest(0.0, x - 250.0)"}})
    assert (found.solutions, found.stretches) == ([0], [(0, 250)])


def test_an_output_that_does_not_depend_on_the_unknown_says_so() -> None:
    for value, status in ((4, "solved"), (5, "unreachable")):
        found = solved({"n": 2}, "x", value, outputs={"y": {"unit": "1", "value": "n * n"}})
        assert (found.status, found.constant, found.reachable) == (status, True, (4, 4))


def test_more_values_than_can_be_followed_are_said_to_be_possible() -> None:
    found = solved({}, "n", 1, outputs={"y": {"unit": "1", "value": "n % 7"}})
    assert (found.status, found.complete) == ("solved", False)


def test_a_target_is_a_duration_only_where_the_output_is_a_time() -> None:
    hours = {"y": {"unit": "h", "value": "wait / 3600.0"}}
    assert solved({}, "wait", "90 min", outputs=hours).value == 5400
    with pytest.raises(RequestRejectedError, match='must be a number, in `m`, not `"1 h"`') as refused:
        solved({}, "x", "1 h")
    assert refused.value.issues[0].code == "not-a-time"
    with pytest.raises(RequestRejectedError, match=r'must be a duration: .*, not `"soon"`'):
        solved({}, "wait", "soon", outputs=hours)


def test_what_it_refuses_for_each_value_in_other_words_is_an_answer() -> None:
    problems = [{"when": "x < 2000.0", "message": "{x} m is too short"}]
    found = solved({}, "x", 1, problems=problems)
    assert (found.status, found.reachable, found.defined) == ("unreachable", None, [])
    assert [(one.value, one.message) for one in found.limits] == [
        (0, "0 m is too short"),
        (1000, "1000 m is too short"),
    ]


def test_the_cases_of_a_rule_show_where_it_answers() -> None:
    narrow = [{"when": "x < 777.1 || x > 777.2", "message": "{x} m does not fit"}]
    case = {"name": "one", "given": {"x": 777.15}, "expect": {"values": {"y": 1554.3}}}
    assert solved({}, "x", 1554.2, problems=narrow).status == "unreachable"
    assert solved({}, "x", 1554.24, problems=narrow, cases=[case]).value == 777.12
