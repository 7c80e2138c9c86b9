"""What the documents show is what a user gets: every `curl` and every `gpu-rules` in them is run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from litestar import Litestar
from litestar.testing import TestClient

from service.bootstrap import create_app
from service.bootstrap.composition import Composition
from service.cli.main import create_cli
from service.settings import Settings
from tests.docs.console import ROOT, Example, examples, steady

DOCUMENTS = ["README.md", "rules/README.md", "openapi/README.md"]
BASE = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """The shipped rules, served."""
    data_dir = str(tmp_path_factory.mktemp("data"))
    with TestClient(create_app(Settings(rules_dir=str(ROOT / "rules"), data_dir=data_dir))) as client:
        yield client


@pytest.mark.parametrize("example", [one for document in DOCUMENTS for one in examples(document, "curl")], ids=str)
def test_a_documented_call_gets_the_documented_answer(example: Example, client: TestClient[Litestar]) -> None:
    words = example.words[: example.words.index("|")] if "|" in example.words else example.words
    url = next(word for word in words if word.startswith(BASE))
    data = next((words[index + 1] for index, word in enumerate(words) if word in {"-d", "--json"}), None)
    headers = dict(words[index + 1].split(": ", 1) for index, word in enumerate(words) if word == "-H")
    if "--json" in words:
        headers["Content-Type"] = "application/json"
    response = client.request("POST" if data else "GET", url.removeprefix(BASE), content=data, headers=headers)
    if example.output.startswith("{"):
        assert steady(response.text) == steady(example.output)
    else:
        assert response.text.strip() == example.output.strip()


@pytest.mark.parametrize("example", [one for document in DOCUMENTS for one in examples(document, "gpu-rules")], ids=str)
def test_a_documented_command_prints_what_is_documented(
    example: Example, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("GPU_RULES_DATA_DIR", str(tmp_path))
    result = CliRunner().invoke(create_cli(Composition()), example.words[1:])
    assert result.output.rstrip() == example.output.rstrip()


def test_the_readme_shows_at_least_one_decision_of_each_kind() -> None:
    assert len(examples("README.md", "curl")) >= 3
