"""`gpu-rules decide --server`: the same question to a running service."""

import socket
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result
from msgspec import json

from tests.cli.conftest import FakeService, FakeTools

Run = Callable[..., Result]

RULE = {"name": "training-gpu", "version": "1.0.0", "digest": "sha256:0"}
DECIDED = {
    "decision_id": "1",
    "rule": RULE,
    "rules": [RULE],
    "status": "decided",
    "inputs": {"vms": 3},
    "outcome": {"id": "l4", "title": "L4"},
    "of_a_later_version": True,
}
ASKING = {
    **DECIDED,
    "status": "needs-input",
    "outcome": None,
    "ask": [{"input": "gpus", "question": "How many?", "type": "integer"}],
}
REFUSED = {
    "type": "urn:gpu-rules:problem:inputs-rejected",
    "title": "Inputs rejected",
    "detail": "`vms` is too large",
    "errors": [{"code": "out-of-range", "path": "$.inputs.vms", "message": "`vms` is too large: at most 9 fits"}],
}
UNKNOWN = {"type": "/problems/rule-not-found", "title": "Rule not found", "detail": "no rule is named `x`"}


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        pytest.param(200, DECIDED, (0, "L4\n", ""), id="a decision is shown as one of this process"),
        pytest.param(200, ASKING, (1, "gpus=... (a whole number)\n", ""), id="needed input is asked for"),
        pytest.param(422, REFUSED, (1, "", "`vms` is too large: at most 9 fits\n"), id="a refusal says what is wrong"),
        pytest.param(404, UNKNOWN, (2, "", "no rule is named `x`\n"), id="an unknown rule"),
        pytest.param(
            413, {"title": "Request too large"}, (2, "", "Request too large\n"), id="a problem without detail"
        ),
        pytest.param(503, {"detail": "no rules yet"}, (3, "", "no rules yet\n"), id="a service that is not ready"),
        pytest.param(500, b"<html>", (3, "", "status 500, and not as this service does\n"), id="a broken proxy"),
        pytest.param(301, b"", (3, "", "answers with status 301"), id="a redirect is not followed"),
        pytest.param(200, b"<html>", (3, "", "something that is no decision: "), id="a page of another service"),
        pytest.param(200, {"status": "up"}, (3, "", "something that is no decision: "), id="JSON of another service"),
    ],
)
def test_an_answer(run: Run, service: FakeService, status: int, body: Any, expected: tuple[int, str, str]) -> None:
    service.status, service.body = status, body
    result = run("decide", "training-gpu", "vms=3", "--server", service.url)
    code, said, error = expected
    assert said in result.stdout
    assert error in result.stderr
    assert result.exit_code == code
    assert bool(result.stderr) == bool(error) == (not result.stdout)


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        pytest.param(
            ["training-gpu", "vms=3", "model=other"],
            ("GET", "/v1/decisions/training-gpu?vms=3&model=other", None),
            id="text goes into the query, where the service reads it by its types",
        ),
        pytest.param(
            ["training-gpu", "--version", "1.0.0", "since=2 h&x"],
            ("GET", "/v1/decisions/training-gpu?version=1.0.0&since=2+h%26x", None),
            id="the version goes there too, and nothing can leave its place",
        ),
        pytest.param(
            ["training-gpu", "--inputs", "-"],
            ("POST", "/v1/decisions/training-gpu", {"inputs": {"vms": 3}}),
            id="JSON is posted",
        ),
        pytest.param(
            ["training-gpu", "--inputs", "-", "--version", "1.0.0"],
            ("POST", "/v1/decisions/training-gpu", {"inputs": {"vms": 3}, "version": "1.0.0"}),
            id="JSON is posted with the version",
        ),
        pytest.param(["../a b"], ("GET", "/v1/decisions/..%2Fa%20b", None), id="a rule's name stays one segment"),
    ],
)
def test_a_question(run: Run, service: FakeService, words: list[str], sent: tuple[str, str, Any]) -> None:
    service.body = DECIDED
    assert run("decide", *words, "--server", service.url, input=b'{"vms": 3}').exit_code == 0
    [request] = service.requests
    body = json.decode(request.body) if request.body else None
    assert (request.method, request.path, body) == sent
    assert request.content_type == ("application/json" if body else None)


def test_a_name_that_is_too_long_for_a_url_is_not_sent(run: Run, service: FakeService) -> None:
    result = run("decide", "x" * 70_000, "--server", service.url)
    assert (result.exit_code, service.requests) == (2, [])
    assert result.stderr.startswith("error: this question does not fit a URL: ")


def test_inputs_that_are_too_long_for_a_url_are_not_sent(run: Run, service: FakeService) -> None:
    result = run("decide", "runtime-goodput", f"interruptions={'1' * 8000}", "--server", service.url)
    assert (result.exit_code, service.requests) == (2, [])
    assert "8000 characters that fit a URL: use `--inputs`" in result.stderr


def test_a_proxy_prefix_stays(run: Run, service: FakeService) -> None:
    service.body = DECIDED
    run("decide", "training-gpu", "--server", f"{service.url}/gpu-rules/?x=1#y")
    assert service.requests[0].path == "/gpu-rules/v1/decisions/training-gpu"


def test_the_service_of_the_settings_is_asked(run: Run, service: FakeService, tools: FakeTools) -> None:
    service.body, tools.server = DECIDED, service.url
    assert run("decide", "training-gpu").stdout.startswith("L4\n")
    assert len(service.requests) == 1


def test_an_empty_server_decides_in_this_process(run: Run, service: FakeService, tools: FakeTools) -> None:
    tools.server = service.url
    assert run("decide", "training-gpu", "model=small", "--server", "").exit_code == 0
    assert service.requests == []


def test_json_passes_on_what_the_service_says(run: Run, service: FakeService) -> None:
    service.body = DECIDED
    assert json.decode(run("decide", "training-gpu", "--server", service.url, "--json").stdout) == DECIDED


def test_json_of_a_refusal_is_the_same_as_in_this_process(run: Run, service: FakeService) -> None:
    service.status, service.body = 422, REFUSED
    problem = json.decode(run("decide", "training-gpu", "--server", service.url, "--json").stdout)
    assert problem == {"type": "inputs-rejected", "detail": REFUSED["detail"], "errors": REFUSED["errors"]}


def test_a_service_that_is_not_there(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    result = run("decide", "training-gpu", "--server", f"http://user:secret@127.0.0.1:{port}")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"error: no answer from `http://127.0.0.1:{port}`: connection refused\n"


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "127.0.0.1:8000", "http://", "http://h:port", "file:///etc/passwd"])
def test_what_is_no_url_of_a_service(run: Run, url: str) -> None:
    result = run("decide", "training-gpu", "--server", url)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error: `{url}` is not a URL" in result.stderr
