"""What gcloud takes: flags by command, and what each way of obtaining a machine brings along."""

from typing import Final

CREATE, BULK, TPU = ("compute instances create", "compute instances bulk create", "compute tpus tpu-vm create")
COMMON: Final = {
    "--accelerator", "--boot-disk-type", "--image-family", "--image-project", "--instance-termination-action",
    "--machine-type", "--maintenance-policy", "--max-run-duration", "--provisioning-model", "--reservation",
    "--reservation-affinity", "--zone",
}  # fmt: skip
DOCUMENTED: Final = {
    CREATE: COMMON | {"--request-valid-for-duration"},
    BULK: COMMON | {"--count", "--name-pattern"},
    TPU: {"--accelerator-type", "--reserved", "--spot", "--version", "--zone"},
}
"""Flags by command, after the reference of the Google Cloud CLI and its source: `bulk create` has no flex-start."""
COMPANIONS: Final[dict[str, dict[str, str]]] = {
    "on_demand": {},
    "spot": {"--provisioning-model": "SPOT", "--instance-termination-action": "STOP"},
    "flex_start": {
        "--provisioning-model": "FLEX_START",
        "--instance-termination-action": "DELETE",
        "--max-run-duration": "7200s",
        "--request-valid-for-duration": "2h",
        "--reservation-affinity": "none",
    },
    "calendar_mode": {
        "--provisioning-model": "RESERVATION_BOUND",
        "--instance-termination-action": "DELETE",
        "--reservation-affinity": "specific",
        "--reservation": "mine",
    },
    "on_demand_reservation": {"--reservation-affinity": "specific", "--reservation": "mine"},
}
"""What each way of obtaining a machine brings along, from the documentation of Compute Engine."""
COMPANIONS["future_reservation"] = COMPANIONS["on_demand_reservation"]
COMPANIONS["ai_hypercomputer_future_reservation"] = COMPANIONS["calendar_mode"]
PROVISIONED: Final = {name for flags in COMPANIONS.values() for name in flags}


def flags_of(words: list[str]) -> dict[str, str]:
    """Flags with their values."""
    pairs = [word.partition("=") for word in words if word.startswith("--")]
    return {name: value for name, _, value in pairs}
