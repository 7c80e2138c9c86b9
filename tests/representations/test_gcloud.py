"""Commands of gcloud: as they are written, and run by a shell."""

import subprocess
from typing import Any, Final

import pytest
from hypothesis import given, settings

from service.errors import NotRepresentableError
from service.model.recommendation import Recommendation
from service.representations.quoting import one_line
from tests.representations.gcloud_flags import flags_of
from tests.representations.hostile import TEXTS
from tests.representations.machines import form, linked, made, small

SAID: Final = {
    "ZONE": "us-central1-a",
    "RESERVATION": "mine",
    "MAX_RUN_DURATION": "1d",
    "ARM64_IMAGE_FAMILY": "debian-12-arm64",
    "IMAGE_PROJECT": "debian-cloud",
    "TPU_SOFTWARE_VERSION": "v2-alpha-tpuv6e",
}
"""What only the user knows."""


def test_several_machines_on_demand() -> None:
    assert (
        form("gcloud", made())
        == """\
# The default image has no driver for GPUs; --image-family and --image-project name one that has.
gcloud compute instances bulk create \\
  --name-pattern='gpu-#' --count=2 \\
  --zone="${ZONE:?}" \\
  --machine-type=g2-standard-96 \\
  --maintenance-policy=TERMINATE \\
  --boot-disk-type=pd-balanced
"""
    )


def test_one_that_waits_for_capacity_in_a_region() -> None:
    fields: dict[str, Any] = {
        "machine_type": "a4-highgpu-8g",
        "accelerator_type": "nvidia-b200",
        "disk_families": ["hyperdisk"],
    }
    sold: dict[str, Any] = {"consumption": "flex_start", "consumption_option": "flex_start"}
    given = {"duration": 259_200, "region": "us-east1"}
    found = made("Nobody knows what it costs.", constraints=given, vms=1, **fields, **sold)
    assert (
        form("gcloud", found)
        == """\
# Nobody knows what it costs.
# ZONE is a zone of us-east1; whether one has this machine is not known here.
# The default image has no driver for GPUs; --image-family and --image-project name one that has.
gcloud compute instances create gpu-1 \\
  --zone="${ZONE:?}" \\
  --machine-type=a4-highgpu-8g \\
  --maintenance-policy=TERMINATE \\
  --boot-disk-type=hyperdisk-balanced \\
  --provisioning-model=FLEX_START --instance-termination-action=DELETE \\
  --max-run-duration=259200s --request-valid-for-duration=2h \\
  --reservation-affinity=none
"""
    )


def test_a_slice_of_tpus() -> None:
    v5p: dict[str, Any] = {"machine_type": "ct5p-hightpu-4t", "accelerator_type": "tpu-v5p", "devices_per_vm": 4}
    cores: dict[str, Any] = {
        "tpu_type_prefix": "v5p",
        "tpu_type_counts": "cores",
        "consumption": None,
        "consumption_option": None,
    }
    assert (
        form("gcloud", made(**v5p, **cores))
        == """\
gcloud compute tpus tpu-vm create tpu-1 \\
  --zone="${ZONE:?}" \\
  --accelerator-type=v5p-16 \\
  --version="${TPU_SOFTWARE_VERSION:?}"
"""
    )


@pytest.mark.parametrize(("consumption", "flag"), [("spot", "--spot"), ("reservation", "--reserved")])
def test_how_tpus_are_obtained(consumption: str, flag: str) -> None:
    found = form("gcloud", made(tpu_type_prefix="v6e", tpu_type_counts="chips", consumption=consumption))
    assert found.endswith(f'--accelerator-type=v6e-16 \\\n  --version="${{TPU_SOFTWARE_VERSION:?}}" \\\n  {flag}\n')


@pytest.mark.parametrize("consumption", ["flex_start", "calendar"])
def test_how_they_are_not_obtained_by_this_command(consumption: str) -> None:
    with pytest.raises(NotRepresentableError, match=f"knows no `{consumption}`: use `gke`"):
        form("gcloud", made(tpu_type_prefix="v6e", tpu_type_counts="chips", consumption=consumption))


def arguments(text: str, said: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What gcloud is given when a shell runs that: one argument to a line, each ended by a NUL."""
    script = f"gcloud() {{ printf '%s\\0' \"$@\"; }}\n{text}"
    return subprocess.run(  # noqa: S603 - our own text, in which `gcloud` is a function
        ["/bin/sh", "-c", script],
        env={"PATH": "/usr/bin:/bin", **said},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(
            lambda: small(gpus=4, consumption="spot", machine_types=["n1-standard-32"]),
            {"--accelerator": "type=nvidia-tesla-t4,count=4", "--provisioning-model": "SPOT"},
            id="N1 has its GPUs attached",
        ),
        pytest.param(
            lambda: linked(consumption="flex_start", machine_types=["a4-highgpu-8g"]),
            {"--max-run-duration": "1d"},
            id="how long flex-start is to last is asked for where nobody has said it",
        ),
        pytest.param(
            lambda: linked(consumption="reservation", machine_types=["a4x-highgpu-4g"]),
            {"--image-family": "debian-12-arm64", "--image-project": "debian-cloud", "--reservation": "mine"},
            id="Arm needs an image of its own",
        ),
    ],
)
def test_a_shell_gives_gcloud_what_is_meant(found: Any, expected: dict[str, str]) -> None:
    done = arguments(form("gcloud", found()), SAID)
    assert done.returncode == 0
    given = flags_of(done.stdout.split("\0"))
    assert expected.items() <= given.items()
    assert given["--zone"] == "us-central1-a"


def test_names_are_as_many_as_machines() -> None:
    found: Recommendation = made(consumption="flex_start", consumption_option="flex_start", vms=3)
    done = arguments(form("gcloud", found), SAID)
    assert done.stdout.split("\0")[:6] == ["compute", "instances", "create", "gpu-1", "gpu-2", "gpu-3"]


@pytest.mark.parametrize("name", ["ZONE", "RESERVATION"])
def test_what_only_the_user_knows_is_never_left_out_silently(name: str) -> None:
    found = made(consumption="calendar", consumption_option="calendar_mode", vms=1)
    done = arguments(form("gcloud", found), {key: value for key, value in SAID.items() if key != name})
    assert done.returncode != 0
    assert not done.stdout
    assert name in done.stderr


@settings(max_examples=60)
@given(TEXTS, TEXTS, TEXTS)
def test_no_value_is_more_than_a_value(kind: str, accelerator: str, caveat: str) -> None:
    found = made(caveat, constraints={"region": caveat}, machine_type=kind, accelerator_type=accelerator, attach=True)
    done = arguments(form("gcloud", found), SAID)
    assert (done.returncode, done.stderr) == (0, "")
    given = flags_of(done.stdout.split("\0"))
    assert given["--machine-type"] == one_line(kind)
    assert given["--accelerator"] == f"type={one_line(accelerator)},count=8"
