"""`gpu-rules mcp` serves the rules that it is told to, and says where nobody answers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from service.cli.ending import Code
from tests.cli.conftest import FakeTools

Run = Callable[..., Result]
URL = "http://127.0.0.1:9"


def test_it_serves_the_rules_here_or_those_of_a_service(run: Run, tools: FakeTools, rules_dir: Path) -> None:
    assert run("mcp").exit_code == Code.DONE
    assert tools.served == {"server": "", "rules": None}
    assert run("mcp", "--server", URL).exit_code == Code.DONE
    assert tools.served == {"server": URL, "rules": None}
    assert run("mcp", "--server", URL, "--rules", rules_dir).exit_code == Code.DONE
    assert tools.served == {"server": "", "rules": rules_dir}


def test_a_service_that_gives_no_answer_ends_it(run: Run, tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        message = f"`{URL}/mcp` gives no answer: it is away"
        raise ConnectionError(message)

    monkeypatch.setattr(tools, "mcp", refuse)
    ended = run("mcp", "--server", URL)
    assert (ended.exit_code, ended.stdout) == (Code.UNREACHABLE, "")
    assert ended.stderr == f"error: `{URL}/mcp` gives no answer: it is away\n"
