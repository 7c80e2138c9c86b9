"""A command of gcloud that makes the machines of the first candidate.

Flags and their companions are those of `gcloud compute instances create` and `bulk create`, and of `gcloud compute tpus
tpu-vm create`. What only the user can know is a variable of the shell, which ends the command if it is not set.
"""

from collections.abc import Iterator
from typing import Final

from service.errors import Issue, NotRepresentableError
from service.representations.machine import Machine
from service.representations.quoting import comment, in_shell

_RESERVED: Final = frozenset(
    {"calendar_mode", "on_demand_reservation", "future_reservation", "ai_hypercomputer_future_reservation"}
)
_BOUND: Final = frozenset({"calendar_mode", "ai_hypercomputer_future_reservation"})
"""Of the options that use up a reservation, those that end with it."""
_WAIT: Final = "2h"
"""The longest time that a request for flex-start may wait for capacity."""


def command(machines: list[Machine]) -> str:
    """The command, after what to keep in mind.

    Raises:
        NotRepresentableError: TPUs are asked for in a way that this command can't ask for them.
    """
    machine = machines[0]
    words = _tpu(machine) if machine.is_tpu else _instances(machine)
    return "".join(map(comment, _told(machine))) + " \\\n  ".join(words) + "\n"


def _told(machine: Machine) -> Iterator[str]:
    yield from machine.caveats
    if machine.region:
        yield f"ZONE is a zone of {machine.region}; whether one has this machine is not known here."
    if not machine.is_tpu and not machine.is_arm:
        yield "The default image has no driver for GPUs; --image-family and --image-project name one that has."


def _instances(machine: Machine) -> Iterator[str]:
    yield from _named(machine)
    yield '--zone="${ZONE:?}"'
    yield f"--machine-type={in_shell(machine.machine_type)}"
    if machine.carried.attach:
        yield f"--accelerator={in_shell(f'type={machine.accelerator},count={machine.devices}')}"
    yield "--maintenance-policy=TERMINATE"
    yield f"--boot-disk-type={'pd-balanced' if machine.takes_persistent_disk else 'hyperdisk-balanced'}"
    if machine.is_arm:
        yield '--image-family="${ARM64_IMAGE_FAMILY:?}" --image-project="${IMAGE_PROJECT:?}"'
    yield from _provisioning(machine)


def _named(machine: Machine) -> Iterator[str]:
    """The command itself; `bulk create` takes all or nothing, and no flex-start."""
    if machine.vms == 1:
        yield "gcloud compute instances create gpu-1"
    elif machine.option == "flex_start":
        yield f"gcloud compute instances create $(seq -f gpu-%g {machine.vms})"
    else:
        yield "gcloud compute instances bulk create"
        yield f"--name-pattern='gpu-{'#' * len(str(machine.vms))}' --count={machine.vms}"


def _provisioning(machine: Machine) -> Iterator[str]:
    """How it is obtained, with the flags that this brings along."""
    match machine.option:
        case "spot":
            yield "--provisioning-model=SPOT --instance-termination-action=STOP"
        case "flex_start":
            yield "--provisioning-model=FLEX_START --instance-termination-action=DELETE"
            yield f"--max-run-duration={_duration(machine)} --request-valid-for-duration={_WAIT}"
            yield "--reservation-affinity=none"
        case option if option in _BOUND:
            yield "--provisioning-model=RESERVATION_BOUND --instance-termination-action=DELETE"
    if machine.option in _RESERVED:
        yield '--reservation-affinity=specific --reservation="${RESERVATION:?}"'


def _duration(machine: Machine) -> str:
    return '"${MAX_RUN_DURATION:?}"' if machine.seconds is None else f"{machine.seconds}s"


def _tpu(machine: Machine) -> Iterator[str]:
    """One command makes all VMs of a slice."""
    if machine.consumption in {"flex_start", "calendar"}:
        message = f"`gcloud compute tpus tpu-vm create` knows no `{machine.consumption}`: use `gke`, or another option"
        raise NotRepresentableError([Issue("not-representable", "$.format", message)])
    yield "gcloud compute tpus tpu-vm create tpu-1"
    yield '--zone="${ZONE:?}"'
    yield f"--accelerator-type={in_shell(machine.tpu_type)}"
    yield '--version="${TPU_SOFTWARE_VERSION:?}"'
    if machine.consumption == "spot":
        yield "--spot"
    if machine.consumption == "reservation":
        yield "--reserved"
