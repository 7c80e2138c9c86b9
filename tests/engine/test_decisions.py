"""What the shipped trees decide while inputs are missing, what they ask, and in which order."""

from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct, convert

from service.engine.engine import Engine
from service.model.decision import Decision
from service.model.text import read
from tests.engine.building import shipped

ENGINE: Final = Engine()


class Row(Struct, forbid_unknown_fields=True):
    """One row of `decisions.yaml`."""

    name: str
    rule: str
    given: dict[str, Any]
    outcome: str | None = None
    path: list[str] | None = None
    open: list[str] = []
    ask: list[str] = []
    do: list[str] = []


ROWS: Final = convert(read((Path(__file__).parent / "decisions.yaml").read_bytes()).value, list[Row])


def decide(rule: str, given: dict[str, Any]) -> Decision:
    return ENGINE.decide(shipped()[rule], given, "the decision")


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name) for row in ROWS])
def test_with_inputs_missing(row: Row) -> None:
    assert row.outcome or row.ask, "a row that expects nothing"
    decision = decide(row.rule, row.given)
    assert (decision.outcome.id if decision.outcome else None) == row.outcome
    assert [question.input for question in decision.ask] == row.ask
    assert decision.status == ("needs-input" if row.ask else "decided")
    assert [action.id for action in decision.actions] == row.do
    assert all(question.after == tuple(row.do) for question in decision.ask)
    assert [name for step in decision.path for name in step.open] == row.open
    if row.path is not None:
        assert [f"{step.node} {step.branch or 'otherwise'}" for step in decision.path] == row.path


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name) for row in ROWS if row.open])
def test_the_last_step_says_what_it_leaves_open(row: Row) -> None:
    *before, last = decide(row.rule, row.given).path
    assert not any(step.open for step in before)
    assert last.because
    assert all(f"`{name}`" in last.because for name in row.open)


def test_the_caveats_of_every_branch_that_may_be_taken_come_before_those_of_the_outcome() -> None:
    one_vm = decide("inference-gpu", {"vms": 1}).outcome
    one_gpu = decide("inference-gpu", {"vms": 1, "gpus": 1}).outcome
    several = decide("inference-gpu", {"vms": 1, "gpus": 4}).outcome
    assert one_vm
    assert one_gpu
    assert several
    assert one_vm.caveats == several.caveats
    assert several.caveats[1:] == one_gpu.caveats
    assert "several GPUs in one VM" in several.caveats[0]


def test_actions_that_may_lie_on_the_way_are_named_and_not_listed() -> None:
    decision = decide("training-time", {"fast_enough": True})
    assert decision.actions == ()
    because = decision.path[-1].because or ""
    assert all(f"`{action}`" in because for action in ("change_data_strategy", "faster_gpu", "improve_network"))


def test_a_question_says_how_to_answer_it() -> None:
    model, vms, _, latency = decide("training-gpu", {}).ask
    assert (model.type, model.unit, list(model.choices)) == ("choice", None, ["small", "large-transformer", "other"])
    assert (vms.type, vms.unit, vms.choices) == ("integer", "VM", {})
    assert vms.question.endswith("?")
    assert vms.help
    assert latency.type == "boolean"


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ({"workload": "training", "model": "other", "vms": 8}, ["choose-gpu", "training-gpu"]),
        ({"workload": "inference", "vms": 8}, ["choose-gpu", "inference-gpu"]),
        ({"workload": "training"}, ["choose-gpu", "training-gpu"]),
        ({}, ["choose-gpu"]),
    ],
)
def test_every_version_on_the_way_is_named_with_its_digest(given: dict[str, Any], rules: list[str]) -> None:
    decision = decide("choose-gpu", given)
    assert decision.rules == tuple(shipped()[name].common.id for name in rules)
    assert decision.rule == decision.rules[0]
    assert list(dict.fromkeys(step.rule for step in decision.path)) == rules[: len({one.rule for one in decision.path})]


def test_a_round_that_begins_again_says_from_where_and_what_to_measure() -> None:
    outcome = decide(
        "training-time", {"data_loading_bound": True, "fast_enough": False, "code_can_change": False}
    ).outcome
    assert outcome
    assert outcome.id == "measure_again"
    assert outcome.repeat
    assert outcome.repeat.from_ == "data_layer"
    assert outcome.repeat.measure == [
        "data_loading_bound",
        "gpu_utilization_low",
        "network_latency_high",
        "fast_enough",
    ]


def test_a_whole_number_may_be_written_with_a_point() -> None:
    assert decide("training-gpu", {"model": "other", "vms": 8.0}).inputs == {"model": "other", "vms": 8}
