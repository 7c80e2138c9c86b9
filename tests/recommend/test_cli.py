"""`gpu-rules recommend`: a page for people, JSON, what a tool takes, and how it ends; here, or at a service."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec import json

from service.model.recommendation import SentRecommendation, received, sent
from tests.cli.conftest import FakeService, FakeTools, rules_dir, run, service, tools  # noqa: F401 - fixtures
from tests.recommend.asking import recommend
from tests.recommend.test_other_rules import TREE
from tests.selection.world import NAMES, SAMPLES

Run = Callable[..., Result]
Ask = Callable[..., Result]
JOB = ("model=other", "latency_critical=false", "vms=2", "gpus=16", "number_format=bf16", "consumption=on_demand")
GIVEN: dict[str, Any] = {"model": "other", "latency_critical": False, "vms": 2, "gpus": 16}
ON_DEMAND: dict[str, Any] = {"number_format": "bf16", "consumption": "on_demand"}
ROW = "  1.  g2-standard-96  nvidia-l4                           8    2  on_demand    16.00666"


@pytest.fixture
def ask(run: Run, service: FakeService) -> Ask:  # noqa: F811
    """Runs the command against a service that gives the answer of the shipped rules to this question."""

    def ask(rule: str, inputs: dict[str, Any], *options: str, version: str | None = None, **constraints: Any) -> Result:
        service.body = sent(recommend(rule, inputs, version, **constraints))
        return run("recommend", rule, *JOB, "--server", service.url, *options)

    return ask


def test_rules_here_and_a_service_say_the_same(run: Run, ask: Ask, service: FakeService) -> None:  # noqa: F811
    there = ask("training-gpu", GIVEN, **ON_DEMAND)
    here = run("recommend", "training-gpu", *JOB)
    assert (here.exit_code, here.output) == (0, there.output)
    [request] = service.requests
    assert (request.method, request.path) == ("GET", f"/v1/recommendations/training-gpu?{'&'.join(JOB)}")


def test_a_page_tells_the_decision_the_machines_and_why_not_the_others(ask: Ask) -> None:
    result = ask("training-gpu", GIVEN, **ON_DEMAND, memory_gb_per_accelerator=20)
    lines = result.output.splitlines()
    assert (result.exit_code, lines[0]) == (0, "L4")
    machines = lines.index("Machines, chosen by gcp-machines 1.0.0")
    assert lines[machines + 2] == ROW
    assert "     - 8 x L4 with 24 GB each" in lines
    assert "  - g2-standard-48: it comes with 4 x L4, and each VM needs 8, for 16 in all" in lines
    assert lines[-3] == "Keep in mind"


def test_without_a_machine_it_says_which_one_change_would_do(ask: Ask) -> None:
    result = ask("training-gpu", GIVEN, **ON_DEMAND, memory_gb_per_accelerator=60)
    assert result.exit_code == 1
    assert "No candidate meets all constraints." in result.output
    assert "  - memory_gb_per_accelerator=24 in place of 60: g2-standard-96\n" in result.output


def test_an_estimate_is_told_with_what_it_is_made_of(ask: Ask) -> None:
    named = {"workload": "training", "model": "large-transformer", "number_format": "bf16"}
    result = ask("choose-gpu", named, version="2.0.0", memory={"parameters": 7e10})
    assert result.exit_code == 1
    assert "Estimated by memory 1.0.0\n" in result.output
    assert "  memory_gb_per_accelerator  1288 GB\n" in result.output
    assert "No single accelerator has 1288 GB" in result.output
    assert (
        "  - a4-highgpu-8g: its accelerators have 180 GB each, and 1288 GB are needed on each of them" in result.output
    )


def test_what_is_needed_is_asked_for(ask: Ask) -> None:
    result = ask("training-gpu", {"model": "other"})
    assert result.exit_code == 1
    assert "     vms=... (a whole number, in VM)" in result.output
    assert "Machines" not in result.output


def test_json_is_the_whole_recommendation(ask: Ask) -> None:
    result = ask("training-gpu", GIVEN, "--json", **ON_DEMAND)
    found = received(json.decode(result.stdout, type=SentRecommendation))
    assert (result.exit_code, found.candidates[0].fields["machine_type"]) == (0, "g2-standard-96")


def test_a_tool_gets_its_own_form_or_an_error(ask: Ask) -> None:
    done = ask("training-gpu", GIVEN, "--format", "env", **ON_DEMAND)
    assert done.exit_code == 0
    assert "GPU_MACHINE_TYPE=g2-standard-96\n" in done.stdout
    failed = ask("training-gpu", GIVEN, "--format", "env", **ON_DEMAND, memory_gb_per_accelerator=60)
    assert (failed.exit_code, failed.stdout) == (1, "")
    assert "no machine meets all constraints" in failed.stderr


def test_names_of_estimates_are_told_in_full(run: Run) -> None:  # noqa: F811
    lacking = run("recommend", "training-gpu", "model=large-transformer", "memory.parameters=7e10")
    assert (lacking.exit_code, lacking.stdout) == (1, "")
    assert "in `memory`: `workload` is missing" in lacking.stderr
    wrong = run("recommend", "training-gpu", *JOB, "memory.parametres=7e10")
    assert wrong.exit_code == 1
    assert "the nearest is `memory.parameters`" in wrong.stderr


def test_fields_of_other_selections_are_shown_as_they_are(
    run: Run,  # noqa: F811
    tools: FakeTools,  # noqa: F811
    tmp_path: Path,
) -> None:
    texts = {name: (SAMPLES / name / "1.0.0.yaml").read_text(encoding="utf-8") for name in NAMES}
    tools.rules_dir = tmp_path / "other"
    for name, text in (texts | {"which-chips": TREE}).items():
        (tools.rules_dir / name).mkdir(parents=True)
        (tools.rules_dir / name / "1.0.0.yaml").write_text(text, encoding="utf-8")
    live = "".join(f"{name}: 1.0.0\n" for name in (*NAMES, "which-chips"))
    (tools.rules_dir / "live.yaml").write_text(live, encoding="utf-8")
    result = run("recommend", "which-chips", "model=small", "machine_count=2", "chip_count=16")
    assert result.exit_code == 0
    assert "      machine  chip        chips_per_machine  machines  price_per_hour  price_as_of\n" in result.output
    refused = run("recommend", "which-chips", "model=small", "--format", "gcloud")
    assert refused.exit_code == 1
    assert "without what a machine needs" in refused.stderr
