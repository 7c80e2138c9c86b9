"""The script for Slurm: what the service recommends is submitted to a real controller, which takes it or refuses it."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.cluster import GPUS, NODES, cluster
from tests.examples.conftest import Serving
from tests.examples.tools import EXAMPLES, PATIENCE, Done, run, shown, tool

HERE = EXAMPLES / "slurm"
JOB = ("model=other", "number_format=bf16", "memory_gb_per_accelerator=20")
PATIENT = (*JOB, "latency_critical=false")
MOST = ("latency_critical=true", "machine_types=a2-megagpu-16g")


@pytest.fixture(scope="module")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A cluster of two nodes with eight L4 each."""
    with cluster(tmp_path_factory.mktemp("slurm"), "l4") as env:
        yield env


def submit(service: Serving, cwd: Path, *question: str, **env: str) -> Done:
    """Run the example's script for the example's job."""
    tool("curl")
    given = {"GPU_RULES_SERVER": service.url, **env}
    return run(HERE / "submit.sh", HERE / "train.sh", *question, cwd=cwd, env=given)


def test_what_is_recommended_stands_between_the_first_line_of_the_job_and_its_own_options(
    service: Serving, tmp_path: Path
) -> None:
    done = submit(service, tmp_path, *PATIENT, "vms=2", "gpus=16", DRY_RUN="1")
    assert done.code == 0, done.err
    first, *rest = (HERE / "train.sh").read_text().splitlines()
    lines = done.out.splitlines()
    assert lines[0] == first
    assert lines[-len(rest) :] == rest
    added = lines[1 : -len(rest)]
    assert {"#SBATCH --nodes=2", "#SBATCH --gres=gpu:8"} <= set(added)
    assert any("g2-standard-96" in line for line in added)
    assert all(line.startswith("#") for line in added)
    assert shown("slurm")[0] == done.out


def test_the_job_runs_on_two_nodes_with_all_of_their_gpus(
    service: Serving, slurm: dict[str, str], tmp_path: Path
) -> None:
    done = submit(service, tmp_path, *PATIENT, "vms=2", "gpus=16", **slurm)
    assert done.code == 0, done.err
    number = done.out.removeprefix("Submitted batch job ").strip()
    gpus = ",".join(map(str, range(GPUS)))
    wanted = [f"{node} has GPUs {gpus}" for node in NODES]
    assert written(tmp_path / f"train-{number}.out", lines=len(wanted)) == wanted
    assert shown("slurm")[1].splitlines() == wanted


@pytest.mark.parametrize(
    ("job", "what"),
    [
        ((*JOB, *MOST, "vms=2", "gpus=32"), "--gres=gpu:16"),
        ((*PATIENT, "vms=4", "gpus=32"), "--nodes=4"),
    ],
    ids=["more GPUs than a node has", "more nodes than there are"],
)
def test_what_the_cluster_does_not_have_is_refused(
    job: tuple[str, ...], what: str, service: Serving, slurm: dict[str, str], tmp_path: Path
) -> None:
    assert f"#SBATCH {what}\n" in submit(service, tmp_path, *job, DRY_RUN="1").out
    done = submit(service, tmp_path, *job, **slurm)
    assert done.code == 1
    assert "Batch job submission failed" in done.err
    assert "Submitted" not in done.out


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (("model=other", "latency_critical=false", "vms=2", "gpus=16", "memory_gb_per_accelerator=60"), "24 GB each"),
        (("model=other", "vms=two"), "`vms` must be a whole number"),
        (("model=other", "vms=2", "gpus=16"), "`latency_critical` is missing"),
    ],
    ids=["no machine holds it", "no number", "an input is missing"],
)
def test_without_a_machine_the_reason_is_printed_and_nothing_is_submitted(
    question: tuple[str, ...], reason: str, service: Serving, tmp_path: Path
) -> None:
    done = submit(service, tmp_path, *question)
    assert done.code == 1
    assert reason in done.err
    assert not done.out


def written(file: Path, lines: int) -> list[str]:
    """The lines of a file, in order, once there are so many."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = sorted(file.read_text().splitlines()) if file.exists() else []
        if len(found) >= lines:
            return found
        time.sleep(0.1)
    pytest.fail(f"the job wrote {file.read_text() if file.exists() else 'nothing'}")
