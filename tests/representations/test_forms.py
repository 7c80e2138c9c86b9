"""Answers in the form of each tool, against what its documentation says and by its own parsers."""

import shlex
import subprocess
from typing import Any, Final

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.errors import InputsMissingError, NoCandidateError, NotRepresentableError
from service.representations import env, terraform, tfvars
from service.representations.forms import FORMS, represent
from tests.recommend.asking import recommend
from tests.representations.machines import form, l4, linked, small
from tests.rules.shipped import decide

GCLOUD: Final = [
    pytest.param(l4, [
        "gcloud compute instances bulk create", "--name-pattern=gpu-# --count=2", "--machine-type=g2-standard-96",
        "--maintenance-policy=TERMINATE", "--boot-disk-type=pd-balanced",
    ], ["--accelerator", "--provisioning-model", "--reservation"], id="on demand there are no companions"),
    pytest.param(lambda: small(gpus=4, consumption="spot", machine_types=["n1-standard-32"]), [
        "gcloud compute instances create gpu-1", "--machine-type=n1-standard-32",
        "--accelerator=type=nvidia-tesla-t4,count=4", "--provisioning-model=SPOT --instance-termination-action=STOP",
    ], ["--count=1", "--max-run-duration"], id="N1 has its GPUs attached, and Spot says what happens at the end"),
    pytest.param(lambda: linked(consumption="flex_start", duration="3 d", machine_types=["a4-highgpu-8g"]), [
        "--machine-type=a4-highgpu-8g", "--boot-disk-type=hyperdisk-balanced", "--provisioning-model=FLEX_START",
        "--instance-termination-action=DELETE", "--max-run-duration=259200s", "--reservation-affinity=none",
    ], ["--accelerator", "--reservation="], id="flex-start ends by itself, and takes no reservation"),
    pytest.param(lambda: linked(consumption="flex_start", machine_types=["a4-highgpu-8g"]), [
        '--max-run-duration="${MAX_RUN_DURATION:?}"',
    ], [], id="how long flex-start is to last has to be said"),
    pytest.param(lambda: linked(consumption="calendar", machine_types=["a3-ultragpu-8g"]), [
        "--provisioning-model=RESERVATION_BOUND --instance-termination-action=DELETE",
        '--reservation-affinity=specific --reservation="${RESERVATION:?}"',
    ], [], id="calendar mode is bound to its reservation"),
    pytest.param(lambda: linked(consumption="reservation", machine_types=["a4x-highgpu-4g"]), [
        '--image-family="${ARM64_IMAGE_FAMILY:?}"', "--provisioning-model=RESERVATION_BOUND",
    ], [], id="Arm needs an image of its own"),
    pytest.param(lambda: small(consumption="reservation", machine_types=["g2-standard-4"]), [
        '--reservation-affinity=specific --reservation="${RESERVATION:?}"',
    ], ["RESERVATION_BOUND"], id="a reservation of G2 is no bound one"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "there", "absent"), GCLOUD)
def test_a_command_of_gcloud(made: Any, there: list[str], absent: list[str]) -> None:
    text = form("gcloud", made())
    for one in there:
        assert one in text
    for one in absent:
        assert one not in text
    assert subprocess.run(["/bin/sh", "-n"], input=text.encode(), check=False).returncode == 0


def test_a_command_lacks_nothing_silently() -> None:
    found = subprocess.run(  # noqa: S603 - our own text, in which `gcloud` is a function
        ["/bin/sh", "-c", f"gcloud() {{ printf '%s\\n' \"$@\"; }}\n{form('gcloud', l4())}"],
        capture_output=True,
        check=False,
        env={},
    )
    assert found.returncode != 0
    assert b"ZONE" in found.stderr


