"""The walk-through of the README is walked, beside a service as it tells to start it: everything is as it says."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from tests.contract.conftest import COMMAND, PATIENCE, free_port, wait_until_ready
from tests.docs.console import ROOT
from tests.docs.walkthrough import steps, timeless, walk

STEPS = steps("README.md")


class Walk(Struct):
    """Where it went, and what each command printed."""

    directory: Path
    printed: list[str]


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """The walk in a directory with a copy of the shipped rules, where the service runs as well."""
    directory, port = tmp_path_factory.mktemp("walk"), free_port()
    shutil.copytree(ROOT / "rules", directory / "rules")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GPU_RULES_")}
    with (directory / "log").open("wb") as log:
        command = [*COMMAND, "--port", str(port)]
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=directory)  # noqa: S603 - ours
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", process, directory / "log")
            yield Walk(directory, walk(STEPS, directory, port))
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def test_there_is_a_walk_through() -> None:
    words = [one.words[1] for one in STEPS if one.words[0] == "gpu-rules"]
    assert {"check", "diff", "publish", "replay", "activate", "rollback", "export"} <= set(words)


def test_each_step_prints_what_is_documented_and_what_was_published_is_a_file_at_the_end(walked: Walk) -> None:
    for step, printed in zip(STEPS, walked.printed, strict=True):
        assert timeless(printed) == timeless(step.output.rstrip()), step
    rules = walked.directory / "rules"
    assert (rules / "training-gpu" / "1.1.0.yaml").read_bytes() == (walked.directory / "draft.yaml").read_bytes()
    assert "training-gpu: 1.1.0\n" in (rules / "live.yaml").read_text()
