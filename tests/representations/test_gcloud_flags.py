"""Commands of gcloud for everything that is shipped, against the flags that are documented."""

import shlex
from collections.abc import Iterator

from service.representations.gcloud import command
from service.representations.machine import Machine, machines
from tests.representations.gcloud_flags import BULK, COMPANIONS, DOCUMENTED, PROVISIONED, flags_of
from tests.rules.shipped import decide


def every_machine() -> Iterator[Machine]:
    """Each machine that is shipped, in each way in which it is sold, one and several of it."""
    sold = ("on_demand", "spot", "flex_start", "calendar", "reservation", None)
    for consumption in sold:
        for vms in (1, 12):
            asked = {"accelerators": accelerators(), "vms": vms, "accelerators_per_vm": 0.125, "duration": 7200}
            how = {} if consumption is None else {"consumption": consumption}
            yield from machines(decide("gcp-machines", {**asked, **how}))


def accelerators() -> list[str]:
    """Every accelerator that is shipped."""
    rest = ["nvidia-gb300", "nvidia-gb200", "nvidia-b200", "nvidia-h200-141gb", "nvidia-h100-mega-80gb"]
    rest += ["nvidia-h100-80gb", "nvidia-a100-80gb", "nvidia-tesla-a100", "nvidia-rtx-pro-6000", "nvidia-l4"]
    rest += ["nvidia-tesla-t4", "nvidia-tesla-v100", "nvidia-tesla-p4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu7x"]
    return rest


def test_every_shipped_machine_has_a_command_of_documented_flags_with_all_companions() -> None:
    seen = set()
    for machine in every_machine():
        text = command([machine])
        words = shlex.split(text.replace("\\\n", "").replace('"${RESERVATION:?}"', "mine"), comments=True)
        given = flags_of(words)
        [called] = [one for one in DOCUMENTED if " ".join(words[1:]).startswith(one)]
        assert given.keys() <= DOCUMENTED[called]
        assert called == BULK or "--count" not in given
        seen.add((called, machine.option))
        if machine.is_tpu:
            continue
        assert {name: value for name, value in given.items() if name in PROVISIONED} == COMPANIONS[machine.option]
        assert (called, machine.option) != (BULK, "flex_start")
        assert ("--accelerator" in given) == machine.machine_type.startswith("n1-")
        assert given["--maintenance-policy"] == "TERMINATE"
        hyperdisk_alone = machine.machine_type.startswith(("a3-ultra", "a4", "g4"))
        assert given["--boot-disk-type"] == ("hyperdisk-balanced" if hyperdisk_alone else "pd-balanced")
    assert {option for _, option in seen} >= COMPANIONS.keys() - {"on_demand_reservation"}
    assert {called for called, _ in seen} == set(DOCUMENTED)
