"""The modules for Terraform: run where they need no provider; else read by Terraform, and asked what they ask."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.examples.conftest import Serving
from tests.examples.tools import EXAMPLES, Done, run, shown, tool, tools
from tests.loopback import ask

HERE = EXAMPLES / "terraform"
MODULES = ["external", "http", "remote-state"]
FOUND = {"machine_type": "g2-standard-96", "vms": 2, "price_per_hour": 16.00666}
TOO_MUCH = {"memory_gb_per_accelerator": "60"}


@pytest.fixture(params=MODULES)
def module(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Each of the modules, in a directory of its own."""
    return copied(request.param, tmp_path)


def copied(name: str, place: Path) -> Path:
    """A module in a directory of its own."""
    shutil.copytree(HERE / name, place / name)
    return place / name


def terraform(module: Path, *words: str, given: str = "", **variables: Any) -> Done:
    """Run Terraform in a module, with values for its variables."""
    env = {f"TF_VAR_{name}": one if isinstance(one, str) else json.dumps(one) for name, one in variables.items()}
    return run(tool("terraform"), *words, cwd=module, given=given, env={"TF_IN_AUTOMATION": "1", **env})


def knows_postconditions(program: str) -> bool:
    """Whether this Terraform is 1.2 or later."""
    found = json.loads(run(program, "version", "-json", cwd=HERE).out)["terraform_version"]
    return [int(one) for one in found.split(".")[:2]] >= [1, 2]


def evaluated(module: Path, expression: str, **variables: Any) -> Any:
    """What an expression of a module is, by Terraform itself; what needs a provider is taken out of it first."""
    for name in ("main.tf", "outputs.tf", "versions.tf"):
        (module / name).unlink()
    done = terraform(module, "console", given=f"jsonencode({expression})", **variables)
    assert done.code == 0, done.text
    return json.loads(json.loads(done.out))


def outputs_of(module: Path) -> dict[str, str]:
    """The outputs of a module, and the name in the answer that each reads."""
    text = (module / "outputs.tf").read_text()
    return dict(re.findall(r'output "(\w+)".*?local\.machines\.(\w+)', text, re.DOTALL))


def test_the_modules_are_written_as_terraform_writes_them(module: Path) -> None:
    done = terraform(module, "fmt", "-check", "-diff")
    assert done.code == 0, done.text


@pytest.mark.parametrize(("name", "provider"), [("external", "hashicorp/external"), ("remote-state", "terraform.io")])
def test_terraform_reads_a_module_and_the_provider_that_it_needs(name: str, provider: str) -> None:
    done = terraform(HERE / name, "providers")
    assert done.code == 0, done.text
    assert provider in done.out


def test_terraform_reads_the_module_with_a_postcondition() -> None:
    program = next((one for one in tools("terraform") if knows_postconditions(one)), None)
    if program is None:
        pytest.skip("no Terraform is here that knows postconditions, which came with 1.2")
    done = run(program, "providers", cwd=HERE / "http")
    assert done.code == 0, done.text
    assert "hashicorp/http" in done.out


def test_the_remote_state_is_applied_and_gives_the_machines(service: Serving, tmp_path: Path) -> None:
    module = copied("remote-state", tmp_path)
    assert terraform(module, "init", "-input=false").code == 0
    applied = terraform(module, "apply", "-input=false", "-auto-approve", "-no-color", server=service.url)
    assert applied.code == 0, applied.text
    assert f"Outputs:\n\n{shown('terraform')[0]}" in applied.out
    found = json.loads(terraform(module, "output", "-json").out)
    assert {name: one["value"] for name, one in found.items()} == FOUND
    again = terraform(module, "plan", "-input=false", "-detailed-exitcode", server=service.url)
    assert again.code == 0, f"a second plan sees a change: {again.text}"


def test_the_remote_state_fails_where_no_machine_is_recommended_and_its_question_says_why(
    service: Serving, tmp_path: Path
) -> None:
    module = copied("remote-state", tmp_path)
    assert terraform(module, "init", "-input=false").code == 0
    job = {**evaluated(copied("remote-state", tmp_path / "else"), "var.job"), **TOO_MUCH}
    failed = terraform(module, "apply", "-input=false", "-auto-approve", "-no-color", server=service.url, job=job)
    assert failed.code == 1
    assert shown("terraform")[2].strip() == "Error: Unexpected HTTP response code 422"
    assert shown("terraform")[2].strip() in failed.text
    asked = terraform(module, "console", given="local.question", server=service.url, job=job).out.strip().strip('"')
    answer = ask("GET", asked)
    assert answer.status_code == 422
    assert "its accelerators have 24 GB each, and 60 GB are needed" in answer.json()["detail"]


def test_the_http_data_source_asks_what_is_answered_with_everything_that_it_reads(
    service: Serving, tmp_path: Path
) -> None:
    asked = evaluated(copied("http", tmp_path), "{ url = local.url, body = local.body }", server=service.url)
    headers = {"Content-Type": "application/json"}
    answer = ask("POST", asked["url"], content=asked["body"], headers=headers)
    assert answer.status_code == 200, answer.text
    flat = answer.json()
    assert {name: flat[source] for name, source in outputs_of(HERE / "http").items()} == texts(FOUND)


def test_the_postcondition_of_the_http_data_source_has_the_reason_to_show(service: Serving, tmp_path: Path) -> None:
    given = {"memory_gb_per_accelerator": 60}
    question = "{ url = local.url, body = local.body }"
    asked = evaluated(copied("http", tmp_path), question, server=service.url, constraints=given)
    headers = {"Content-Type": "application/json"}
    answer = ask("POST", asked["url"], content=asked["body"], headers=headers)
    source = (HERE / "http" / "main.tf").read_text()
    assert "condition     = self.status_code == 200" in source
    assert "jsondecode(self.response_body).detail" in source
    assert answer.status_code == 422
    _, told = shown("terraform")[1].split("\n\n")
    assert answer.json()["detail"].startswith(" ".join(told.split()).removesuffix(" ..."))


@pytest.mark.parametrize("by", ["the rules here", "a service"])
def test_the_external_program_answers_with_everything_that_is_read(by: str, service: Serving, tmp_path: Path) -> None:
    done = external(tmp_path, server=service.url if by == "a service" else "")
    assert done.code == 0, done.text
    result = json.loads(done.out)
    assert all(isinstance(one, str) for one in result.values())
    outputs = outputs_of(HERE / "external")
    assert {name: result[source] for name, source in outputs.items()} == texts(FOUND)


def test_the_external_program_fails_with_the_reason_where_no_machine_is_recommended(tmp_path: Path) -> None:
    job = {**evaluated(copied("external", tmp_path / "job"), "var.job"), **TOO_MUCH}
    failed = external(tmp_path, job=job)
    assert failed.code == 1
    assert not failed.out
    assert "its accelerators have 24 GB each, and 60 GB are needed" in failed.text


def external(place: Path, **variables: Any) -> Done:
    """What the provider `external` does: start the program of the module with its query on standard input."""
    asked = evaluated(copied("external", place), "{ program = local.program, query = local.query }", **variables)
    return run(*asked["program"], cwd=EXAMPLES.parent, given=json.dumps(asked["query"]))


def texts(values: dict[str, Any]) -> dict[str, str]:
    """Values as a flat map of strings holds them."""
    return {name: one if isinstance(one, str) else json.dumps(one) for name, one in values.items()}
