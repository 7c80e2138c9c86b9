"""Batches: one answer for each item, in order."""

import asyncio
from asyncio import Event
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import json

from service.errors import EngineError
from service.http.app import create_app
from service.model.decision import Decision
from service.usecases.decide import Series
from tests.http.asking import Asked, Message, body
from tests.http.conftest import Client
from tests.http.served import parts, served

PATH = "/v1/decisions/training-gpu/batch"
L4 = {"model": "other", "vms": 3, "gpus": 16, "latency_critical": False}


def test_every_item_gets_its_own_answer_in_order(client: Client) -> None:
    items = [L4, {"vms": 0}, {"model": "small"}, [1], {}, {"model": "other", "vms": 4, "gpus": 3}, None]
    answer = client.post(PATH, json={"items": items}).json()
    assert [_end(one) for one in answer["results"]] == [
        "l4",
        "urn:gpu-rules:problem:inputs-rejected",
        "t4_l4",
        "urn:gpu-rules:problem:request-rejected",
        "needs-input",
        "urn:gpu-rules:problem:requirement-not-met",
        "urn:gpu-rules:problem:request-rejected",
    ]
    assert answer["counts"] == {"decided": 2, "needs_input": 1, "refused": 4}
    assert answer["rule"]["name"] == "training-gpu"


def test_an_item_says_where_it_is_wrong(client: Client) -> None:
    items = [{"model": "small"}, {"vms": 0}, "x", {"model": "small", "vms": 2, "gpus": 1}]
    results = client.post(PATH, json={"items": items}).json()["results"]
    paths = [[error["path"] for error in one.get("errors", [])] for one in results]
    assert paths == [[], ["$.items[1].vms"], ["$.items[2]"], ["$.items[3].gpus"]]
    assert "request_id" not in results[1]


def test_the_inputs_of_an_item_go_before_the_common_ones(client: Client) -> None:
    common = {"model": "other", "vms": 1}
    results = client.post(PATH, json={"common": common, "items": [{}, {"model": "large-transformer"}]}).json()
    assert [one["inputs"] for one in results["results"]] == [common, {**common, "model": "large-transformer"}]
    assert [one["outcome"]["id"] for one in results["results"]] == ["t4_l4", "nvlink"]


def test_no_items_get_no_answers(client: Client) -> None:
    assert client.post(PATH, json={"items": []}).json()["results"] == []


def test_decisions_of_a_batch_have_identities_of_their_own(client: Client) -> None:
    results = client.post(PATH, json={"items": [L4] * 50}).json()["results"]
    assert len({one["decision_id"] for one in results}) == 50


def test_a_batch_is_answered_as_single_questions_are(client: Client) -> None:
    single = client.post("/v1/decisions/training-gpu", json={"inputs": L4}).json()
    (batched,) = client.post(PATH, json={"items": [L4]}).json()["results"]
    assert {**batched, "decision_id": ""} == {**single, "decision_id": ""}


@pytest.mark.parametrize(("items", "status"), [(3, 200), (4, 413)])
def test_the_number_of_items_has_a_limit(items: int, status: int) -> None:
    content = json.encode({"items": [{}] * items})
    asked = asyncio.run(Asked(PATH, body(content), content_type="application/json").of(served(batch_items=3)))
    assert asked.status == status
    if status == 413:
        assert asked.answer["detail"] == "a batch has at most 3 items, not 4"


def test_what_is_wrong_with_common_inputs_is_said_there(client: Client) -> None:
    body_ = {"common": {"vms": "q"}, "items": [{"model": "other"}, {"vms": "z"}]}
    results = client.post(PATH, json=body_).json()["results"]
    assert [one["errors"][0]["path"] for one in results] == ["$.common.vms", "$.items[1].vms"]


def test_a_small_batch_does_not_ask_for_a_huge_answer(client: Client) -> None:
    records = [{"since_checkpoint": 1, "resume": 1, "reschedule": 1}] * 1_001
    asked = {"common": {"interruptions": records}, "items": [{"evaluation_period": "30 days"}] * 1_000}
    response = client.post("/v1/decisions/runtime-goodput/batch", json=asked)
    assert (response.status_code, response.json()["type"]) == (413, "urn:gpu-rules:problem:request-too-large")


def test_a_large_batch_is_sent_in_pieces() -> None:
    content = json.encode({"items": [L4] * 1_000})
    asked = asyncio.run(Asked(PATH, body(content), content_type="application/json").of(served()))
    pieces = [len(message["body"]) for message in asked.sent[1:]]
    assert len(pieces) > 10
    assert max(pieces) < 100_000
    assert len(asked.answer["results"]) == 1_000


class Leaving(Asked):
    """A caller that leaves once it has got some pieces."""

    def __init__(self, path: str, messages: Sequence[Message], pieces: int, **headers: str) -> None:
        super().__init__(path, messages, **headers)
        self._pieces = pieces
        self._left = Event()

    async def receive(self) -> Message:
        if self.unread:
            return self.unread.pop(0)
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await super().send(message)
        if len(self.sent) > self._pieces:
            self._left.set()


@pytest.mark.parametrize("ended", [b"", None], ids=["the end of the body unread", "nothing unread"])
def test_for_a_caller_that_has_left_nothing_is_decided(ended: bytes | None) -> None:
    content = json.encode({"items": [L4] * 1_000})
    messages = body(content) if ended is None else body(content, ended)
    chosen = parts()
    headers = {"content_type": "application/json", "content_length": str(len(content))}
    asked = asyncio.run(Leaving(PATH, messages, 3, **headers).of(create_app(chosen)))
    assert len(asked.sent) <= 6
    (line,) = [one for one in chosen.metrics.expose().decode().splitlines() if 'outcome="l4"' in one]
    assert 0 < float(line.rpartition(" ")[2]) < 500


@pytest.mark.parametrize("error", [EngineError("no"), ZeroDivisionError("secret")], ids=repr)
def test_a_bug_that_one_item_meets_spoils_no_other(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    answer_one = Series.__call__

    def decide(series: Series, given: Mapping[str, Any]) -> Decision:
        if not given:
            raise error
        return answer_one(series, given)

    monkeypatch.setattr(Series, "__call__", decide)
    app = served()
    content = json.encode({"items": [L4, {}, L4]})
    answer = asyncio.run(Asked(PATH, body(content), content_type="application/json").of(app)).answer
    assert [_end(one) for one in answer["results"]] == ["l4", "urn:gpu-rules:problem:internal-error", "l4"]
    assert "secret" not in str(answer)


def _end(one: dict[str, Any]) -> str:
    if "type" in one:
        return str(one["type"])
    return str(one["outcome"]["id"] if one["outcome"] else one["status"])
