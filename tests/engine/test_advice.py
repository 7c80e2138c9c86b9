"""What advice is given, in which order, based on what, and what could not be judged."""

from typing import Any, Final

import pytest

from service.engine.engine import Engine
from service.errors import EvaluationFailedError
from service.model.decision import Decision
from tests.engine.building import build, shipped

ENGINE: Final = Engine()
JOB: Final = {"scheduling_goodput": 0.8, "runtime_goodput": 0.9, "program_goodput": 0.4}
MEANS: Final = {"since_checkpoint": "15 min", "resume": "5 min", "reschedule": "10 min"}
COUNTED: Final = {"evaluation_period": "10 days", "interruption_count": 48, **MEANS}


def levers(given: dict[str, Any]) -> Decision:
    return ENGINE.decide(shipped()["goodput-levers"], given, "the decision")


def advise(given: dict[str, Any], *rules: dict[str, Any]) -> Decision:
    """Rules that read `a`, `b` and `n`; their titles are their ids."""
    return build(
        [
            {
                "kind": "advice",
                "name": "advice",
                "version": "1.0.0",
                "title": "Advice",
                "inputs": {"a": {"type": "boolean"}, "b": {"type": "boolean"}, "n": {"type": "number"}},
                "rules": [{"advise": {"title": rule["id"]}, **rule} for rule in rules],
                "cases": [],
            }
        ]
    ).decide(given, ENGINE)


def ids(decision: Decision) -> list[str]:
    return [one.id for one in decision.advice]


def needs(decision: Decision) -> dict[str, list[str]]:
    return {one.id: list(one.needs) for one in decision.not_judged}


def test_measured_gains_come_first_and_each_is_what_the_loss_costs() -> None:
    decision = levers({**JOB, **COUNTED})
    gains = {one.id: one.gain for one in decision.advice if one.gain is not None}
    of_one_second = 48 / (10 * 86400)  # of each interruption, as a fraction of the period
    assert gains == pytest.approx(
        {
            "resource_reservation": (1 - 0.8 - 600 * of_one_second) * 0.9 * 0.4,
            "hot_spares": (600 - 60) * of_one_second * 0.4,
            "auto_checkpointing": 900 / 2 * of_one_second * 0.4,
            "container_preloading": 300 / 2 * of_one_second * 0.4,
        }
    )
    ranks = {one.id: one.rank for one in decision.advice if one.rank is not None}
    assert ranks == pytest.approx({name: gain / 0.4 for name, gain in gains.items()})
    assert ids(decision)[:4] == sorted(gains, key=lambda name: -gains[name])
    assert ids(decision)[4:] == ["xla_compiler", "int8_aqt", "overlap_communication", "sharding_strategy"]


def test_what_waits_for_inputs_names_them_in_the_order_of_the_document() -> None:
    assert needs(levers({**JOB, **COUNTED})) == {
        "dws_flex_start": ["capacity_stockouts"],
        "custom_kernels": ["long_sequences", "custom_hotspot"],
        "host_offload": ["memory_limited"],
    }
    assert needs(levers({"scheduling_goodput": 0.8, "runtime_goodput": 0.99, "program_goodput": 0.6})) == {
        "resource_reservation": ["evaluation_period", "interruption_count", "reschedule"],
        "dws_flex_start": ["capacity_stockouts"],
        "hot_spares": ["evaluation_period", "interruption_count", "reschedule"],
        "auto_checkpointing": ["evaluation_period", "interruption_count", "since_checkpoint"],
        "container_preloading": ["evaluation_period", "interruption_count", "resume"],
    }


def test_what_waits_for_the_fact_of_a_rule_that_waits_needs_the_same_inputs() -> None:
    waiting = needs(levers({"scheduling_goodput": 1, "runtime_goodput": 1}))
    assert waiting["xla_compiler"] == ["program_goodput"]
    assert all(
        waiting[name] == ["program_goodput"] for name in ("int8_aqt", "overlap_communication", "sharding_strategy")
    )


def test_each_piece_of_advice_shows_the_values_that_it_is_based_on() -> None:
    read = {one.id: one.read for one in levers({**JOB, **COUNTED}).advice}
    counted = {"evaluation_period": 864000.0, "interruption_count": 48.0}
    assert read["auto_checkpointing"] == {"program_goodput": 0.4, **counted, "since_checkpoint": 900.0}
    assert read["resource_reservation"] == {**JOB, **counted, "reschedule": 600.0}
    assert read["xla_compiler"] == {"program_goodput": 0.4}
    assert read["int8_aqt"] == read["xla_compiler"], "it follows from a fact, which follows from the value"


A: Final = {"id": "first", "when": "a", "assert": {"cause": "x"}}


