"""`gcp-machines` against a second reading of the facts, and asked on behalf of the trees."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.model.decision import Candidate, Chosen
from tests.catalog import filtering
from tests.catalog.facts import machines, model
from tests.rules.shipped import decide

CHECKS: Final = {
    "accelerators_per_vm": "count",
    "gpus_per_vm": "count",
    "flex_start_length": "duration",
    "calendar_length": "duration",
    "price_known": "price",
}
"""Checks that the second reading calls otherwise."""


def chosen(**question: Any) -> Chosen:
    found = decide("gcp-machines", question).selection
    assert found is not None
    return found


def keys(question: dict[str, Any]) -> list[str]:
    return [one.key for one in chosen(**question).candidates]


CONSTRAINTS: Final = st.fixed_dictionaries(
    {"accelerators": st.lists(st.sampled_from(filtering.accelerators()), min_size=1, unique=True)},
    optional={
        "vms": st.integers(1, 20),
        "gpus": st.integers(20, 200),
        "accelerators_per_vm": st.sampled_from([0.125, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 17.0]),
        "memory_gb_per_accelerator": st.one_of(
            st.sampled_from([8.0, 12.0, 16.0, 24.0, 40.0, 80.0, 96.0]), st.floats(0, 300)
        ),
        "number_format": st.sampled_from(["any", "fp32", "fp16", "bf16", "fp8", "int8"]),
        "consumption": st.sampled_from(list(filtering.SOLD)),
        "duration": st.sampled_from([60.0, 600.0, 86_400.0, 7 * 86_400.0, 8 * 86_400.0, 90 * 86_400.0, 91 * 86_400.0]),
        "machine_types": st.lists(st.sampled_from(filtering.every_type()), min_size=1, max_size=30, unique=True),
        "region": st.sampled_from(["us-central1", "us-east4", "us-west4", "europe-west4"]),
        "max_price_per_hour": st.floats(0, 500),
        "cpu_arch": st.sampled_from(["x86_64", "arm64"]),
        "disk_family": st.sampled_from(["persistent_disk", "hyperdisk"]),
    },
)


@settings(max_examples=200)
@given(CONSTRAINTS)
def test_candidates_are_what_meets_every_constraint_and_all_of_it(question: dict[str, Any]) -> None:
    found = chosen(**question)
    expected = {name: filtering.failed(name, question) for name in filtering.meant(question)}
    assert {one.key for one in found.candidates} == {name for name, failed in expected.items() if not failed}
    for one in found.rejected:
        reasons = {CHECKS.get(reason.check, reason.check) for reason in one.because}
        assert reasons == expected[one.key], one.key
    assert len(found.candidates) + len(found.rejected) == len(expected)


@settings(max_examples=50)
@given(CONSTRAINTS)
def test_a_candidate_carries_what_the_facts_say(question: dict[str, Any]) -> None:
    for one in chosen(**question).candidates:
        machine = machines()[one.key]
        assert one.fields["machine_type"] == filtering.machine_type(machine, question)
        assert one.fields["accelerator_type"] == machine["accelerator_type"]
        assert one.fields["accelerators_per_vm"] == machine["gpu_count"]
        assert one.fields["vms"] == filtering.machine_count(machine, question)
        assert one.fields["consumption"] == filtering.option(machine, question)
        assert one.fields["price_per_hour"] == filtering.price(machine, question)
        assert one.fields["consumption_option"] in (None, *machine.get("consumption", ()))


@settings(max_examples=40)
@given(CONSTRAINTS)
def test_changing_one_constraint_helps_where_it_is_said_to(question: dict[str, Any]) -> None:
    found = chosen(**question)
    assert not (found.candidates and found.relax)
    for one in found.relax:
        changed = {**question, one.input: one.to} if one.to is not None else _without(question, one.input)
        assert keys(changed) == list(one.candidates)
        assert one.candidates
        assert any(not filtering.failed(key, changed) for key in one.candidates)


def _without(question: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in question.items() if key != name}


@settings(max_examples=40)
@given(CONSTRAINTS)
def test_candidates_come_in_the_order_that_is_promised(question: dict[str, Any]) -> None:
    order = [_place(one, question) for one in chosen(**question).candidates]
    assert order == sorted(order)


def _place(candidate: Candidate, question: dict[str, Any]) -> tuple[Any, ...]:
    """Idle accelerators, machines, older models, price, memory; what has no price comes behind what has one."""
    machine = machines()[candidate.key]
    count, vms = machine["gpu_count"], filtering.machine_count(machine, question)
    if "gpus" in question and not {"vms", "accelerators_per_vm"} & question.keys():
        idle = vms * count - question["gpus"]
    else:
        idle = count - filtering.wanted(question) if {"gpus", "accelerators_per_vm"} & _counted(question) else 0
    price = filtering.price(machine, question)
    priced = (price is None, price or 0)
    return (idle, vms, not model(machine)["bf16"], *priced, filtering.memory(machine))


def _counted(question: dict[str, Any]) -> set[str]:
    return {"accelerators_per_vm"} & question.keys() or {"gpus"} & question.keys()


def recommended(**inputs: Any) -> dict[str, Any]:
    """What the second edition of `choose-gpu` recommends, as far as `gcp-machines` takes it."""
    outcome = decide("choose-gpu", inputs, "2.0.0").outcome
    assert outcome is not None
    taken = ("accelerators", "interconnect", "sharding")
    return {name: value for name, value in outcome.recommend.items() if name in taken}


JOB: Final[dict[str, Any]] = {
    "vms": 2,
    "gpus": 16,
    "number_format": "bf16",
    "memory_gb_per_accelerator": 20.0,
}


def test_a_job_of_two_machines_and_sixteen_gpus_is_for_g2_standard_96() -> None:
    meant = recommended(workload="training", model="other", latency_critical=False, **JOB)
    [candidate] = chosen(**meant, **JOB, consumption="on_demand").candidates
    assert candidate.fields["machine_type"] == "g2-standard-96"
    assert candidate.fields["price_per_hour"] == pytest.approx(2 * 8.00333)


def test_the_same_job_in_60_gb_is_for_no_l4() -> None:
    job = {**JOB, "memory_gb_per_accelerator": 60.0}
    meant = recommended(workload="training", model="other", latency_critical=False, **job)
    assert "nvidia-l4" not in meant["accelerators"]
    assert chosen(**meant, **job, consumption="on_demand").candidates
    rejected = chosen(accelerators=["nvidia-l4"], **job, consumption="on_demand").rejected
    assert len(rejected) == 8
    assert all("24 GB each, and 60 GB are needed" in one.because[-1].because for one in rejected)


def test_seventy_billion_parameters_fit_on_no_single_gpu_and_each_says_why() -> None:
    asked = {"workload": "training", "parameters": 7e10, "number_format": "bf16", "optimizer": "adam"}
    estimate = decide("memory", asked)
    need = estimate.values["memory_gb_per_accelerator"]
    assert need == pytest.approx(1288)
    assert {one.id for one in estimate.caveats} == {"activations", "no_single_accelerator"}
    job = {"number_format": "bf16", "memory_gb_per_accelerator": need}
    meant = recommended(workload="training", model="large-transformer", **job)
    found = chosen(**meant, **job)
    assert found.candidates == ()
    assert all("memory" in [one.check for one in row.because] for row in found.rejected)
    assert [(one.input, one.to) for one in found.relax] == [("memory_gb_per_accelerator", 279.0)]


def test_n1_machines_stay_within_the_limits_of_what_they_carry() -> None:
    attached = [one for one in machines().values() if "host_series" in one and "lifecycle" not in one]
    kinds = sorted({one["accelerator_type"] for one in attached})
    shapes = {one.key: one.fields for one in chosen(accelerators=kinds).candidates}
    assert len(shapes) == len(attached)
    for name, fields in shapes.items():
        assert fields["vcpu"] <= machines()[name]["max_vcpu"]
        assert fields["memory_gb"] <= machines()[name]["max_memory_gb"]
        assert fields["memory_gb"] >= machines()[name]["gpu_memory_gb_total"]
        assert fields["attach"] is True
        assert fields["price_per_hour"] is None
