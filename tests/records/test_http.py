"""Records over HTTP."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import json

from service.http.app import create_app
from tests.benchmarks.questions import questions
from tests.benchmarks.rules import shipped
from tests.http.served import bearer, parts
from tests.records.memory import TRAINING, BuildingExaminer, MemoryRecords, gone, recorded

Client = TestClient[Litestar]
READER = bearer("reader")
ASKED = questions(150)
WIDER = (
    shipped("training-gpu", "1.0.0")
    .replace(b"vms > 4 ||", b"vms > 8 ||")
    .replace(b"\nversion: 1.0.0", b"\nversion: 1.1.0")
)
BETWEEN = {"model": "other", "vms": 5, "gpus": 8, "latency_critical": False}
YAML = {"Content-Type": "application/yaml"}
REPLAY = "/v1/rules/training-gpu/replay"


@pytest.fixture(scope="module")
def records() -> MemoryRecords:
    """Records of many questions, and of one that a higher limit decides in another way."""
    store = MemoryRecords()
    asyncio.run(store.add([recorded(TRAINING, one) for one in [*ASKED, BETWEEN]]))
    return store


@pytest.fixture(scope="module")
def client(records: MemoryRecords) -> Iterator[Client]:
    with TestClient(create_app(parts(records=records, examiner=BuildingExaminer()))) as one:
        yield one


def test_a_record_is_the_decision_as_it_was_made(client: Client, records: MemoryRecords) -> None:
    kept = max(records.kept.values(), key=lambda one: one.decision_id)
    answer = client.get(f"/v1/records/{kept.decision_id}", headers=READER)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {
        "decision_id": kept.decision_id,
        "at": kept.at.isoformat().replace("+00:00", "Z"),
        "rule": {"name": "training-gpu", "version": "1.0.0", "digest": TRAINING.common.id.digest},
        "inputs": BETWEEN,
        "masked": [],
        "result": "nvlink",
        "decision": json.decode(kept.decision),
    }


def test_the_records_of_a_rule_come_page_by_page(client: Client, records: MemoryRecords) -> None:
    found: list[str] = []
    query: dict[str, Any] = {"rule": "training-gpu", "limit": 60}
    while True:
        page = client.get("/v1/records", params=query, headers=READER).json()
        found += [one["decision_id"] for one in page["items"]]
        if page["next"] is None:
            break
        query["next"] = page["next"]
    assert found == sorted(records.kept, reverse=True)
    assert client.get("/v1/records", params={"rule": "choose-gpu"}, headers=READER).json() == {
        "items": [],
        "next": None,
    }


def test_a_published_version_is_replayed(client: Client) -> None:
    answer = client.post(REPLAY, json={"version": "1.0.0", "limit": 100}, headers=READER)
    assert answer.status_code == 200
    made = answer.json()
    assert (made["replayed"], made["changed"], made["skipped"], made["total"]) == (100, 0, 0, 151)
    rest = {"version": "1.0.0", "before": made["next"]}
    made = client.post(REPLAY, json=rest, headers=READER).json()
    assert (made["replayed"], made["next"]) == (51, None)


def test_a_document_is_replayed(client: Client) -> None:
    path = f"{REPLAY}?version=1.1.0&limit=1"
    answer = client.post(path, content=WIDER, headers={**READER, **YAML})
    assert answer.status_code == 200, answer.text
    (shift,) = answer.json()["shifts"]
    assert (shift["before"], shift["after"], shift["count"]) == ("nvlink", "l4", 1)
    assert shift["examples"][0]["inputs"] == BETWEEN


def test_a_document_that_is_not_right_is_refused_with_its_faults(client: Client) -> None:
    broken = WIDER.replace(b"vms > 8 ||", b"vmss > 8 ||")
    answer = client.post(f"{REPLAY}?version=1.1.0", content=broken, headers={**READER, **YAML})
    assert answer.status_code == 422
    assert answer.json()["type"].endswith(":rule-rejected")
    assert "`vmss`" in answer.json()["errors"][0]["message"]


UNFIT = (422, "request-rejected")
DOCUMENT = {"content": WIDER, "headers": YAML}
REFUSED: list[tuple[str, str, dict[str, Any], tuple[int, str]]] = [
    ("GET", "/v1/records/0198f3c2", {}, (404, "record-not-found")),
    ("GET", "/v1/records/0198f3c2?x=1", {}, UNFIT),
    ("GET", "/v1/records", {}, UNFIT),
    ("GET", "/v1/records?rule=training-gup", {}, (404, "rule-not-found")),
    ("GET", "/v1/records?rule=training-gpu&limit=0", {}, UNFIT),
    ("GET", "/v1/records?rule=training-gpu&next=%00", {}, UNFIT),
    ("GET", "/v1/records?rule=training-gpu&next=zzz", {}, UNFIT),
    ("POST", "/v1/rules/training-gup/replay", {"json": {"version": "1.0.0"}}, (404, "rule-not-found")),
    ("POST", REPLAY, {"json": {"version": "9.0.0"}}, (404, "version-not-found")),
    ("POST", REPLAY, {"json": {}}, UNFIT),
    ("POST", REPLAY, {"json": {"version": "1.0.0", "limit": 0}}, UNFIT),
    ("POST", REPLAY, {"json": {"version": "1.0.0", "limit": 10001}}, UNFIT),
    ("POST", REPLAY, {"json": {"version": "1.0.0", "limit": True}}, UNFIT),
    ("POST", REPLAY, {"json": {"version": "1.0.0", "limit": 1.5}}, UNFIT),
    ("POST", REPLAY, {"json": {"version": "1.0.0", "before": "zzz"}}, UNFIT),
    ("POST", f"{REPLAY}?version=1.1.0&before=zzz", DOCUMENT, UNFIT),
    ("POST", f"{REPLAY}?limit=1", {"json": {"version": "1.0.0"}}, UNFIT),
    ("POST", REPLAY, DOCUMENT, UNFIT),
    ("POST", f"{REPLAY}?version=1.1", DOCUMENT, UNFIT),
    ("POST", f"{REPLAY}?version=1.1.0&limit=x", DOCUMENT, UNFIT),
    ("POST", f"{REPLAY}?version=2.0.0", DOCUMENT, (422, "rule-rejected")),
    ("POST", REPLAY, {"content": "x", "headers": {}}, (415, "unsupported-media-type")),
]


@pytest.mark.parametrize(("method", "path", "sent", "expected"), REFUSED)
def test_a_request_is_refused(
    client: Client, method: str, path: str, sent: dict[str, Any], expected: tuple[int, str]
) -> None:
    answer = client.request(method, path, **{**sent, "headers": {**READER, **sent.get("headers", {})}})
    assert told(answer) == expected
    assert answer.json().get("errors") or expected[0] in {404, 415}


@pytest.mark.parametrize(
    ("method", "path", "sent", "where"),
    [
        ("GET", "/v1/records?rule=training-gpu&next=zzz", {}, "$.query.next"),
        ("POST", f"{REPLAY}?version=1.1.0&before=zzz", DOCUMENT, "$.query.before"),
        ("POST", REPLAY, {"json": {"version": "1.0.0", "before": ""}}, "$.before"),
    ],
)
def test_a_cursor_that_no_answer_gave_is_named(
    client: Client, method: str, path: str, sent: dict[str, Any], where: str
) -> None:
    answer = client.request(method, path, **{**sent, "headers": {**READER, **sent.get("headers", {})}})
    [error] = answer.json()["errors"]
    name = where.rpartition(".")[2]
    assert (error["path"], error["code"]) == (where, "unknown-cursor")
    assert error["message"].startswith(f"`{name}` is no cursor of this list")


def told(answer: Response) -> tuple[int, str]:
    """The status of a problem, and its kind."""
    return answer.status_code, answer.json()["type"].rpartition(":")[2]


OPERATIONS = [
    ("GET", "/v1/records/0198f3c2", {}),
    ("GET", "/v1/records?rule=training-gpu", {}),
    ("POST", REPLAY, {"json": {"version": "1.0.0"}}),
]


@pytest.mark.parametrize(("method", "path", "sent"), OPERATIONS)
def test_records_are_for_those_who_may_read_them(client: Client, method: str, path: str, sent: dict[str, Any]) -> None:
    assert client.request(method, path, **sent).status_code == 401
    assert client.request(method, path, headers=bearer("publisher"), **sent).status_code == 403
    assert client.request(method, path, headers=bearer("expired"), **sent).status_code == 401


@pytest.mark.parametrize(("method", "path", "sent"), OPERATIONS)
def test_without_the_store_records_are_away_and_decisions_go_on(method: str, path: str, sent: dict[str, Any]) -> None:
    with TestClient(create_app(parts(records=Away(), examiner=BuildingExaminer()))) as client:
        answer = client.request(method, path, headers=READER, **sent)
        assert told(answer) == (503, "store-unavailable")
        assert client.post("/v1/decisions/training-gpu", json={"inputs": BETWEEN}).status_code == 200


class Away:
    """A store that does not answer."""

    async def page(self, *_: Any, **__: Any) -> None:
        raise gone()

    get = count = add = page
