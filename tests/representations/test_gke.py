"""Manifests for Google Kubernetes Engine: as they are written, against the schema of Kubernetes, and read back."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from service.model.text import dump
from tests.examples.tools import run, tool
from tests.representations.hostile import TEXTS
from tests.representations.machines import form, linked, made, small

LABELS: dict[str, Any] = {
    "gke_label": "cloud.google.com/gke-tpu-accelerator",
    "gke_accelerator": "tpu-v6e-slice",
    "gke_resource": "google.com/tpu",
    "tpu_type_prefix": "v6e",
}
"""What the catalog says of machines with TPU v6e."""


def test_two_documents() -> None:
    assert (
        form("gke", made("It is in preview."))
        == """\
# Takes the first of these machines that there is. A Pod gets them by one selector in place of all others:
# cloud.google.com/compute-class: gpu-rules
apiVersion: cloud.google.com/v1
kind: ComputeClass
metadata:
  name: gpu-rules
spec:
  priorities:
  - machineType: g2-standard-96
    gpu:
      type: nvidia-l4
      count: 8
  nodePoolAutoCreation:
    enabled: true
  whenUnsatisfiable: DoNotScaleUp
---
# Takes the first of them alone, and knows nothing of that class.
# The job has 2 of these Pods, one for each machine.
# It is in preview.
apiVersion: v1
kind: Pod
metadata:
  name: gpu-rules
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
    node.kubernetes.io/instance-type: g2-standard-96
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  restartPolicy: Never
  containers:
  - name: job
    image: IMAGE
    resources:
      limits:
        nvidia.com/gpu: "8"
"""
    )


def documents(found: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the compute class and the Pod specify."""
    compute_class, pod = yaml.safe_load_all(form("gke", found))
    return compute_class["spec"], pod["spec"]


@pytest.mark.parametrize(
    ("consumption", "selectors", "priority"),
    [
        ("on_demand", {}, {}),
        ("spot", {"cloud.google.com/gke-spot": "true"}, {"spot": True}),
        (
            "flex_start",
            {"cloud.google.com/gke-flex-start": "true"},
            {"flexStart": {"enabled": True}, "maxRunDurationSeconds": 7200},
        ),
        (
            "reservation",
            {
                "cloud.google.com/reservation-affinity": "specific",
                "cloud.google.com/reservation-name": "RESERVATION",
            },
            {"reservations": {"affinity": "Specific", "specific": [{"name": "RESERVATION"}]}},
        ),
    ],
)
def test_how_nodes_are_obtained(consumption: str, selectors: dict[str, str], priority: dict[str, Any]) -> None:
    spec, pod = documents(small(consumption=consumption, duration="2 h", machine_types=["g2-standard-4"]))
    own = {
        "cloud.google.com/gke-accelerator": "nvidia-l4",
        "node.kubernetes.io/instance-type": "g2-standard-4",
    }
    assert pod["nodeSelector"] == own | selectors
    assert spec["priorities"] == [
        {"machineType": "g2-standard-4", "gpu": {"type": "nvidia-l4", "count": 1}, **priority}
    ]
    tolerated = {one["key"] for one in pod["tolerations"]}
    assert tolerated == {"nvidia.com/gpu"} | ({"cloud.google.com/gke-spot"} if consumption == "spot" else set())


def test_a_compute_class_has_all_candidates_in_their_order() -> None:
    found = small(vms=1, gpus=4, number_format="fp16")
    spec, _ = documents(found)
    assert len(found.candidates) > 1
    assert [one["machineType"] for one in spec["priorities"]] == [
        one.fields["machine_type"] for one in found.candidates
    ]


def test_nodes_with_arm_are_selected_and_their_taint_tolerated() -> None:
    _, pod = documents(linked(consumption="reservation", machine_types=["a4x-highgpu-4g"]))
    assert pod["nodeSelector"]["kubernetes.io/arch"] == "arm64"
    assert {"key": "kubernetes.io/arch", "operator": "Equal", "value": "arm64", "effect": "NoSchedule"} in pod[
        "tolerations"
    ]


def test_tpus_have_labels_and_resources_of_their_own() -> None:
    spec, pod = documents(made(machine_type="ct6e-standard-4t", devices_per_vm=4, consumption=None, **LABELS))
    assert pod["nodeSelector"] == {
        "cloud.google.com/gke-tpu-accelerator": "tpu-v6e-slice",
        "cloud.google.com/gke-tpu-topology": "TOPOLOGY",
    }
    assert pod["containers"][0]["resources"] == {"limits": {"google.com/tpu": "4"}}
    assert spec["priorities"] == [
        {"machineType": "ct6e-standard-4t", "tpu": {"type": "tpu-v6e-slice", "count": 4, "topology": "TOPOLOGY"}}
    ]


@pytest.mark.parametrize("version", ["1.30", "1.34"])
def test_kubernetes_knows_every_member_of_a_pod(tmp_path: Path, version: str) -> None:
    validate = tool("kubernetes-validate")
    found = [
        *(made(consumption=one, constraints={"duration": 7200}) for one in ("spot", "flex_start", "reservation")),
        made(cpu_arch="arm64"),
        made(**LABELS),
    ]
    for number, one in enumerate(found):
        _, pod = yaml.safe_load_all(form("gke", one))
        (tmp_path / f"{number}.yaml").write_text(dump(pod))
    judged = run(validate, "--strict", "--kubernetes-version", version, *sorted(tmp_path.iterdir()), cwd=tmp_path)
    assert judged.code == 0, judged.text


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_no_value_is_more_than_a_value(kind: str, accelerator: str, caveat: str) -> None:
    compute_class, pod = yaml.safe_load_all(form("gke", made(caveat, machine_type=kind, accelerator_type=accelerator)))
    assert pod["spec"]["nodeSelector"] == {
        "cloud.google.com/gke-accelerator": accelerator,
        "node.kubernetes.io/instance-type": kind,
    }
    assert compute_class["spec"]["priorities"] == [{"machineType": kind, "gpu": {"type": accelerator, "count": 8}}]
