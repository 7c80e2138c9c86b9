"""What has a form and what has none: a tool is never told half of an answer."""

from typing import Any

import pytest
from msgspec import json

from service.errors import InputsMissingError, NoCandidateError, NotRepresentableError
from service.model.decision import Candidate
from service.representations.forms import FORMS
from tests.recommend.asking import recommend
from tests.representations.machines import CARRIED, decided, form, made, recommended, selected, small
from tests.rules.shipped import decide

OF_MACHINES = [name for name, one in FORMS.items() if one.of_machines]


@pytest.mark.parametrize("name", FORMS)
def test_an_answer_that_is_not_complete_has_no_form(name: str) -> None:
    with pytest.raises(InputsMissingError, match="`vms` is missing: How many VMs"):
        form(name, recommend("training-gpu", {"model": "other"}))
    with pytest.raises(InputsMissingError, match="`vms` is missing"):
        form(name, decide("training-gpu", {"model": "other"}))


@pytest.mark.parametrize("name", FORMS)
def test_no_machine_is_told_with_every_reason(name: str) -> None:
    nothing = small(vms=1, gpus=8, memory_gb_per_accelerator=60, machine_types=["g2-standard-96"])
    with pytest.raises(NoCandidateError, match="one change would do: `memory_gb_per_accelerator` = 24") as refused:
        form(name, nothing)
    reasons = [one.message for one in refused.value.issues if one.code == "rejected"]
    assert len(reasons) == len(nothing.rejected)
    assert "`g2-standard-96`: its accelerators have 24 GB each, and 60 GB are needed on each of them" in reasons
    with pytest.raises(NoCandidateError):
        form(name, decide("gcp-machines", {"accelerators": ["nvidia-l4"], "memory_gb_per_accelerator": 60}))


@pytest.mark.parametrize("name", FORMS)
def test_every_form_says_what_to_keep_in_mind(name: str) -> None:
    answer = small(vms=1, gpus=4, consumption="spot")
    assert answer.decision.outcome
    told = [*answer.decision.outcome.caveats, *(one.text for one in answer.caveats), *answer.candidates[0].caveats]
    assert any(one.startswith("Quota, zones and what is free") for one in told)
    written = form(name, answer).replace('\\"', '"')
    assert [one for one in told if one not in written] == []


@pytest.mark.parametrize("name", OF_MACHINES)
def test_a_decision_names_no_machine(name: str) -> None:
    asking = "ask `/v1/recommendations/training-gpu`, or `gpu-rules recommend training-gpu`"
    with pytest.raises(NotRepresentableError, match=asking):
        form(name, decide("training-gpu", {"model": "small"}))
    with pytest.raises(NotRepresentableError, match="`checkpoint-interval` names no machine") as refused:
        form(name, decide("checkpoint-interval", {"save_time": 60, "mtbf": 86400}))
    assert "recommend" not in str(refused.value)


@pytest.mark.parametrize("name", OF_MACHINES)
def test_a_selection_that_is_asked_itself_names_machines(name: str) -> None:
    one = Candidate(rank=1, key="row", fields=CARRIED)
    assert form(name, selected(one, duration=7200)) == form(name, recommended(one, constraints={"duration": 7200}))


@pytest.mark.parametrize("name", OF_MACHINES)
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"machine_type": None}, "`row` is a candidate without what a machine needs: expected `str`, got `null`"),
        ({"vms": "two"}, r"expected `int`, got `str` - at `\$.vms`"),
        ({"devices_per_vm": 0}, r"expected `int` >= 1 - at `\$.devices_per_vm`"),
    ],
)
def test_a_selection_of_something_else_names_none(name: str, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(NotRepresentableError, match=words):
        form(name, made(**fields))


def test_a_decision_has_forms_of_its_own() -> None:
    decision = decide("training-gpu", {"model": "small"})
    assert 'outcome       = "t4_l4"\n' in form("tfvars", decision)
    assert json.decode(form("terraform", decision))["accelerators"] == '["nvidia-tesla-t4","nvidia-l4"]'
    assert "GPU_OUTCOME_TITLE='T4 or L4'\n" in form("env", decision)


def test_so_have_formulas_and_advice() -> None:
    goodput = json.decode(form("tfstate", decide("checkpoint-interval", {"save_time": 60, "mtbf": 86400})))["outputs"]
    # Young: sqrt(2 x 60 s x 86,400 s)
    assert goodput["young_interval"] == {"value": pytest.approx(3219.94, abs=0.01), "type": "number"}
    levers = {"scheduling_goodput": 0.8, "runtime_goodput": 0.99, "program_goodput": 0.6, "capacity_stockouts": True}
    advice = json.decode(form("terraform", decide("goodput-levers", levers)))["advice"]
    assert "dws_flex_start" in json.decode(advice)


def test_what_has_structure_is_json_and_what_has_no_name_of_a_variable_is_left_out() -> None:
    odd = {"limits": {"gpus": 8}, "sizes": [1, 2.5, True], "whole": 3.0, "huge": 1e300, "a; b": "c", "Upper": 1}
    assert json.decode(form("terraform", decided(odd))) == {
        "caveats": "[]",
        "huge": "1e300",
        "limits": '{"gpus":8}',
        "outcome": "l4",
        "outcome_title": "L4 (and no other)",
        "rule": "training-gpu",
        "rule_digest": "sha256:0f68",
        "rule_version": "1.0.0",
        "sizes": '["1","2.5","true"]',
        "whole": "3",
    }