@pytest.mark.parametrize(
    ("given", "rules", "advice", "waiting"),
    [
        pytest.param(
            {"a": True}, [{"id": "second", "match": {"cause": "x"}}, A], ["second", "first"], {}, id="a fact fires"
        ),
        pytest.param({"a": False}, [A, {"id": "second", "match": {"cause": "x"}}], [], {}, id="no fact, no advice"),
        pytest.param(
            {"a": True}, [A, {"id": "second", "match": {"cause": "y"}}], ["first"], {}, id="the value must be the same"
        ),
        pytest.param(
            {"a": True},
            [A, {"id": "second", "match": {"cause": "x"}, "when": "b"}],
            ["first"],
            {"second": ["b"]},
            id="both the fact and the condition must hold",
        ),
        pytest.param(
            {"a": False},
            [A, {"id": "second", "match": {"cause": "x"}, "when": "b"}],
            [],
            {},
            id="an input that cannot matter without the fact is not needed",
        ),
        pytest.param(
            {"b": True},
            [
                A,
                {"id": "other", "when": "b", "assert": {"cause": "x"}},
                {"id": "third", "match": {"cause": "x"}},
                {"id": "fourth", "match": {"cause": "x"}, "when": "n > 1.0"},
            ],
            ["other", "third"],
            {"first": ["a"], "fourth": ["n"]},
            id="a fact that is there already waits for no second rule",
        ),
        pytest.param(
            {"b": True},
            [
                A,
                {"id": "other", "when": "b", "assert": {"layer": "y"}},
                {"id": "third", "match": {"cause": "x", "layer": "y"}},
            ],
            ["other"],
            {"first": ["a"], "third": ["a"]},
            id="two facts must both be there",
        ),
        pytest.param(
            {"a": True},
            [A, {"id": "second", "match": {"cause": "x"}, "assert": {"cause": "x"}}],
            ["first", "second"],
            {},
            id="a rule that asserts its own fact fires once",
        ),
        pytest.param(
            {"a": True},
            [
                {"id": "hen", "match": {"of": "egg"}, "assert": {"of": "hen"}},
                {"id": "egg", "match": {"of": "hen"}, "assert": {"of": "egg"}},
                A,
            ],
            ["first"],
            {},
            id="rules that wait for each other never fire",
        ),
    ],
)
def test_facts_chain(
    given: dict[str, Any], rules: list[dict[str, Any]], advice: list[str], waiting: dict[str, list[str]]
) -> None:
    decision = advise(given, *rules)
    assert (ids(decision), needs(decision)) == (advice, waiting)


def test_equal_gains_keep_the_order_of_the_document_and_unknown_gains_come_last() -> None:
    gains = {"unknown": "n", "low": "1.0", "one": "2", "two": "2.0", "none": None, "endless": "1.0 / 0.0"}
    rules = [{"id": name, "when": "a", **({"gain": gain} if gain else {})} for name, gain in gains.items()]
    decision = advise({"a": True}, *rules)
    assert ids(decision) == ["one", "two", "low", "unknown", "none", "endless"]
    assert [one.gain for one in decision.advice] == [2.0, 2.0, 1.0, None, None, None]


def test_a_rank_orders_advice_whose_gain_waits_and_goes_before_a_gain() -> None:
    numbers = {
        "low": {"gain": "1.0 * n", "rank": "1.0"},
        "none": {},
        "gain": {"gain": "2.0"},
        "high": {"gain": "3.0 * n", "rank": "3"},
        "waits": {"gain": "2.5", "rank": "n"},
        "less": {"gain": "9.0", "rank": "0.5"},
    }
    rules = [{"id": name, "when": "a", **number} for name, number in numbers.items()]
    decision = advise({"a": True}, *rules)
    assert ids(decision) == ["high", "waits", "gain", "low", "less", "none"]
    assert [one.gain for one in decision.advice] == [None, 2.5, 2.0, None, 9.0, None]
    assert [one.rank for one in decision.advice] == [3.0, None, None, 1.0, 0.5, None]
    assert advise({"a": True, "n": 2}, *rules).advice[0].read == {"a": True, "n": 2.0}


@pytest.mark.parametrize(
    "rule",
    [
        {"id": "r", "when": "1 / int(n) > 0"},
        {"id": "r", "when": "n == 0.0", "gain": "1 / int(n)"},
        {"id": "r", "when": "n == 0.0", "gain": "1.0", "rank": "1 / int(n)"},
    ],
)
def test_a_condition_or_a_number_without_a_value_is_refused(rule: dict[str, Any]) -> None:
    with pytest.raises(EvaluationFailedError, match="divide by zero") as refused:
        advise({"n": 0}, rule)
    assert [issue.path for issue in refused.value.issues] == ["$.inputs.n"]


def test_a_hundred_rules_that_all_follow_from_two_others_are_judged_at_once() -> None:
    first = [{"id": f"r{index}", "when": "a", "assert": {f"f{index}": "x"}} for index in range(2)]
    rest = [
        {"id": f"r{index}", "match": {f"f{index - 1}": "x", f"f{index - 2}": "x"}, "assert": {f"f{index}": "x"}}
        for index in range(2, 100)
    ]
    assert needs(advise({}, *first, *rest)) == {f"r{index}": ["a"] for index in range(100)}
    assert len(advise({"a": True}, *first, *rest).advice) == 100
