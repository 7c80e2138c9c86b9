"""The examples of the contract: each request is sent, and its answer is the one that is written beside it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from tests.http.conftest import Client
from tests.http.served import RULES

EXAMPLES = sorted((RULES.parent / "openapi" / "examples").glob("*.json"))
VARYING = {"decision_id", "request_id", "since", "at", "age_seconds"}
"""Members that are never the same twice."""


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_answered_as_it_says(client: Client, path: Path) -> None:
    example = json.decode(path.read_bytes())
    request, response = example["request"], example["response"]
    answer = client.request(
        request["method"], request["path"], headers=request.get("headers", {}), json=request.get("body")
    )
    assert answer.status_code == response["status"]
    assert {name: answer.headers[name] for name in response["headers"]} == response["headers"]
    assert steady(answer.json()) == steady(response["body"])


def steady(value: Any) -> Any:
    """The value without what varies; it must be there all the same."""
    if isinstance(value, dict):
        return {name: "..." if name in VARYING else steady(one) for name, one in value.items()}
    return [steady(one) for one in value] if isinstance(value, list) else value
