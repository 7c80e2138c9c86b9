"""Slurm: the lines with which a batch script asks for the machines of the first candidate."""

from typing import Final

from service.errors import Issue, NotRepresentableError
from service.representations.machine import Machine
from service.representations.quoting import comment, in_shell

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_GPU: Final = "gpu"


def lines(machines: list[Machine]) -> str:
    """`#SBATCH` lines, to stand at the head of a script.

    Raises:
        NotRepresentableError: the machine has TPUs, for which Slurm has no resource of its own.
    """
    machine = machines[0]
    if machine.is_tpu:
        message = f"`{machine.machine_type}` has TPUs, which are no generic resource of Slurm: use `gcloud` or `gke`"
        raise NotRepresentableError([Issue("not-representable", "$.format", message)])
    options = [
        f"--nodes={machine.vms}",
        f"--gres={in_shell(machine.carried.slurm_gres or f'{_GPU}:{machine.devices}')}",
        "--exclusive",
        *([f"--time={_time(machine.seconds)}"] if machine.seconds else []),
    ]
    told = [f"{machine.vms} x {machine.machine_type}, {machine.option}", *machine.caveats]
    return "".join([*(f"#SBATCH {one}\n" for one in options), *map(comment, told)])


def _time(seconds: int) -> str:
    """`days-hours:minutes:seconds`."""
    days, rest = divmod(seconds, _DAY)
    return f"{days}-{rest // _HOUR:02}:{rest % _HOUR // _MINUTE:02}:{rest % _MINUTE:02}"
