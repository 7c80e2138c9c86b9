"""The programs of others that the examples are for: where they are, and what they say."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import Struct

from tests.docs.console import ROOT

EXAMPLES = ROOT / "examples"
PATIENCE = 120
"""Seconds that one program may take, on a machine that does much else."""

_OURS = Path(sys.executable).parent


class Done(Struct, frozen=True):
    """What a program said, and whether it was content (0)."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """Everything that it printed, in words and spaces: programs break and frame lines as they like."""
        return " ".join(f"{self.out}\n{self.err}".replace("│", " ").split())


def shown(example: str) -> list[str]:
    """What the README of an example says that is printed."""
    return re.findall(r"^```text\n(.*?)^```$", (EXAMPLES / example / "README.md").read_text(), re.MULTILINE | re.DOTALL)


def tool(name: str) -> str:
    """The path of a program: beside this Python (`make tools`), or on the PATH; without it, the test is skipped."""
    return tools(name)[0]


def tools(name: str) -> list[str]:
    """The paths of all programs of this name; without any, the test is skipped."""
    places = [str(_OURS), *os.environ["PATH"].split(os.pathsep)]
    found = dict.fromkeys(one for one in (shutil.which(name, path=place) for place in places) if one)
    if not found:
        pytest.skip(f"`{name}` is not here")
    return list(found)


def run(*command: str | Path, cwd: Path, given: str = "", env: Mapping[str, str] | None = None) -> Done:
    """Run a program with our programs on its PATH, and with nothing that this machine has set for ours or for it."""
    done = subprocess.run(  # noqa: S603 - programs that the tests have found
        command,
        cwd=cwd,
        input=given,
        env={**surroundings(), **(env or {})},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def surroundings() -> dict[str, str]:
    """The environment without settings for the programs that are tried, or a proxy between them and the service."""
    theirs = ("ANSIBLE_", "GPU_RULES_", "KUBE", "SBATCH_", "SLURM", "TF_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    ours = {
        "CHECKPOINT_DISABLE": "1",  # Terraform would ask whether there is a newer one
        "KUBECONFIG": os.devnull,
        "LC_ALL": "C.UTF-8",  # Ansible refuses others
        "NO_PROXY": "127.0.0.1",
        "PATH": f"{_OURS}{os.pathsep}{os.environ['PATH']}",
    }
    return {**kept, **ours}
