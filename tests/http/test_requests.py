"""Requests and their answers, row by row."""

from pathlib import Path
from typing import Any

import pytest

from tests.http.conftest import Client
from tests.tables import table

METHODS = ("get", "post", "delete", "options")


@pytest.mark.parametrize("row", table(Path(__file__).with_name("requests.yaml")))
def test_a_request(client: Client, row: dict[str, Any]) -> None:
    ask, expect = row["ask"], row["expect"]
    method = next(one for one in METHODS if one in ask)
    headers = {"content-type": "application/json"} if "content" in ask else {}
    response = client.request(
        method,
        ask[method],
        headers=headers | ask.get("headers", {}),
        **{name: ask[name] for name in ("json", "content") if name in ask},
    )
    assert response.status_code == expect["status"], response.text
    assert {name: response.headers[name] for name in expect.get("headers", {})} == expect.get("headers", {})
    if "type" in expect:
        assert response.headers["content-type"] == "application/problem+json"
        check_problem(response.json(), expect)
    if "body" in expect:
        check_part(response.json(), expect["body"])


def check_problem(problem: dict[str, Any], expect: dict[str, Any]) -> None:
    """The members of RFC 9457, and those of ours."""
    assert problem["type"] == f"urn:gpu-rules:problem:{expect['type']}"
    assert problem["status"] == expect["status"]
    assert problem["request_id"]
    assert [[one["code"], one["path"]] for one in problem.get("errors", [])] == expect.get("errors", [])
    assert expect.get("says", "") in problem["detail"]


def check_part(found: Any, expected: Any) -> None:
    """Every member and item that is expected is there; an object may have more."""
    if isinstance(expected, dict):
        for name, value in expected.items():
            check_part(found[name], value)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for one, value in zip(found, expected, strict=True):
            check_part(one, value)
    else:
        assert found == expected
