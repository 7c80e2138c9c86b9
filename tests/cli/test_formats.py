"""`--format` of `gpu-rules decide`: the answer as a tool takes it."""

from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_a_decision_as_variables_of_terraform(run: Run) -> None:
    done = run("decide", "training-gpu", "model=small", "--format", "tfvars")
    assert done.exit_code == 0
    assert '\naccelerators  = ["nvidia-tesla-t4", "nvidia-l4"]\noutcome       = "t4_l4"\n' in done.stdout


def test_machines_of_a_selection(run: Run) -> None:
    words = 'accelerators=["nvidia-l4"] gpus=16 vms=2 consumption=flex_start duration=2d'
    done = run("decide", "gcp-machines", *words.split(), "--format", "gcloud")
    assert done.exit_code == 0
    assert "--max-run-duration=172800s" in done.stdout


def test_what_has_no_form_prints_none(run: Run) -> None:
    done = run("decide", "training-gpu", "model=small", "--format", "gke")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "`gpu-rules recommend training-gpu`" in done.stderr


@pytest.mark.parametrize("command", ["decide", "recommend"])
def test_an_answer_comes_in_one_form(run: Run, command: str) -> None:
    done = run(command, "training-gpu", "model=small", "--format", "env", "--json")
    assert (done.exit_code, "either `--format` or `--json`, not both" in done.stderr) == (2, True)


def test_an_unknown_form_is_a_mistake(run: Run) -> None:
    done = run("decide", "training-gpu", "model=small", "--format", "tfvar")
    assert done.exit_code == 2
    assert "tfvars" in done.stderr
