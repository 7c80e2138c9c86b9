"""`gpu-rules openapi`, `schema` and `serve`: the right thing is handed on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

from tests.cli.conftest import FakeTools

Run = Callable[..., Result]


def test_the_contract_goes_to_standard_output(run: Run) -> None:
    result = run("openapi")
    assert "- /v1/decisions/training-gpu\n" in result.stdout
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_contract_as_json(run: Run) -> None:
    assert "/v1/decisions/training-gpu" in json.decode(run("openapi", "--json").stdout)


@pytest.mark.parametrize("command", ["openapi", "schema"])
def test_a_document_goes_to_a_file(run: Run, tmp_path: Path, command: str) -> None:
    file = tmp_path / "document"
    result = run(command, "--output", file)
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_text(encoding="utf-8") == run(command).stdout


def test_a_file_that_can_not_be_written(run: Run, tmp_path: Path) -> None:
    result = run("schema", "--output", tmp_path / "nowhere" / "document")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "can't be written: No such file or directory" in result.stderr


def test_broken_rules_have_no_contract(run: Run, rules_dir: Path, tmp_path: Path) -> None:
    (rules_dir / "live.yaml").write_text("training-gpu: 9.0.0\n")
    result = run("openapi", "--output", tmp_path / "document")
    assert result.exit_code == 1
    assert "error: live.yaml:1: unknown-version: " in result.stderr
    assert not (tmp_path / "document").exists()


def test_serve_hands_on_what_was_given(run: Run, tools: FakeTools, rules_dir: Path) -> None:
    assert run("serve", "--host", "::1", "--port", "0", "--workers", "2", "--rules", rules_dir).exit_code == 0
    assert tools.served == {"host": "::1", "port": 0, "workers": 2, "rules": rules_dir}


def test_serve_leaves_the_rest_to_the_settings(run: Run, tools: FakeTools) -> None:
    assert run("serve").exit_code == 0
    assert tools.served == {"host": None, "port": None, "workers": None, "rules": None}


@pytest.mark.parametrize(
    "words", ["--port 65536", "--port http", "--workers 0", "--rules nowhere", f"--rules {__file__}"]
)
def test_serve_refuses_what_can_not_be(run: Run, tools: FakeTools, words: str) -> None:
    assert run("serve", *words.split()).exit_code == 2
    assert tools.served is None
