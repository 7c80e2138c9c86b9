"""Walk-throughs of the documentation: commands that build upon each other, run by a shell beside a running service."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.docs.console import ROOT, Example, commands

_BLOCK = re.compile(r"^```shell-session\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = "---8<---"
_PORT = ":8000"
_PATIENCE = 300
"""Seconds that all commands may take, on a machine that does much else."""
_TIMES = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ")


def steps(document: str) -> list[Example]:
    """All commands of the walk-through of a document, in their order."""
    return [one for block in _BLOCK.findall((ROOT / document).read_text()) for one in commands(block)]


def walk(some: list[Example], directory: Path, port: int) -> list[str]:
    """What each command prints, errors included, in one shell that runs in a directory; the service is at a port."""
    script = "".join(f"{one.text}\necho '{_MARK}'\n" for one in some).replace(_PORT, f":{port}")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GPU_RULES_")}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = subprocess.run(
        ["/bin/bash"],
        input=f"exec 2>&1\n{script}",
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    return [one.rstrip() for one in done.stdout.split(f"{_MARK}\n")[: len(some)]]


def timeless(text: str) -> str:
    """The text without what differs from one day to the next."""
    return _TIMES.sub("0000-00-00 00:00:00Z", text)
