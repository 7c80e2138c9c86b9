"""The workflow for GitHub Actions: its steps are run as they stand, with a `docker` that runs our own commands."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contract.conftest import COMMAND
from tests.examples.conftest import Serving, serving
from tests.examples.tools import EXAMPLES, Done, run, shown
from tests.loopback import ask

WORKFLOW = yaml.safe_load((EXAMPLES / "github-actions" / "rules.yml").read_text())
DOCKER = f"""\
#!/bin/sh
until [ "$1" = "$IMAGE" ]; do shift; done
shift
exec {sys.executable} -c 'from service.bootstrap import main; main()' "$@"
"""
NEXT = "scheduling-goodput/1.2.0.yaml"


def step(job: str) -> dict[str, Any]:
    """The step of a job that runs something."""
    (found,) = (one for one in WORKFLOW["jobs"][job]["steps"] if "run" in one)
    result: dict[str, Any] = found
    return result


@pytest.fixture
def repository(few_rules: Path) -> Path:
    """A checkout with rules, beside a directory with `docker`; version 1.2.0 is new in it."""
    programs = few_rules.parent / "programs"
    programs.mkdir()
    (programs / "docker").write_text(DOCKER)
    (programs / "docker").chmod(0o755)
    text = (few_rules / "scheduling-goodput" / "1.1.0.yaml").read_text()
    (few_rules / NEXT).write_text(text.replace("version: 1.1.0", "version: 1.2.0"))
    return few_rules.parent


@pytest.fixture
def service(repository: Path) -> Iterator[Serving]:
    """The service that is published to; it has the versions that were there before."""
    before = repository / "before"
    shutil.copytree(repository / "rules", before)
    (before / NEXT).unlink()
    with serving(before, repository / "data") as running:
        yield running


def act(job: str, repository: Path, **given: str) -> Done:
    """Run the step of a job as a runner does: in a shell that stops at the first error."""
    env = {**given, "IMAGE": WORKFLOW["env"]["IMAGE"], "PATH": f"{repository / 'programs'}:{os.environ['PATH']}"}
    env |= {"GITHUB_REPOSITORY": "example/rules", "GITHUB_SHA": "4f1a", "PYTHONPATH": str(EXAMPLES.parent)}
    return run("/bin/bash", "-e", "-o", "pipefail", "-c", step(job)["run"], cwd=repository, env=env)


def token(service: Serving, *scopes: str) -> str:
    """A new token of the service."""
    asked = ["token", "new", "--name", "ci", *(f"--scope={one}" for one in scopes)]
    command = [*COMMAND[:-1], *asked]
    return subprocess.run(  # noqa: S603 - ours
        command, env=service.environment, capture_output=True, text=True, check=True, cwd=EXAMPLES.parent
    ).stdout.strip()


def test_a_pull_request_with_sound_rules_passes(repository: Path) -> None:
    assert act("check", repository).code == 0


def test_a_mistake_is_annotated_where_it_stands_and_fails_the_check(repository: Path) -> None:
    file = repository / "rules" / NEXT
    file.write_text(file.read_text().replace("scheduling_goodput: 0.75", "scheduling_goodput: 0.8"))
    done = act("check", repository)
    assert done.code == 1
    (line,) = (one for one in done.out.splitlines() if one.startswith("::error"))
    assert shown("github-actions")[0].strip() == line


def test_what_is_merged_is_published_and_answers_when_it_is_made_live(repository: Path, service: Serving) -> None:
    secret = token(service, "publish", "activate")
    given = {"GPU_RULES_SERVER": service.url, "GPU_RULES_TOKEN": secret}
    published = act("publish", repository, **given)
    assert published.code == 0, published.text
    assert "published before: scheduling-goodput 1.1.0" in published.out
    assert "published: scheduling-goodput 1.2.0" in published.out
    assert live(service) == "1.1.0"
    chosen = {"RULE": "scheduling-goodput", "VERSION": "1.2.0", "REASON": "tried; $(false) (me)"}
    assert act("activate", repository, **given, **chosen).code == 0
    assert live(service) == "1.2.0"


def live(service: Serving) -> str:
    """The version that answers who names none."""
    return str(ask("GET", f"{service.url}/v1/rules/scheduling-goodput").json()["version"])


def test_the_token_reaches_no_step_of_a_pull_request() -> None:
    assert "secrets." not in json.dumps(WORKFLOW["jobs"]["check"])
    assert WORKFLOW["jobs"]["publish"]["if"] == "github.event_name == 'push'"
    assert WORKFLOW[True]["push"]["branches"] == ["main"]  # YAML 1.1 reads `on` as true


@pytest.mark.parametrize("job", ["publish", "activate"])
def test_what_a_step_needs_is_given_to_its_container_by_name_and_no_text_of_others_is_put_into_a_script(
    job: str,
) -> None:
    script, env = step(job)["run"], step(job)["env"]
    assert "${{" not in script
    for name in ("GPU_RULES_SERVER", "GPU_RULES_TOKEN"):
        assert name in env
        assert f"--env {name} " in script
