"""Lines for the head of a batch script of Slurm."""

import shlex

import pytest
from hypothesis import given

from service.errors import NotRepresentableError
from service.representations.quoting import one_line
from tests.representations.hostile import TEXTS
from tests.representations.machines import form, made


def test_lines() -> None:
    assert (
        form("slurm", made("It is in preview.", slurm_gres="gpu:8", constraints={"duration": 178_200.0}))
        == """\
#SBATCH --nodes=2
#SBATCH --gres=gpu:8
#SBATCH --exclusive
#SBATCH --time=2-01:30:00
# 2 x g2-standard-96, on_demand
# It is in preview.
"""
    )


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (1, "0-00:00:01"),
        (0.5, "0-00:00:01"),
        (3600, "0-01:00:00"),
        (86_399.1, "1-00:00:00"),
        (86_400 * 90, "90-00:00:00"),
    ],
)
def test_the_time_is_never_shorter_than_the_job(seconds: float, time: str) -> None:
    assert f"#SBATCH --time={time}\n" in form("slurm", made(constraints={"duration": seconds}))


def test_where_nobody_knows_the_name_of_a_resource_it_is_the_usual_one() -> None:
    assert "#SBATCH --gres=gpu:8\n" in form("slurm", made(slurm_gres=None))


def test_tpus_are_no_resource_of_slurm() -> None:
    with pytest.raises(NotRepresentableError, match="`ct6e-standard-4t` has TPUs"):
        form("slurm", made(machine_type="ct6e-standard-4t", tpu_type_prefix="v6e"))


@given(TEXTS, TEXTS)
def test_no_value_is_another_option(gres: str, caveat: str) -> None:
    lines = form("slurm", made(caveat, slurm_gres=gres or None)).splitlines()
    options = [line for line in lines if line.startswith("#SBATCH")]
    assert len(options) == 3
    assert shlex.split(options[1].removeprefix("#SBATCH ")) == [f"--gres={one_line(gres) if gres else 'gpu:8'}"]
    assert all(line.startswith("#") for line in lines)
