"""`gpu-rules test`: the cases of rule files, one line for each."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

Run = Callable[..., Result]


@pytest.fixture
def wrong(rules_dir: Path) -> Path:
    """`training-gpu` with a limit of five VMs: one of its cases is about the fifth."""
    file = rules_dir / "training-gpu" / "1.0.0.yaml"
    file.write_text(file.read_text().replace("vms > 4 ||", "vms > 5 ||"))
    return file


def test_the_cases_of_the_shipped_rules_pass(run: Run) -> None:
    result = run("test")
    lines = result.stdout.splitlines()
    assert all(line.startswith("ok      ") for line in lines)
    assert (result.exit_code, result.stderr) == (0, f"{len(lines)} cases passed\n")


def test_a_case_is_named_by_file_and_name(run: Run, rules_dir: Path) -> None:
    file = rules_dir / "training-gpu" / "1.0.0.yaml"
    assert f"ok      {file}: sixteen GPUs on three VMs" in run("test", file).stdout.splitlines()


def test_a_failed_case_says_what_was_expected_and_found(run: Run, wrong: Path) -> None:
    result = run("test", wrong)
    failed = [line for line in result.stdout.splitlines() if not line.startswith("ok ")]
    assert failed == [f"FAILED  {wrong}: a fifth VM needs NVLink: expected the outcome `nvlink`, found `l4`"]
    assert (result.exit_code, result.stderr) == (1, "1 of 29 cases failed\n")


def test_results_as_json(run: Run, wrong: Path) -> None:
    result = run("test", wrong, "--json")
    results = json.decode(result.stdout)
    assert (results["passed"], results["failed"], results["errors"]) == (28, 1, [])
    assert [one for one in results["cases"] if not one["passed"]] == [
        {
            "file": str(wrong),
            "case": "a fifth VM needs NVLink",
            "passed": False,
            "faults": ["expected the outcome `nvlink`, found `l4`"],
        }
    ]
    assert (result.exit_code, result.stderr) == (1, "")


def test_a_file_whose_cases_can_not_be_run_is_no_success(run: Run, rules_dir: Path) -> None:
    file = rules_dir / "training-gpu" / "1.0.0.yaml"
    file.write_text("kind: [")
    result = run("test", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"error: `{file}` has 1 error beside its cases: see `gpu-rules check {file}`\n" in result.stderr
    assert [one["code"] for one in json.decode(run("test", file, "--json").stdout)["errors"]] == ["yaml-syntax"]
