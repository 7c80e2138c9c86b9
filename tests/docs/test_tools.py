"""The snippets for other tools ask what the service answers, and read what is in the answer."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml
from litestar.testing import TestClient

from service.bootstrap import create_app
from service.settings import Settings
from tests.docs.console import ROOT

README = (ROOT / "README.md").read_text()


def fenced(language: str, holding: str) -> str:
    """The one block of a language that holds a text."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    [one] = [block for block in found if holding in block]
    return str(one)


Answer = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answer]:
    """Asks the shipped rules which GPU to take for a training."""
    data_dir = str(tmp_path_factory.mktemp("data"))
    with TestClient(create_app(Settings(rules_dir=str(ROOT / "rules"), data_dir=data_dir))) as client:

        def ask(inputs: dict[str, Any]) -> dict[str, Any]:
            response = client.post("/v1/decisions/training-gpu", json={"inputs": inputs})
            assert response.status_code == 200
            decision: dict[str, Any] = response.json()
            return decision

        yield ask


def test_the_ansible_task_gets_a_decision_and_shows_its_accelerator(answer: Answer) -> None:
    ask, show = yaml.safe_load(fenced("yaml", "ansible.builtin.uri"))
    uri = ask["ansible.builtin.uri"]
    assert (uri["url"], uri["method"], uri["body_format"]) == (
        "http://127.0.0.1:8000/v1/decisions/training-gpu",
        "POST",
        "json",
    )
    decision = answer(uri["body"]["inputs"])
    assert decision["status"] == "decided"
    assert "gpu.json.outcome.recommend.accelerators[0]" in show["ansible.builtin.debug"]["msg"]
    assert decision["outcome"]["recommend"]["accelerators"][0] == "nvidia-l4"


def test_the_terraform_data_source_gets_a_decision_and_reads_its_accelerator(answer: Answer) -> None:
    source = fenced("hcl", 'data "http"')
    found = re.search(r"inputs = \{(.*?)\}", source)
    assert found
    inputs = yaml.safe_load("{" + found[1].replace(" =", ":") + "}")
    assert "/v1/decisions/training-gpu" in source
    assert ".outcome.recommend.accelerators[0]" in source
    assert answer(inputs)["outcome"]["recommend"]["accelerators"] == ["nvidia-l4"]


@pytest.mark.parametrize("word", ["status", "decided", "outcome", "actions", "ask", "question", "choices", "repeat"])
def test_what_a_chat_is_told_to_read_is_in_the_answers(answer: Answer, word: str) -> None:
    decided = answer({"model": "small"})
    asking = answer({})
    assert word in f"{decided}{asking}"
