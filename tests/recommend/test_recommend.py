"""What is recommended for jobs whose machines are known, and what is refused."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.errors import DecisionError, InputsMissingError, InputsRejectedError, RequestRejectedError
from service.model.recommendation import SentRecommendation, received, sent
from tests.catalog import filtering
from tests.catalog.facts import machines
from tests.catalog.test_machines import CHECKS, CONSTRAINTS
from tests.recommend.asking import keys, recommend, why_not

JOB: Final[dict[str, Any]] = {"model": "other", "latency_critical": False}
SIXTEEN: Final[dict[str, Any]] = {"vms": 2, "gpus": 16, "number_format": "bf16", "consumption": "on_demand"}
SEVENTY: Final = {"parameters": 7e10, "optimizer": "adam"}


@pytest.mark.parametrize("version", [pytest.param("1.0.0", id="as the source has it"), "2.0.0"])
def test_two_machines_with_sixteen_gpus_of_20_gb_are_g2_standard_96(version: str) -> None:
    found = recommend("training-gpu", JOB, version, **SIXTEEN, memory_gb_per_accelerator=20)
    assert found.status == "recommended"
    assert keys(found) == ["g2-standard-96"]
    fields = found.candidates[0].fields
    assert (fields["accelerator_type"], fields["accelerators_per_vm"], fields["vms"]) == ("nvidia-l4", 8, 2)
    assert fields["price_per_hour"] == pytest.approx(2 * 8.00333)
    assert why_not(found)["g2-standard-48"] == ["gpus_per_vm"]


def test_of_60_gb_there_is_no_l4_and_each_says_why() -> None:
    found = recommend("training-gpu", JOB, **SIXTEEN, memory_gb_per_accelerator=60)
    assert (found.status, keys(found)) == ("no-candidate", [])
    assert len(found.rejected) == 8
    for row in found.rejected:
        assert "24 GB each, and 60 GB are needed" in row.because[-1].because
    assert found.nearest == ("g2-standard-96",)
    assert [(one.input, one.given, one.to) for one in found.relax] == [("memory_gb_per_accelerator", 60, 24)]


def test_the_second_edition_leads_to_other_machines_then() -> None:
    found = recommend("training-gpu", JOB, "2.0.0", **SIXTEEN, memory_gb_per_accelerator=60)
    assert found.decision.outcome is not None
    assert "nvidia-l4" not in found.decision.outcome.recommend["accelerators"]
    assert keys(found)[0] == "a2-ultragpu-8g"


def test_seventy_billion_parameters_say_what_they_need_and_that_no_gpu_has_it() -> None:
    inputs = {"workload": "training", "model": "large-transformer", "number_format": "bf16"}
    found = recommend("choose-gpu", inputs, "2.0.0", memory=SEVENTY)
    [estimate] = found.estimates
    assert estimate.rule.name == "memory"
    assert estimate.values["memory_gb_per_accelerator"] == pytest.approx(1288)
    assert "no_single_accelerator" in {one.id for one in estimate.caveats}
    assert found.decision.outcome is not None
    assert found.decision.outcome.id == "shard"
    assert found.constraints["memory_gb_per_accelerator"] == pytest.approx(1288)
    assert (found.status, keys(found)) == ("no-candidate", [])
    assert all("memory" in checks for checks in why_not(found).values())


def test_an_estimate_counts_for_a_tree_that_knows_no_memory_as_well() -> None:
    found = recommend(
        "training-gpu",
        {"model": "large-transformer"},
        number_format="bf16",
        memory={**SEVENTY, "workload": "training", "shards": 16},
    )
    assert found.constraints["memory_gb_per_accelerator"] == pytest.approx(80.5)
    assert keys(found) == []
    assert all("memory" in checks for checks in why_not(found).values())


def test_null_among_the_inputs_of_an_estimate_is_as_good_as_left_out() -> None:
    inputs = {"workload": "training", "model": "large-transformer", "number_format": "bf16"}
    found = recommend("choose-gpu", inputs, "2.0.0", memory={**SEVENTY, "workload": None, "shards": None})
    assert found.estimates[0].values["memory_gb_per_accelerator"] == pytest.approx(1288)


def test_a3_ultra_is_not_sold_on_demand() -> None:
    inputs = {"number_format": "bf16", "memory_gb_per_accelerator": 120}
    found = recommend("nvlink-gpu", inputs, consumption="on_demand")
    row = next(one for one in found.rejected if one.key == "a3-ultragpu-8g")
    assert [(one.check, "not sold as on_demand" in one.because) for one in row.because] == [("consumption", True)]


@pytest.mark.parametrize(
    ("consumption", "sold"),
    [("on_demand", False), ("spot", True), ("flex_start", True), ("calendar", False), ("reservation", False)],
)
def test_one_h100_is_sold_as_spot_and_by_flex_start_alone(consumption: str, sold: bool) -> None:
    found = recommend(
        "training-gpu", {"model": "large-transformer"}, consumption=consumption, machine_types=["a3-highgpu-1g"]
    )
    assert ("a3-highgpu-1g" in keys(found)) is sold
    assert (why_not(found).get("a3-highgpu-1g") == ["consumption"]) is not sold


def test_a_decision_that_lacks_an_input_asks_for_it() -> None:
    found = recommend("training-gpu", {"model": "other"}, consumption="spot", duration="2 h")
    assert (found.status, keys(found)) == ("needs-input", [])
    assert found.decision.ask[0].input == "vms"
    assert found.constraints == {"consumption": "spot", "duration": 7200}


def test_what_a_tree_has_by_default_rules_nothing_out() -> None:
    plain = recommend("training-gpu", JOB, "2.0.0", vms=2, gpus=16)
    said = recommend("training-gpu", JOB, "2.0.0", vms=2, gpus=16, number_format="any", memory_gb_per_accelerator=0)
    assert plain.candidates == said.candidates
    assert not {reason for reasons in why_not(plain).values() for reason in reasons} & {"number_format", "memory"}


def test_a_shared_name_may_stand_on_both_sides_and_in_other_words() -> None:
    found = recommend("training-gpu", {**JOB, "vms": 2, "gpus": 16}, vms=2, duration="2 h")
    assert found.constraints["duration"] == 7200
    assert found.decision.inputs["vms"] == found.constraints["vms"] == 2


WRONG: Final = [
    pytest.param({"rule": "training-gpu", "inputs": JOB, "vmz": 2}, InputsRejectedError, "nearest is `vms`", id="name"),
    pytest.param({"rule": "training-gpu", "inputs": {}, "model": "small"}, InputsRejectedError, "put it under `inputs`",
                 id="an input among the constraints"),
    pytest.param({"rule": "training-gpu", "inputs": {"vms": 3}, "vms": 2}, RequestRejectedError, "another value",
                 id="two values of one name"),
    pytest.param({"rule": "training-gpu", "inputs": JOB, "vms": "two"}, InputsRejectedError, "`vms`", id="a type"),
    pytest.param({"rule": "training-gpu", "inputs": JOB, "memory": 20}, RequestRejectedError, "must be an object",
                 id="an estimate without inputs"),
    pytest.param({"rule": "training-gpu", "inputs": JOB, "memory": SEVENTY, "memory_gb_per_accelerator": 20},
                 RequestRejectedError, "leave one of them out", id="an estimate of what is given"),
    pytest.param({"rule": "training-gpu", "inputs": JOB, "memory": {"parametres": 7e10}}, InputsRejectedError,
                 "parametres", id="an unknown input of an estimate"),
    pytest.param({"rule": "training-gpu", "inputs": JOB, "memory": {"parameters": 7e10}}, InputsMissingError,
                 "`workload` is missing", id="an estimate that lacks an input"),
    pytest.param({"rule": "runtime-goodput", "inputs": {}}, RequestRejectedError, "kind `formula`", id="no tree"),
    pytest.param({"rule": "consumption-option", "inputs": {"duration": "8 d", "reserved_capacity": False,
                  "fault_tolerant": False, "machine_type": "a3-ultragpu-8g"}},
                 RequestRejectedError, "recommends nothing", id="an outcome without machines"),
]  # fmt: skip


REFUSED: Final[list[Any]] = [
    pytest.param({**JOB, "vms": 0}, {}, "$.inputs.vms", id="an input of the rule"),
    pytest.param(JOB, {"vms": 0}, "$.constraints.vms", id="a constraint"),
    pytest.param({**JOB, "vms": 4}, {"gpus": 3}, "$.constraints.gpus", id="an input that stands among the constraints"),
    pytest.param(JOB, {"machine_types": "g2"}, "$.constraints.machine_types", id="a list of constraints"),
    pytest.param(JOB, {"memory": {"parameters": 0}}, "$.constraints.memory.parameters", id="an input of an estimate"),
    pytest.param(JOB, {"memory": {**SEVENTY, "number_format": "bf16"}}, "$.constraints.memory.workload",
                 id="a missing input of an estimate"),
    pytest.param(JOB, {"memory": {"parameters": 1e15, "workload": "training", "number_format": "bf16"}},
                 "$.constraints.memory", id="an estimate beyond everything"),
]  # fmt: skip


@pytest.mark.parametrize(("inputs", "constraints", "place"), REFUSED)
def test_a_refusal_names_the_place_where_it_was_said(
    inputs: dict[str, Any], constraints: dict[str, Any], place: str
) -> None:
    with pytest.raises(DecisionError) as refused:
        recommend("training-gpu", inputs, **constraints)
    assert refused.value.issues[0].path == place


@pytest.mark.parametrize(("asked", "error", "words"), WRONG)
def test_a_question_that_is_none(asked: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        recommend(**asked)


TREE: Final = st.fixed_dictionaries(
    {"model": st.sampled_from(["small", "large-transformer", "other"]), "latency_critical": st.booleans()}
)
SHAPE: Final = st.builds(
    lambda vms, each: {"vms": vms, "gpus": vms * each}, st.integers(1, 6), st.sampled_from([1, 1, 2, 4, 8])
)
FREE: Final = CONSTRAINTS.map(
    lambda one: {name: value for name, value in one.items() if name not in {"accelerators", "vms", "gpus"}}
)


@settings(max_examples=200)
@given(TREE, SHAPE, FREE, st.sampled_from(["1.0.0", "2.0.0"]), st.booleans())
def test_every_candidate_meets_all_constraints_and_none_that_does_is_missing(
    inputs: dict[str, Any], shape: dict[str, Any], constraints: dict[str, Any], version: str, among_inputs: bool
) -> None:
    """Against a second reading of the facts, which knows no rules; about half of the questions have candidates."""
    if among_inputs:
        found = recommend("training-gpu", {**inputs, **shape}, version, **constraints)
    else:
        found = recommend("training-gpu", inputs, version, **shape, **constraints)
    outcome = found.decision.outcome
    assert outcome is not None
    question = {**constraints, **shape, "accelerators": outcome.recommend["accelerators"]}
    expected = {name: filtering.failed(name, question) for name in filtering.meant(question)}
    assert set(keys(found)) == {name for name, failed in expected.items() if not failed}
    for row in found.rejected:
        assert {CHECKS.get(one.check, one.check) for one in row.because} == expected[row.key]
    for one in found.candidates:
        assert one.fields["machine_type"] == filtering.machine_type(machines()[one.key], question)
        assert one.fields["vms"] == shape["vms"]


def test_what_goes_out_comes_in_again() -> None:
    found = recommend("training-gpu", JOB, **SIXTEEN)
    out = sent(found)
    assert isinstance(out, SentRecommendation)
    assert out.candidates[0]["machine_type"] == "g2-standard-96"
    again = received(out)
    assert again.candidates == found.candidates
    assert sent(again) == out
