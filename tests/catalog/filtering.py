"""A second reading of `gcp-machines`: constraints judged one by one over the facts as they were handed over."""

from math import ceil
from typing import Any, Final

from tests.catalog.facts import FACTS, TPUS, machines, model

Question = dict[str, Any]
Machine = dict[str, Any]

DAY: Final = 86_400
SOLD: Final = {
    "on_demand": {"on_demand"},
    "spot": {"spot"},
    "flex_start": {"flex_start"},
    "calendar": {"calendar_mode"},
    "reservation": {"on_demand_reservation", "future_reservation", "ai_hypercomputer_future_reservation"},
}
FP8: Final = {"GB300", "GB200", "B200", "H200", "H100", "RTX-PRO-6000", "L4", "tpu7x"}
N1_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 96)


def meant(question: Question) -> dict[str, Machine]:
    """The machines that have one of the accelerators, by the names of their rows."""
    return {name: one for name, one in machines().items() if one["accelerator_type"] in question["accelerators"]}


def failed(name: str, question: Question) -> set[str]:
    """The constraints that a machine does not meet."""
    machine = machines()[name]
    verdicts = {
        "retired": "lifecycle" not in machine,
        "count": machine["gpu_count"] >= wanted(question),
        "memory": memory(machine) >= question.get("memory_gb_per_accelerator", 0),
        "number_format": computes(machine, question.get("number_format", "any")),
        "consumption": sold(machine, question),
        "duration": lasts(question),
        "machine_types": machine_type(machine, question) in question.get("machine_types", [None, *every_type()]),
        "price": affordable(machine, question),
        "cpu_arch": question.get("cpu_arch") in (None, cpu(machine)),
        "disk_family": question.get("disk_family") in (None, *disks(machine)),
    }
    return {constraint for constraint, met in verdicts.items() if not met}


def wanted(question: Question) -> float:
    """How many accelerators a machine must have."""
    if "accelerators_per_vm" in question:
        return float(question["accelerators_per_vm"])
    if "gpus" not in question:
        return 0
    return ceil(question["gpus"] / question["vms"]) if "vms" in question else 1


def machine_count(machine: Machine, question: Question) -> int:
    """How many machines the job takes."""
    if "vms" in question:
        return int(question["vms"])
    return ceil(question["gpus"] / machine["gpu_count"]) if "gpus" in question else 1


def memory(machine: Machine) -> float:
    """What one accelerator has, or what comes with a share of it."""
    return float(min(machine["gpu_memory_gb_each"], machine["gpu_memory_gb_total"]))


def computes(machine: Machine, number_format: str) -> bool:
    """Whether the accelerator is known to compute in a number format."""
    if number_format == "bf16":
        return bool(model(machine)["bf16"])
    return number_format != "fp8" or machine["gpu_model"] in FP8


def sold(machine: Machine, question: Question) -> bool:
    """Whether the facts say that it is sold so."""
    return "consumption" not in question or bool(SOLD[question["consumption"]] & {*machine.get("consumption", ())})


def lasts(question: Question) -> bool:
    """Whether what it is sold by lasts for so long."""
    duration = question.get("duration", DAY)
    limits = {"flex_start": (600, 7 * DAY), "calendar": (0, 90 * DAY)}
    least, most = limits.get(question.get("consumption", ""), (0, duration))
    return bool(least <= duration <= most)


def every_type() -> list[str]:
    """All machine types that there are."""
    return [one["machine_type"] for one in machines().values() if "machine_type" in one] + [
        f"n1-standard-{size}" for size in N1_SIZES
    ]


def machine_type(machine: Machine, question: Question) -> str | None:
    """The machine type, which for GPUs to attach is chosen."""
    if "machine_type" in machine:
        return str(machine["machine_type"])
    fitting = (one for one in N1_SIZES if one <= machine["max_vcpu"] and one * 3.75 <= machine["max_memory_gb"])
    for size in fitting:
        found = f"n1-standard-{size}"
        allowed = question.get("machine_types")
        if found in allowed if allowed is not None else size * 3.75 >= machine["gpu_memory_gb_total"]:
            return found
    return None


def option(machine: Machine, question: Question) -> str | None:
    """What is asked for, or else the first that suits."""
    if "consumption" in question:
        return str(question["consumption"])
    for name in ("on_demand", "flex_start", "calendar", "reservation", "spot"):
        asked = {**question, "consumption": name}
        if machine.get("consumption") and sold(machine, asked) and lasts(asked):
            return name
    return None


def price(machine: Machine, question: Question) -> float | None:
    """What all machines cost in an hour, by the cheapest list; nothing if nobody knows."""
    listed = [
        one[option(machine, question)]
        for one in FACTS["prices_usd_per_hour"]
        if one["item"] == machine.get("machine_type")
        and one["region"] == question.get("region", one["region"])
        and one.get(option(machine, question)) is not None
    ]
    return min(listed) * machine_count(machine, question) if listed else None


def affordable(machine: Machine, question: Question) -> bool:
    """Whether it is known to cost no more than is allowed."""
    if "max_price_per_hour" not in question:
        return True
    found = price(machine, question)
    return found is not None and found <= question["max_price_per_hour"]


def cpu(machine: Machine) -> str | None:
    """The CPU architecture; N1 has Intel CPUs, of TPU machines nothing is said."""
    return "x86_64" if "host_series" in machine else machine.get("cpu_arch")


def disks(machine: Machine) -> list[str]:
    """What it boots from; N1 with GPUs takes no Hyperdisk, of TPU machines nothing is said."""
    return ["persistent_disk"] if "host_series" in machine else list(machine.get("boot_disk_families", ()))


def accelerators() -> list[str]:
    """All accelerators that there are."""
    return sorted({one["accelerator_type"] for one in machines().values()} | {*TPUS.values()})
