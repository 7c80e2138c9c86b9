"""What the examples talk to: services in processes of their own, on free ports, with the shipped rules or one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from tests.contract.conftest import COMMAND, PATIENCE, free_port, wait_until_ready
from tests.docs.console import ROOT

_SERVER = """\
import os
from granian import Granian
from granian.constants import Interfaces
port = int(os.environ["GPU_RULES_PORT"])
Granian("service.bootstrap:create_app", factory=True, interface=Interfaces.ASGI, port=port).serve()
"""
ANSWERING = (sys.executable, "-c", _SERVER)
"""A server of the application alone: it answers questions at once, as it has no store and proves nothing."""


class Serving(Struct, frozen=True):
    """A service that runs: where, and in which environment."""

    url: str
    environment: dict[str, str]


@contextmanager
def serving(rules: Path, data: Path, command: Sequence[str] = COMMAND) -> Generator[Serving]:
    """A service of these rules, until the end of the block."""
    port = free_port()
    settings = {"PORT": str(port), "RULES_DIR": str(rules), "DATA_DIR": str(data), "LOG_LEVEL": "error"}
    environment = {**os.environ, **{f"GPU_RULES_{name}": value for name, value in settings.items()}}
    data.mkdir()
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=data)  # noqa: S603 - ours
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", process, data / "log")
            yield Serving(f"http://127.0.0.1:{port}", environment)
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The shipped rules."""
    with serving(ROOT / "rules", tmp_path_factory.mktemp("examples") / "data", ANSWERING) as running:
        yield running


@pytest.fixture
def few_rules(tmp_path: Path) -> Path:
    """A directory of rules with one rule, which is checked in no time."""
    place = tmp_path / "rules"
    shutil.copytree(ROOT / "rules" / "scheduling-goodput", place / "scheduling-goodput")
    (place / "live.yaml").write_text("scheduling-goodput: 1.1.0\n")
    return place
