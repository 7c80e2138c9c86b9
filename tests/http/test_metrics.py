"""`/metrics`: what is counted, and under which labels."""

import pytest
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families as families

from service.http.app import create_app
from tests.http.conftest import Client
from tests.http.served import RULES, parts

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(client: Client) -> Samples:
    """Every figure, by its name and labels."""
    response = client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=")
    return {
        (one.name, tuple(sorted(one.labels.items()))): one.value
        for family in families(response.text)
        for one in family.samples
    }


def test_every_figure_is_documented(client: Client) -> None:
    readme = (RULES.parent / "openapi" / "README.md").read_text()
    names = {one.name.removesuffix("_total") for one in families(client.get("/metrics").text)}
    assert [name for name in sorted(names) if f"`{name}" not in readme] == []


def decisions(figures: Samples, outcome: str) -> float:
    """The decisions of one outcome."""
    labels = (("outcome", outcome), ("rule", "training-gpu"), ("version", "1.0.0"))
    return figures["gpu_rules_decisions_total", labels]


def test_what_happens_is_counted() -> None:
    with TestClient(create_app(parts())) as client:
        for inputs in ({"model": "small"}, {"model": "small"}, {}, {"vms": 0}, {"model": "small", "vms": 2, "gpus": 1}):
            client.post("/v1/decisions/training-gpu", json={"inputs": inputs})
        client.post("/v1/decisions/training-gpu/batch", json={"items": [{"model": "small"}, 3]})
        client.get("/nowhere")
        figures = samples(client)
    assert decisions(figures, "t4_l4") == 3
    assert decisions(figures, "needs-input") == 1
    assert decisions(figures, "inputs-rejected") == 1
    assert decisions(figures, "requirement-not-met") == 1
    assert figures["gpu_rules_decision_seconds_count", (("rule", "training-gpu"),)] == 5
    assert figures["gpu_rules_batch_seconds_count", (("rule", "training-gpu"),)] == 1
    assert figures["gpu_rules_problems_total", (("type", "inputs-rejected"),)] == 1
    assert figures["gpu_rules_problems_total", (("type", "request-rejected"),)] == 1
    assert figures["gpu_rules_problems_total", (("type", "not-found"),)] == 1


def test_the_memo_is_counted() -> None:
    with TestClient(create_app(parts())) as client:
        items = [{"model": "small", "vms": 2, "gpus": 2}] * 1500
        client.post("/v1/decisions/training-gpu/batch", json={"items": items})
        figures = samples(client)
    found = figures["gpu_rules_memo_hits_total", ()], figures["gpu_rules_memo_misses_total", ()]
    assert sum(found) >= 1500
    assert found[1] < 10


def test_the_revision_is_named(client: Client) -> None:
    ready, figures = client.get("/readyz").json(), samples(client)
    assert figures["gpu_rules_revision_info", (("digest", ready["revision"]),)] == 1
    assert figures["gpu_rules_revision_timestamp_seconds", ()] > 1.7e9
    assert figures["gpu_rules_last_load_failed", ()] == 0


def test_without_rules_there_is_no_revision() -> None:
    with TestClient(create_app(parts(load=False))) as client:
        figures = samples(client)
    assert not [name for name, _ in figures if name.startswith("gpu_rules_revision")]


@pytest.mark.parametrize("name", ["gpu_rules_decisions_created", "gpu_rules_problems_created"])
def test_when_a_worker_first_counted_is_not_told(client: Client, name: str) -> None:
    assert name not in client.get("/metrics").text
