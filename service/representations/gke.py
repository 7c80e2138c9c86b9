"""Google Kubernetes Engine: a compute class with all candidates in order, and a Pod that asks for the first.

The labels of nodes are those that GKE sets and selects by; a compute class (`cloud.google.com/v1`) tries its
priorities from top to bottom. What only the user can know stands in capitals.
"""

from collections.abc import Iterator
from typing import Any, Final

from service.model.text import dump
from service.representations.machine import Machine
from service.representations.quoting import comment

_NAME: Final = "gpu-rules"
_GPU: Final = "nvidia.com/gpu"
_ACCELERATOR: Final = "cloud.google.com/gke-accelerator"
_SPOT: Final = "cloud.google.com/gke-spot"
_ARCH: Final = "kubernetes.io/arch"
_RESERVED: Final = frozenset({"calendar", "reservation"})
_CLASS: Final = (
    "# Takes the first of these machines that there is. A Pod gets them by one selector in place of all others:\n"
    f"# cloud.google.com/compute-class: {_NAME}\n"
)
_POD: Final = "Takes the first of them alone, and knows nothing of that class."


def manifests(machines: list[Machine]) -> str:
    """Two documents of YAML, each after what it is for."""
    first = machines[0]
    several = (f"The job has {first.vms} of these Pods, one for each machine.",) if first.vms > 1 else ()
    told = "".join(map(comment, (_POD, *several, *first.caveats)))
    return f"{_CLASS}{dump(_compute_class(machines))}---\n{told}{dump(_pod(first))}"


def _compute_class(machines: list[Machine]) -> dict[str, Any]:
    return {
        "apiVersion": "cloud.google.com/v1",
        "kind": "ComputeClass",
        "metadata": {"name": _NAME},
        "spec": {
            "priorities": [_priority(one) for one in machines],
            "nodePoolAutoCreation": {"enabled": True},
            "whenUnsatisfiable": "DoNotScaleUp",
        },
    }


def _priority(machine: Machine) -> dict[str, Any]:
    kind, topology = ("tpu", {"topology": "TOPOLOGY"}) if machine.is_tpu else ("gpu", {})
    found: dict[str, Any] = {"machineType": machine.machine_type}
    found[kind] = {"type": _value(machine), "count": machine.devices, **topology}
    match machine.consumption:
        case "spot":
            found["spot"] = True
        case "flex_start":
            found["flexStart"] = {"enabled": True}
            found |= {"maxRunDurationSeconds": machine.seconds} if machine.seconds else {}
        case "calendar" | "reservation":
            found["reservations"] = {"affinity": "Specific", "specific": [{"name": "RESERVATION"}]}
    return found


def _pod(machine: Machine) -> dict[str, Any]:
    resource = machine.carried.gke_resource or _GPU
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": _NAME},
        "spec": {
            "nodeSelector": dict(_selectors(machine)),
            "tolerations": list(_tolerations(machine, resource)),
            "restartPolicy": "Never",
            "containers": [
                {"name": "job", "image": "IMAGE", "resources": {"limits": {resource: str(machine.devices)}}}
            ],
        },
    }


def _selectors(machine: Machine) -> Iterator[tuple[str, str]]:
    yield machine.carried.gke_label or _ACCELERATOR, _value(machine)
    if machine.is_tpu:
        yield "cloud.google.com/gke-tpu-topology", "TOPOLOGY"
    else:
        yield "node.kubernetes.io/instance-type", machine.machine_type
    if machine.is_arm:
        yield _ARCH, "arm64"
    if machine.consumption == "spot":
        yield _SPOT, "true"
    if machine.consumption == "flex_start":
        yield "cloud.google.com/gke-flex-start", "true"
    if machine.consumption in _RESERVED:
        yield "cloud.google.com/reservation-affinity", "specific"
        yield "cloud.google.com/reservation-name", "RESERVATION"


def _tolerations(machine: Machine, resource: str) -> Iterator[dict[str, str]]:
    """Of the taints that GKE puts on such nodes, and of that which is usual on those of Spot."""
    yield {"key": resource, "operator": "Exists", "effect": "NoSchedule"}
    if machine.is_arm:
        yield {"key": _ARCH, "operator": "Equal", "value": "arm64", "effect": "NoSchedule"}
    if machine.consumption == "spot":
        yield {"key": _SPOT, "operator": "Equal", "value": "true", "effect": "NoSchedule"}


def _value(machine: Machine) -> str:
    return machine.carried.gke_accelerator or machine.accelerator
