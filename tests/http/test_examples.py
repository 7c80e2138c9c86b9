"""The examples of the contract: each request is sent, and its answer is the one that is written beside it."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import json

from service.http.app import create_app
from service.model.difference import Difference
from service.model.files import RuleFiles
from service.model.nearest import Nearest
from service.model.rule import RuleId
from service.sandbox.runner import Sandbox
from service.usecases.ports import Examiner
from tests.http.conftest import Client
from tests.http.memory import QuickExaminer
from tests.http.served import RULES, parts

FOLDER = RULES.parent / "openapi" / "examples"
EXAMPLES = sorted(FOLDER.glob("*.json"))
VARYING = {"decision_id", "request_id", "since", "at", "age_seconds", "published", "sequence"}
"""Members that are never the same twice."""
CHECK = "/v1/check"


class Proving(QuickExaminer):
    """Checks quickly, as to prove takes seconds; but what is compared and looked for is found in earnest."""

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__()
        self._sandbox = sandbox

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Difference:
        return await self._sandbox.compare(files, old, new)

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        return await self._sandbox.nearest(files, rule, given, wanted)


def read(name: str) -> dict[str, Any]:
    """An example by its name."""
    example: dict[str, Any] = json.decode((FOLDER / f"{name}.json").read_bytes())
    return example


def sent(client: Client, request: dict[str, Any]) -> Response:
    """The answer to the request of an example; a body that is text is a document."""
    body = request.get("body")
    content = {"content": body} if isinstance(body, str) else {"json": body}
    response: Response = client.request(
        request["method"], request["path"], headers=request.get("headers", {}), **content
    )
    return response


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Iterator[tuple[dict[str, Any], Client]]:
    """An example, and a client of a service of its own where what it comes `after` has been done."""
    example = read(request.param)
    sandbox = Sandbox(seconds=60, memory_mb=2048, at_once=1)
    examiner: Examiner = sandbox if example["request"]["path"] == CHECK else Proving(sandbox)

    def closing(_: Litestar) -> AbstractAsyncContextManager[Sandbox]:
        return sandbox

    with TestClient(create_app(parts(examiner=examiner, lifespan=(closing,)))) as client:
        for name in example.get("after", []):
            before = read(name)
            assert sent(client, before["request"]).status_code == before["response"]["status"]
        yield example, client


def is_alone(path: Path) -> bool:
    """Whether an example only reads, and nothing has to be done before."""
    example = read(path.stem)
    proved = example["request"]["path"] == CHECK or example["request"]["path"].endswith("/counterfactual")
    return example["request"]["method"] in {"GET", "POST"} and "after" not in example and not proved


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("name", [path.stem for path in EXAMPLES if is_alone(path)])
def test_an_example_is_answered_as_it_says(client: Client, name: str) -> None:
    compare(read(name), client)


@pytest.mark.parametrize("case", [path.stem for path in EXAMPLES if not is_alone(path)], indirect=True)
def test_an_example_of_a_change_is_answered_as_it_says(case: tuple[dict[str, Any], Client]) -> None:
    compare(*case)


def compare(example: dict[str, Any], client: Client) -> None:
    """Hold the answer against the one in the example."""
    response = example["response"]
    answer = sent(client, example["request"])
    assert answer.status_code == response["status"], answer.text
    assert {name: answer.headers[name] for name in response["headers"]} == response["headers"]
    assert steady(answer.json() if answer.content else None) == steady(response["body"])


def steady(value: Any) -> Any:
    """The value without what varies; it must be there all the same."""
    if isinstance(value, dict):
        return {name: "..." if name in VARYING else steady(one) for name, one in value.items()}
    return [steady(one) for one in value] if isinstance(value, list) else value