def test_manifests_of_kubernetes_are_valid_and_tell_the_same() -> None:
    found = small(vms=1, gpus=4, consumption="spot", number_format="fp16")
    kubernetes_validate = pytest.importorskip("kubernetes_validate", reason="`make tools` installs it")
    compute_class, pod = yaml.safe_load_all(form("gke", found))
    kubernetes_validate.validate(pod, "1.31", strict=True)
    assert pod["spec"]["nodeSelector"] == {
        "cloud.google.com/gke-accelerator": "nvidia-l4",
        "cloud.google.com/gke-spot": "true",
        "node.kubernetes.io/instance-type": "g2-standard-48",
    }
    assert pod["spec"]["containers"][0]["resources"] == {"limits": {"nvidia.com/gpu": "4"}}
    assert {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"} in pod["spec"]["tolerations"]
    assert (compute_class["apiVersion"], compute_class["kind"]) == ("cloud.google.com/v1", "ComputeClass")
    assert [one["machineType"] for one in compute_class["spec"]["priorities"]] == [
        one.fields["machine_type"] for one in found.candidates
    ]
    assert compute_class["spec"]["priorities"][0]["gpu"] == {"type": "nvidia-l4", "count": 4}
    assert all(one["spot"] is True for one in compute_class["spec"]["priorities"])


@pytest.mark.parametrize(
    ("consumption", "selector"),
    [
        ("flex_start", {"cloud.google.com/gke-flex-start": "true"}),
        ("reservation", {"cloud.google.com/reservation-name": "RESERVATION"}),
    ],
)
def test_how_nodes_are_obtained_is_selected(consumption: str, selector: dict[str, str]) -> None:
    _, pod = yaml.safe_load_all(form("gke", small(consumption=consumption, machine_types=["g2-standard-4"])))
    assert selector.items() <= pod["spec"]["nodeSelector"].items()


def test_lines_of_slurm() -> None:
    text = form("slurm", small(vms=1, gpus=4, duration="2 d 90 min", machine_types=["g2-standard-48"]))
    assert text.splitlines()[:4] == [
        "#SBATCH --nodes=1",
        "#SBATCH --gres=gpu:4",
        "#SBATCH --exclusive",
        "#SBATCH --time=2-01:30:00",
    ]


def test_a_state_is_one_of_terraform_and_always_the_same() -> None:
    text = form("tfstate", l4())
    state = json.decode(text)
    assert text == form("tfstate", l4())
    assert (state["version"], state["serial"], state["resources"]) == (4, 1, [])
    assert state["outputs"]["machine_type"] == {"value": "g2-standard-96", "type": "string"}
    assert state["outputs"]["vms"] == {"value": 2, "type": "number"}
    assert state["outputs"]["machine_types"] == {"value": ["g2-standard-96"], "type": ["list", "string"]}
    assert "nvlink_gb_per_s" not in state["outputs"]  # unknown
    other = json.decode(form("tfstate", small(gpus=4)))
    assert other["lineage"] != state["lineage"]


def test_a_map_for_external_programs_is_of_texts_alone() -> None:
    flat = json.decode(form("terraform", l4()), type=dict[str, str])
    assert flat["vms"] == "2"
    assert flat["price_per_hour"] == "16.00666"
    assert flat["nvlink_gb_per_s"] == ""
    assert json.decode(flat["disk_families"]) == ["persistent_disk", "hyperdisk"]


def test_what_is_unknown_is_null_for_terraform_and_absent_for_a_shell() -> None:
    assert "nvlink_gb_per_s           = null\n" in form("tfvars", l4())
    assert "GPU_NVLINK" not in form("env", l4())


def test_a_decision_has_forms_of_its_own() -> None:
    decision = decide("training-gpu", {"model": "small"})
    assert 'outcome       = "t4_l4"\n' in represent(decision, FORMS["tfvars"])
    assert json.decode(represent(decision, FORMS["terraform"]))["accelerators"] == '["nvidia-tesla-t4","nvidia-l4"]'
    goodput = decide("checkpoint-interval", {"save_time": 60, "mtbf": 86400})
    assert float(json.decode(represent(goodput, FORMS["terraform"]))["young_interval"]) == pytest.approx(3219.94, abs=1)


@pytest.mark.parametrize("name", ["gcloud", "gke", "slurm"])
def test_a_decision_names_no_machine(name: str) -> None:
    with pytest.raises(NotRepresentableError, match="/v1/recommendations/training-gpu"):
        represent(decide("training-gpu", {"model": "small"}), FORMS[name])


@pytest.mark.parametrize("name", FORMS)
def test_a_tool_is_never_told_half_of_an_answer(name: str) -> None:
    with pytest.raises(InputsMissingError, match="`vms` is missing"):
        form(name, recommend("training-gpu", {"model": "other"}))
    with pytest.raises(NoCandidateError, match="`memory_gb_per_accelerator` = 24") as refused:
        form(name, small(vms=1, gpus=8, memory_gb_per_accelerator=60, machine_types=["g2-standard-96"]))
    assert any("60 GB are needed" in one.message for one in refused.value.issues)


TEXTS: Final = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(
    ["${path.root}", "%{ if true }", '"; rm -rf /; "', "$(id)", "`id`", "a\nb", "#x", "'", "\\", "yes", "null", "1e3"]
)
FACTS: Final = st.dictionaries(
    st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True),
    TEXTS | st.integers() | st.booleans() | st.lists(TEXTS, max_size=3) | st.none(),
    max_size=6,
)


@settings(max_examples=200)
@given(FACTS)
def test_terraform_reads_back_what_was_meant(facts: dict[str, Any]) -> None:
    state = json.decode(terraform.state(facts))["outputs"]
    assert {name: one["value"] for name, one in state.items()} == {k: v for k, v in facts.items() if v is not None}
    flat = json.decode(terraform.flat(facts), type=dict[str, str])
    assert {name: flat[name] for name, value in facts.items() if isinstance(value, str)} == {
        name: value for name, value in facts.items() if isinstance(value, str)
    }


@settings(max_examples=200)
@given(FACTS)
def test_variables_stay_on_their_lines_and_hold_no_template(facts: dict[str, Any]) -> None:
    text = tfvars.variables(facts)
    assert text.count("\n") == len(facts)
    plain = text.replace("$${", "").replace("%%{", "")
    assert "${" not in plain
    assert "%{" not in plain


@settings(max_examples=200)
@given(FACTS)
def test_a_shell_reads_back_one_word_for_each_variable(facts: dict[str, Any]) -> None:
    lines = env.variables(facts).splitlines()
    known = {name: value for name, value in sorted(facts.items()) if value is not None}
    assert len(lines) == len(known)
    for line, (name, value) in zip(lines, known.items(), strict=True):
        [word] = shlex.split(line)
        assert word.partition("=")[0] == f"GPU_{name.upper()}"
        if isinstance(value, str) and value.isprintable():
            assert word.partition("=")[2] == value
