"""What only a real server with several workers shows."""

import subprocess
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from msgspec import json

from tests.contract.conftest import COMMAND, PATIENCE, Running
from tests.http.documents import small_job
from tests.loopback import ask

PATH = "/v1/decisions/training-gpu"
DECIDED = 'gpu_rules_decisions_total{outcome="nvlink",rule="training-gpu",version="1.0.0"}'


def counted(server: str, line: str) -> float:
    """A figure of `/metrics`."""
    text = ask("GET", f"{server}/metrics").text
    return sum(float(one.rpartition(" ")[2]) for one in text.splitlines() if one.startswith(line))


def test_metrics_add_up_over_the_workers(server: str) -> None:
    before = counted(server, DECIDED)
    for _ in range(20):  # a new connection each, so that both workers take part
        ask("POST", f"{server}{PATH}", json={"inputs": {"model": "large-transformer"}})
    assert [counted(server, DECIDED) - before for _ in range(5)] == [20] * 5


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"[" * 5_000_000, id="with a declared length"),
        pytest.param([b"[" * 50_000] * 100, id="in chunks"),
    ],
)
def test_a_body_of_five_megabytes_is_refused(server: str, content: bytes | list[bytes]) -> None:
    headers = {"content-type": "application/json"}
    response = ask("POST", f"{server}{PATH}", content=content, headers=headers)
    assert response.status_code == 413
    assert response.json()["type"] == "urn:gpu-rules:problem:request-too-large"


def test_a_batch_of_ten_thousand(server: str) -> None:
    content = json.encode({"common": {"model": "other"}, "items": [{"vms": 5 + index % 90} for index in range(10_000)]})
    headers = {"content-type": "application/json"}
    answer = ask("POST", f"{server}{PATH}/batch", content=content, headers=headers).json()
    assert answer["counts"] == {"decided": 10_000, "needs_input": 0, "refused": 0}
    assert [one["inputs"]["vms"] for one in answer["results"]] == [5 + index % 90 for index in range(10_000)]


def test_a_kept_connection_survives_a_refusal(server: str) -> None:
    bodies = [(b"{", "application/json"), (b"{}", "text/plain"), (b'{"inputs":{}}', "application/json")]
    with httpx.Client(base_url=server, trust_env=False) as client:
        statuses = [
            client.post(PATH, content=content, headers={"content-type": kind}).status_code for content, kind in bodies
        ]
    assert statuses == [400, 415, 200]


@pytest.fixture(scope="module")
def token(running: Running) -> str:
    """A token that was made beside the running server."""
    scopes = ("--scope", "publish", "--scope", "activate")
    command = (*COMMAND[:-1], "token", "new", "--name", "ci", *scopes)
    made = subprocess.run(command, env=running.environment, check=True, capture_output=True, text=True)  # noqa: S603 - our own command
    return made.stdout.strip()


def test_rules_change_in_all_workers(server: str, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    document = {**headers, "Content-Type": "application/yaml"}

    def change(method: str, path: str, **sent: Any) -> httpx.Response:
        return ask(method, f"{server}/v1/rules/small-job/{path}", **sent)

    def outcomes() -> list[str]:
        """What twenty callers are told, over a connection each, so that both workers take part."""
        asked = [ask("GET", f"{server}/v1/decisions/small-job?memory=30").json().get("outcome") for _ in range(20)]
        return [one["id"] if one else "" for one in asked]

    until(lambda: change("PUT", "versions/1.0.0", content=small_job(), headers=document).status_code == 201)
    assert change("PUT", "live", json={"version": "1.0.0"}, headers=headers).status_code == 200
    until(lambda: outcomes() == ["several"] * 20)
    gap = small_job("1.1.0").replace(b"    otherwise: {then: several}", b"      - {when: memory > 32.0, then: several}")
    refused = change("PUT", "versions/1.1.0", content=gap, headers=document).json()
    assert [one["code"] for one in refused["errors"]] == ["gap"]
    wider = small_job("1.1.0", limit=48.0)
    assert change("PUT", "versions/1.1.0", content=wider, headers=document).status_code == 201
    seen = change("GET", "live").headers["etag"]
    moved = change("PUT", "live", json={"version": "1.1.0"}, headers={**headers, "If-Match": seen})
    assert moved.json()["activated"]["who"] == "ci"
    until(lambda: outcomes() == ["one"] * 20)
    until(lambda: change("GET", "diff?from=1.0.0&to=1.1.0").json()["turns"][0]["after"] == "one")
    again = change("PUT", "live", json={"version": "1.0.0"}, headers={**headers, "If-Match": seen})
    assert again.status_code == 412
    assert change("DELETE", "live", headers={**headers, "If-Match": "*"}).status_code == 204
    until(lambda: outcomes() == [""] * 20)


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.05)


@pytest.mark.parametrize(("path", "status"), [("/v1/rules/%FF", 404), ("/v1/rules/%00", 404), ("/v1/rules/a%2Fb", 404)])
def test_a_path_in_no_utf_8_is_not_found(server: str, path: str, status: int) -> None:
    assert ask("GET", f"{server}{path}").status_code in {400, status}
