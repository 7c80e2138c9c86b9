"""What stops `serve` before it listens."""

import socket
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.bootstrap.composition import Composition
from service.cli.main import create_cli
from tests.docs.console import ROOT


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left in the working directory."""
    monkeypatch.setenv("GPU_RULES_DATA_DIR", str(tmp_path))


def serve(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(create_cli(Composition()), ["serve", "--rules", str(ROOT / "rules"), *words])
    return result.exit_code, result.output


@pytest.mark.parametrize("backlog", [1, 128], ids=["a short queue", "a long queue"])
def test_a_port_that_is_taken_is_said_before_anything_starts(backlog: int) -> None:
    with closing(socket.create_server(("127.0.0.1", 0), backlog=backlog, reuse_port=True)) as taken:
        port = taken.getsockname()[1]
        assert serve("--port", str(port)) == (
            2,
            f"error: `127.0.0.1` port {port} can't be listened on: address already in use\n",
        )


def test_an_address_that_is_not_of_this_machine_is_said() -> None:
    code, words = serve("--host", "192.0.2.1")
    assert (code, words.startswith("error: `192.0.2.1` port 8000 can't be listened on: ")) == (2, True)


def test_a_host_that_has_no_address_is_said() -> None:
    code, words = serve("--host", "no.such.host.invalid")
    assert code == 2
    assert words.startswith("error: `no.such.host.invalid` port 8000 can't be listened on: ")
    assert "errno" not in words
