"""Programs that the main page shows, run against a service; what they print is what stands there."""

import ast
import re
import subprocess
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from textwrap import indent
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import json

from service.http.app import create_app
from service.sandbox.runner import Sandbox
from service.understanding.reading import read
from service.usecases.conversing.limits import Limits
from tests.docs.console import ROOT
from tests.examples.conftest import Serving
from tests.http.served import parts
from tests.http.test_examples import Proving
from tests.understanding.shipped import inputs_of

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
HERE, ELSEWHERE = "http://127.0.0.1:8000", "https://rules.example.org"
_STAND_IN: Final = '''\
from types import SimpleNamespace as Made

class OpenAI:
    """Stands in for the client of OpenAI: the model asks the first function that it is told of."""

    def __init__(self):
        self.responses = self

    def create(self, *, model, input, tools):
        [tool] = [one for one in tools if one["name"] == "training-gpu"]
        assert tool["strict"] and tool["parameters"]["required"] == list(tool["parameters"]["properties"])
        arguments = '{"model": null, "vms": 3, "gpus": null, "latency_critical": null}'
        return Made(output=[Made(type="function_call", name="training-gpu", call_id="1", arguments=arguments)])
'''


def block(language: str, holding: str) -> str:
    """The one block of a language that holds a text."""
    [found] = [
        one for one in re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL) if holding in one
    ]
    return str(found)


def printed(program: str, service: Serving, *beside: Path) -> str:
    """What a program prints that asks this service."""
    text = program.replace(HERE, service.url).replace(ELSEWHERE, service.url).replace(', token="gr_..."', "")
    environment = {**service.environment, "PYTHONPATH": ":".join(map(str, (ROOT, *beside)))}
    done = subprocess.run(  # noqa: S603 - the document is ours
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_program_that_asks_and_is_refused(service: Serving) -> None:
    lines = printed(block("python", "import Client, Refused"), service).splitlines()
    assert lines[0] == "L4"
    assert lines[1].startswith("model_class - ")
    assert lines[-2] == "422 requirement-not-met"
    assert lines[-1].startswith("$.inputs.gpus every VM needs at least one GPU (")


def test_a_program_that_asks_for_many_jobs_at_once(service: Serving) -> None:
    program = block("python", "AsyncClient(")
    said = program.rstrip().rpartition("# ")[2]
    body = indent(program, "    ") + "    print(' | '.join(one.outcome.title for one in decisions))\n"
    head = "import asyncio\nfrom service.client import AsyncClient\nasync def main():\n"
    assert printed(f"{head}{body}asyncio.run(main())\n", service).strip() == said


def test_an_agent(service: Serving) -> None:
    program = block("python", "from mcp.client.client")
    said = README.partition(program)[2].partition("```\n\n```\n")[2].partition("```")[0]
    assert printed(program, service) == said


def test_a_message_of_an_agent(service: Serving) -> None:
    [body] = re.findall(r"-d '(\{\"jsonrpc\".*\})'$", README, re.MULTILINE)
    accept = "application/json, text/event-stream"
    answer = httpx.post(
        f"{service.url}/mcp", content=body, headers={"content-type": "application/json", "accept": accept}
    )
    assert without_identity(answer.json()) == without_identity(json.decode(block("json", '"jsonrpc"')))


def without_identity(message: dict[str, Any]) -> dict[str, Any]:
    """The problem in a message, without what each request has of its own."""
    result = message["result"]
    [content] = result["content"]
    return {**json.decode(content["text"]), "request_id": "", "isError": result["isError"]}


def test_a_model_that_calls_functions(service: Serving, tmp_path: Path) -> None:
    (tmp_path / "openai.py").write_text(_STAND_IN, encoding="utf-8")
    program = block("python", "from openai import OpenAI")
    answered = ast.literal_eval(printed(f"{program}print([said[-1]])\n", service, tmp_path))
    decision = json.decode(answered[0]["output"])
    assert (decision["status"], decision["ask"][0]["input"]) == ("needs-input", "model")


def test_a_talk() -> None:
    """The messages of the page, one after the other, in a process with a store."""
    talk = README.partition("\n### Talk to it\n")[2].partition("\n### ")[0]
    bodies = re.findall(r"-d '(\{\"text\".*\})'$", talk, re.MULTILINE)
    said = re.findall(r"^```text\n(.*?)^```$", talk, re.MULTILINE | re.DOTALL)
    assert len(bodies) == len(said) == 3
    assert talked(bodies) == [one.strip() for one in said]


def talked(bodies: list[str]) -> list[str]:
    """What is answered to each; a search has as long as it takes."""
    headers = {"content-type": "application/json", "accept": "text/plain"}
    sandbox = Sandbox(seconds=60, memory_mb=2048, at_once=1)

    def closing(_: Litestar) -> AbstractAsyncContextManager[Sandbox]:
        return sandbox

    served = parts(examiner=Proving(sandbox), limits=Limits(seconds=60.0), lifespan=(closing,))
    with TestClient(create_app(served)) as client:
        first = client.post("/v1/conversations", content=bodies[0], headers=headers)
        path = f"{first.headers['location']}/messages"
        rest = [client.post(path, content=one, headers=headers).text for one in bodies[1:]]
    return [one.strip() for one in (first.text, *rest)]


PEOPLE: Final = README.partition("People write as they speak")[2].partition("\n- ")[0]


@pytest.mark.parametrize(("text", "told"), re.findall(r"^\| `([^`]*)` \| (.*?) \|$", PEOPLE, re.MULTILINE))
def test_what_people_write_is_understood_so(text: str, told: str) -> None:
    found = read(inputs_of("choose"), text)
    sure, _, asked = told.partition("a question: ")
    assert [f"`{one}`" for one in found.echo] == re.findall(r"`[^`]*`", sure)
    choices = [choice for doubt in found.doubts for choice in doubt.choices if choice.values]
    offered = [f"`{name} = {value}`" for choice in choices for name, value in choice.values.items()]
    assert offered == re.findall(r"`[^`]*`", asked)
