"""The way of a recorded decision, drawn on the rules that it passed through."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import Raw, json, structs

from service.http.app import create_app
from service.http.parts import HttpParts
from service.model.publication import Record
from tests.http.conftest import Client
from tests.http.memory import BEGIN, MemoryRecords
from tests.http.served import bearer, parts

GIVEN: dict[str, dict[str, Any]] = {
    "training-gpu": {"model": "other", "vms": 3, "gpus": 16, "latency_critical": False},
    "choose-gpu": {"workload": "training", "model": "small"},
    "runtime-goodput": {"evaluation_period": 3600, "interruptions": []},
}


@pytest.fixture(scope="module")
def kept() -> HttpParts:
    """An application that has recorded a decision of each of some rules."""
    chosen = parts()
    records: MemoryRecords = chosen.records  # type: ignore[assignment]  # `served` puts one there
    for rule, given in GIVEN.items():
        decision = chosen.decide(rule, given)
        record = Record(
            decision_id=rule,
            at=BEGIN,
            rule=rule,
            version=decision.rule.version,
            digest=decision.rule.digest,
            inputs=given,
            masked=(),
            result="x",
            decision=Raw(json.encode(decision)),
        )
        asyncio.run(records.add([record]))
    return chosen


@pytest.fixture(scope="module")
def reader(kept: HttpParts) -> Iterator[Client]:
    with TestClient(create_app(kept)) as client:
        client.headers.update(bearer("reader"))
        yield client


@pytest.mark.parametrize(
    ("rule", "decision", "query"),
    [
        ("training-gpu", "training-gpu", "model=other&vms=3&gpus=16&latency_critical=false"),
        ("choose-gpu", "choose-gpu", "workload=training&model=small"),
        ("runtime-goodput", "runtime-goodput", "evaluation_period=3600&interruptions=%5B%5D"),
    ],
)
def test_a_recorded_decision_is_drawn_as_if_it_were_asked_again(
    reader: Client, rule: str, decision: str, query: str
) -> None:
    drawn = reader.get(f"/v1/rules/{rule}/diagram?decision={decision}")
    assert drawn.status_code == 200
    assert drawn.text == reader.get(f"/v1/rules/{rule}/diagram?{query}").text
    assert drawn.text != reader.get(f"/v1/rules/{rule}/diagram").text


def test_it_is_drawn_on_the_rules_that_it_entered_as_well(reader: Client) -> None:
    drawn = reader.get("/v1/rules/training-gpu/diagram?decision=choose-gpu").text
    assert "class n_model_class,o_t4_l4 taken" in drawn


def test_a_value_that_was_left_out_of_the_record_is_left_out(reader: Client, kept: HttpParts) -> None:
    records: MemoryRecords = kept.records  # type: ignore[assignment]  # `served` puts one there
    whole = records.kept["runtime-goodput"]
    decision = json.decode(whole.decision)
    del decision["values"]["runtime_goodput"]
    records.kept["shorter"] = structs.replace(whole, decision=Raw(json.encode(decision)))
    full, shorter = (
        reader.get(f"/v1/rules/runtime-goodput/diagram?decision={name}").text.splitlines()
        for name in ("runtime-goodput", "shorter")
    )
    (line,) = [one for one, other in zip(full, shorter, strict=True) if one != other]
    assert line.strip().startswith("v_runtime_goodput")


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("training-gpu/diagram?decision=nothing", 404, "record-not-found"),
        ("inference-gpu/diagram?decision=choose-gpu", 422, "request-rejected"),
        ("no-rule/diagram?decision=choose-gpu", 422, "request-rejected"),
        ("training-gpu/diagram?decision=training-gpu&vms=3", 422, "request-rejected"),
        ("training-gpu/diagram?decision=training-gpu&version=1.0.0", 422, "request-rejected"),
    ],
)
def test_what_can_not_be_drawn(reader: Client, path: str, status: int, kind: str) -> None:
    response = reader.get(f"/v1/rules/{path}")
    assert (response.status_code, response.json()["type"]) == (status, f"urn:gpu-rules:problem:{kind}")


def test_without_the_store_a_rule_is_drawn_and_a_record_is_not(reader: Client, kept: HttpParts) -> None:
    records: MemoryRecords = kept.records  # type: ignore[assignment]
    records.down = True
    try:
        assert reader.get("/v1/rules/training-gpu/diagram").status_code == 200
        assert reader.get("/v1/rules/training-gpu/diagram?decision=training-gpu").status_code == 503
    finally:
        records.down = False
