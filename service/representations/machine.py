"""A candidate as the tools that make machines see it."""

import math
from typing import Annotated, Final

from msgspec import Meta, Struct, ValidationError, convert

from service.errors import Issue, NotRepresentableError
from service.model.decision import Candidate
from service.representations.answers import Answer, caveats_of, chosen_of, constraints_of

_Count = Annotated[int, Meta(ge=1)]
UNKNOWN: Final = "unknown consumption"
"""How a machine is obtained for which nobody knows that."""


class Carried(Struct, frozen=True, kw_only=True):
    """What a candidate has to carry, and what it may; nothing is unknown."""

    machine_type: str
    accelerator_type: str
    vms: _Count
    devices_per_vm: _Count
    consumption: str | None = None
    consumption_option: str | None = None
    attach: bool | None = None
    cpu_arch: str | None = None
    disk_families: list[str] | None = None
    gke_label: str | None = None
    gke_accelerator: str | None = None
    gke_resource: str | None = None
    slurm_gres: str | None = None
    tpu_type_prefix: str | None = None
    tpu_type_counts: str | None = None


class Machine(Struct, frozen=True, kw_only=True):
    """A machine type, how many of it, and how they are obtained.

    Attributes:
        carried: what the candidate says, by the names of its fields.
        consumption: on_demand, spot, flex_start, calendar or reservation, or `UNKNOWN`.
        option: what Google calls that.
        seconds: how long it is needed without a break, rounded up, if that is known.
        region: where, if that is known.
        caveats: what to keep in mind.
    """

    carried: Carried
    consumption: str
    option: str
    seconds: int | None = None
    region: str | None = None
    caveats: tuple[str, ...] = ()

    @property
    def machine_type(self) -> str:
        """As in gcloud."""
        return self.carried.machine_type

    @property
    def accelerator(self) -> str:
        """As in gcloud."""
        return self.carried.accelerator_type

    @property
    def devices(self) -> int:
        """Accelerators that each VM shows, a share of one counting as one."""
        return self.carried.devices_per_vm

    @property
    def vms(self) -> int:
        """How many."""
        return self.carried.vms

    @property
    def is_tpu(self) -> bool:
        """Whether it has TPUs, which other commands make."""
        return self.carried.tpu_type_prefix is not None

    @property
    def is_arm(self) -> bool:
        """Whether its CPUs are Arm, for which images and programs are built apart."""
        return self.carried.cpu_arch == "arm64"

    @property
    def takes_persistent_disk(self) -> bool:
        """Whether it boots from Persistent Disk; what is not known counts as yes, as most machines do."""
        families = self.carried.disk_families
        return not families or "persistent_disk" in families

    @property
    def tpu_type(self) -> str:
        """The accelerator type of all VMs together as Cloud TPU counts it: `v6e-8`; v5p counts cores, two to a chip."""
        chips = self.devices * self.vms
        count = 2 * chips if self.carried.tpu_type_counts == "cores" else chips
        return f"{self.carried.tpu_type_prefix}-{count}"


def machines(answer: Answer) -> list[Machine]:
    """The candidates, in order.

    Raises:
        NotRepresentableError: the selection gives its candidates other fields than those that a machine needs.
    """
    chosen, given = chosen_of(answer), constraints_of(answer)
    general = caveats_of(answer)
    seconds, region = given.get("duration"), given.get("region")
    return [
        Machine(
            carried=(carried := _carried(one)),
            consumption=carried.consumption or UNKNOWN,
            option=carried.consumption_option or carried.consumption or UNKNOWN,
            seconds=math.ceil(seconds) if isinstance(seconds, int | float) else None,
            region=region if isinstance(region, str) else None,
            caveats=(*one.caveats, *general),
        )
        for one in (chosen.candidates if chosen else ())
    ]


def _carried(candidate: Candidate) -> Carried:
    try:
        return convert(candidate.fields, Carried)
    except ValidationError as error:
        words = (
            f"`{candidate.key}` is a candidate without what a machine needs: {str(error)[:1].lower()}{str(error)[1:]}"
        )
        raise NotRepresentableError([Issue("not-representable", "$.format", words)]) from error
