"""The playbook for Ansible, run by Ansible beside a service."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.examples.conftest import Serving
from tests.examples.tools import EXAMPLES, Done, run, shown, tool

HERE = EXAMPLES / "ansible"
WRITTEN = "machines.auto.tfvars.json"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The example in a directory of its own, and Ansible's own files apart from those of whoever runs the tests."""
    shutil.copytree(HERE, tmp_path / "ansible")
    return tmp_path / "ansible"


def play(place: Path, service: Serving, *options: str, **variables: object) -> Done:
    """Run the playbook with other variables than its own."""
    given = json.dumps({"server": service.url, **variables})
    command = (tool("ansible-playbook"), "machines.yml", "--extra-vars", given, *options)
    return run(*command, cwd=place, env={"ANSIBLE_HOME": str(place / "home"), "ANSIBLE_NOCOLOR": "1"})


def recap(done: Done) -> dict[str, int]:
    """How many tasks were so: `ok`, `changed`, `failed`."""
    line = done.out[done.out.index("PLAY RECAP") :]
    return {name: int(count) for name, count in re.findall(r"(\w+)=(\d+)", line)}


def test_the_machines_are_written_down_once_and_nothing_is_written_to_try_it(place: Path, service: Serving) -> None:
    tried = play(place, service, "--check")
    assert tried.code == 0, tried.text
    assert recap(tried)["changed"] == 1
    assert not (place / WRITTEN).exists()

    done = play(place, service)
    assert recap(done)["changed"] == 1
    assert "2 x g2-standard-96: 8 x L4 with 24 GB each" in done.text
    assert shown("ansible")[0] in done.out
    found = json.loads((place / WRITTEN).read_text())
    assert (found["machine_type"], found["vms"]) == ("g2-standard-96", 2)
    assert isinstance(found["price_per_hour"], float)

    assert recap(play(place, service))["changed"] == 0


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        (
            {"constraints": {"number_format": "bf16", "memory_gb_per_accelerator": 60}},
            "g2-standard-96: its accelerators have 24 GB each, and 60 GB are needed",
        ),
        ({"inputs": {"model": "other", "vms": 2, "gpus": 16}}, "Is latency critical"),
    ],
    ids=["no machine holds it", "an input is missing"],
)
def test_the_play_fails_with_the_reason_where_no_machine_is_recommended(
    variables: dict[str, object], reason: str, place: Path, service: Serving
) -> None:
    failed = play(place, service, **variables)
    assert failed.code == 2
    assert reason in failed.text
    assert recap(failed)["failed"] == 1
    assert not (place / WRITTEN).exists()
