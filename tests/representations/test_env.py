"""Variables of a shell, read by one."""

import subprocess
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from service.representations import env
from service.representations.facts import Facts
from tests.representations.hostile import FACTS
from tests.representations.machines import form, made


def test_a_file_of_variables() -> None:
    assert (
        form("env", made())
        == """\
GPU_ACCELERATOR_TYPE=nvidia-l4
GPU_ACCELERATORS=nvidia-l4
GPU_ACCELERATORS_PER_VM=8
GPU_ATTACH=false
GPU_CONSUMPTION=on_demand
GPU_CONSUMPTION_OPTION=on_demand
GPU_DEVICES_PER_VM=8
GPU_DISK_FAMILIES=persistent_disk,hyperdisk
GPU_MACHINE_TYPE=g2-standard-96
GPU_MACHINE_TYPES=g2-standard-96
GPU_OUTCOME=l4
GPU_OUTCOME_TITLE='L4 (and no other)'
GPU_PRICE_PER_HOUR=16.00666
GPU_RULE=training-gpu
GPU_RULE_DIGEST=sha256:0f68
GPU_RULE_VERSION=1.0.0
GPU_SELECTION_VERSION=1.0.0
GPU_VMS=2
"""
    )


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FACTS)
def test_a_shell_reads_back_what_was_meant(tmp_path: Path, facts: Facts) -> None:
    (tmp_path / "answer.env").write_text(env.variables(facts))
    script = "set -eu; set -a; . ./answer.env; set +a; env -0"
    done = subprocess.run(  # noqa: S603 - our own text, which assigns variables
        ["/bin/sh", "-c", script], cwd=tmp_path, env={}, capture_output=True, check=True
    )
    lines = [one.decode().partition("=") for one in done.stdout.split(b"\0")]
    found = {name: value for name, _, value in lines if name.startswith("GPU_")}
    texts = {name: value for name, value in facts.items() if isinstance(value, str) and value.isprintable()}
    assert found.keys() == {f"GPU_{name.upper()}" for name, value in facts.items() if value is not None}
    assert {name: found[f"GPU_{name.upper()}"] for name in texts} == texts
    assert [one.name for one in tmp_path.iterdir()] == ["answer.env"]


@settings(max_examples=40)
@given(FACTS)
def test_each_variable_has_one_line(facts: Facts) -> None:
    lines = env.variables(facts).splitlines()
    assert len(lines) == sum(value is not None for value in facts.values())
