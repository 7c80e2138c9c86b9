"""A Slurm cluster on this machine: two nodes with eight GPUs each, which are links, and no setup of the system."""

import os
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.contract.conftest import PATIENCE, free_port
from tests.examples.tools import run, surroundings, tool

NODES = ("n1", "n2")
GPUS = 8

_CONFIGURATION = """\
ClusterName=trial
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort={controller}
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/%n
SlurmctldPidFile={place}/controller.pid
SlurmdPidFile={place}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerType=sched/builtin
SwitchType=switch/none
MpiDefault=none
GresTypes=gpu
{nodes}
EnforcePartLimits=ALL
PartitionName=all Nodes=ALL Default=YES State=UP
"""
_NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=96 RealMemory=380000 Gres=gpu:{gpu}:8"


@contextmanager
def cluster(place: Path, gpu: str) -> Generator[dict[str, str]]:
    """A cluster whose GPUs are of this kind, until the end of the block; gives the environment for its commands."""
    controller, node = tool("slurmctld"), tool("slurmd")
    if os.geteuid() != 0:
        pytest.skip("the daemons of Slurm act for other users, which takes root")
    configuration = _configure(place, gpu)
    env = {"SLURM_CONF": str(configuration)}
    with ExitStack() as running:
        running.enter_context(_daemon(controller, "-D", "-c", "-f", configuration, place=place, env=env))
        for name in NODES:
            running.enter_context(_daemon(node, "-D", "-N", name, "-f", configuration, place=place, env=env))
        _wait_until_idle(place, env)
        yield env


def _configure(place: Path, gpu: str) -> Path:
    """Write what Slurm reads."""
    host = socket.gethostname()
    (place / "state").mkdir()
    for name in NODES:
        (place / name).mkdir()
    for number in range(GPUS):
        (place / f"gpu{number}").symlink_to(os.devnull)
    nodes = "\n".join(_NODE.format(name=name, host=host, port=free_port(), gpu=gpu) for name in NODES)
    (place / "gres.conf").write_text(f"Name=gpu Type={gpu} File={place}/gpu[0-{GPUS - 1}]\n")
    text = _CONFIGURATION.format(host=host, controller=free_port(), place=place, nodes=nodes)
    (place / "slurm.conf").write_text(text)
    return place / "slurm.conf"


@contextmanager
def _daemon(*command: str | Path, place: Path, env: dict[str, str]) -> Generator[None]:
    """One of Slurm's daemons in the foreground; it is ended at the end of the block."""
    with (place / "log").open("ab") as log:
        process = subprocess.Popen(command, env={**surroundings(), **env}, stdout=log, stderr=log)  # noqa: S603 - found
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _wait_until_idle(place: Path, env: dict[str, str]) -> None:
    """Ask until all nodes take jobs; say what the daemons wrote if they do not."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = run(tool("sinfo"), "--noheader", "--Node", "--format=%T", cwd=place, env=env)
        if found.out.split() == ["idle"] * len(NODES):
            return
        time.sleep(0.2)
    pytest.fail(f"the cluster did not get ready: {(place / 'log').read_text(errors='replace')}")
