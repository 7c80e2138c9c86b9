"""What only a real server with several workers shows."""

import httpx
import pytest
from msgspec import json

PATH = "/v1/decisions/training-gpu"
DECIDED = 'gpu_rules_decisions_total{outcome="nvlink",rule="training-gpu",version="1.0.0"}'


def counted(server: str, line: str) -> float:
    """A figure of `/metrics`."""
    text = httpx.get(f"{server}/metrics", trust_env=False).text
    return sum(float(one.rpartition(" ")[2]) for one in text.splitlines() if one.startswith(line))


def test_metrics_add_up_over_the_workers(server: str) -> None:
    before = counted(server, DECIDED)
    for _ in range(20):  # a new connection each, so that both workers take part
        httpx.post(f"{server}{PATH}", json={"inputs": {"model": "large-transformer"}}, trust_env=False)
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
    response = httpx.post(f"{server}{PATH}", content=content, headers=headers, trust_env=False)
    assert response.status_code == 413
    assert response.json()["type"] == "urn:gpu-rules:problem:request-too-large"


def test_a_batch_of_ten_thousand(server: str) -> None:
    content = json.encode({"common": {"model": "other"}, "items": [{"vms": 5 + index % 90} for index in range(10_000)]})
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server}{PATH}/batch", content=content, headers=headers, trust_env=False, timeout=60).json()
    assert answer["counts"] == {"decided": 10_000, "needs_input": 0, "refused": 0}
    assert [one["inputs"]["vms"] for one in answer["results"]] == [5 + index % 90 for index in range(10_000)]


def test_a_kept_connection_survives_a_refusal(server: str) -> None:
    bodies = [(b"{", "application/json"), (b"{}", "text/plain"), (b'{"inputs":{}}', "application/json")]
    with httpx.Client(base_url=server, trust_env=False) as client:
        statuses = [
            client.post(PATH, content=content, headers={"content-type": kind}).status_code for content, kind in bodies
        ]
    assert statuses == [400, 415, 200]


@pytest.mark.parametrize(("path", "status"), [("/v1/rules/%FF", 404), ("/v1/rules/%00", 404), ("/v1/rules/a%2Fb", 404)])
def test_a_path_in_no_utf_8_is_not_found(server: str, path: str, status: int) -> None:
    assert httpx.get(f"{server}{path}", trust_env=False).status_code in {400, status}
