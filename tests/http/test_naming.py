"""What a document is called: nothing is done with one that no version can be, and what is there stays readable."""

import asyncio

import pytest
from litestar.testing import TestClient

from service.errors import RequestRejectedError
from service.http import changing
from service.http.app import create_app
from service.model.publication import Change, Draft
from service.usecases.access import Access
from service.usecases.gate import Gate
from service.usecases.publish import Publish
from service.usecases.replaying import ReplayRecords
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger, MemoryRecords, QuickExaminer
from tests.http.served import TOKENS, bearer, parts

IMPOSSIBLE: list[tuple[str, str, str, list[str]]] = [
    ("a dot", ".", "1.0.0", ["$.name"]),
    ("two dots", "..", "1.0.0", ["$.name"]),
    ("nothing", "", "1.0.0", ["$.name"]),
    ("a capital letter", "A", "1.0.0", ["$.name"]),
    ("65 characters", "a" * 65, "1.0.0", ["$.name"]),
    ("a line break after the name", "small-job\n", "1.0.0", ["$.name"]),
    ("two lines", "small-job\nx", "1.0.0", ["$.name"]),
    ("a slash", "small/job", "1.0.0", ["$.name"]),
    ("two numbers", "small-job", "1.0", ["$.version"]),
    ("a line break after the number", "small-job", "1.0.0\n", ["$.version"]),
    ("a leading zero", "small-job", "1.00.0", ["$.version"]),
    ("neither", "", "", ["$.name", "$.version"]),
]
TABLE = pytest.mark.parametrize(("name", "version", "paths"), [pytest.param(*row, id=id_) for id_, *row in IMPOSSIBLE])


@TABLE
def test_no_version_can_be_called(name: str, version: str, paths: list[str]) -> None:
    ledger, examiner = MemoryLedger(), QuickExaminer()
    with pytest.raises(RequestRejectedError) as caught:
        asyncio.run(Publish(ledger, Gate(examiner))(Draft(name, version, small_job()), who="me"))
    assert [(one.code, one.path) for one in caught.value.issues] == [("bad-name", path) for path in paths]
    assert (examiner.examined, ledger.now().versions) == ([], ())


@TABLE
def test_no_document_is_replayed_that_is_called(name: str, version: str, paths: list[str]) -> None:
    replay = ReplayRecords(MemoryRecords(), QuickExaminer())
    with pytest.raises(RequestRejectedError) as caught:
        asyncio.run(replay(MemoryLedger().now(), Draft(name, version, small_job())))
    assert [one.path for one in caught.value.issues] == paths


def test_the_longest_name_is_a_name() -> None:
    name = "a" * 64
    document = small_job().replace(b"name: small-job", f"name: {name}".encode())
    made = asyncio.run(Publish(MemoryLedger(), Gate(QuickExaminer()))(Draft(name, "1.0.0", document), who="me"))
    assert made.version.name == name


@pytest.mark.parametrize("place", ["%2E/versions/1.0.0", "Small%20Job/versions/1.0.0", "small-job/versions/1.0.0%0A"])
def test_an_address_that_names_no_version_is_refused(place: str) -> None:
    headers = {**bearer(), "Content-Type": "application/yaml"}
    with TestClient(create_app(parts())) as client:
        response = client.put(f"/v1/rules/{place}", content=small_job(), headers=headers)
        assert (response.status_code, [one["code"] for one in response.json()["errors"]]) == (422, ["bad-name"])
        assert client.get("/v1/rules").status_code == 200


def test_a_document_that_can_not_be_read_does_not_hide_the_other_rules() -> None:
    ledger = MemoryLedger(TOKENS)
    damaged = (Draft("ghost", "1.0.0", b"kind: ["), Draft("small-job", "1.1.0", b"kind: ["))
    ledger.make(Change(who="me", seen=0, drafts=(Draft("small-job", "1.0.0", small_job()), *damaged)))
    with TestClient(create_app(parts(ledger=ledger))) as client:
        listed = client.get("/v1/rules").json()["items"]
    assert [(one["name"], one["title"], one["versions"]) for one in listed] == [
        ("small-job", "Does the job fit one GPU?", ["1.0.0", "1.1.0"])
    ]


def test_a_change_is_answered_by_a_process_that_has_no_rules_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "PATIENCE", 0.0)
    ledger = MemoryLedger()
    access = Access(lambda: {one.id: one for one in TOKENS}, closed=False)
    chosen = parts(load=False, ledger=ledger, access=access)
    ledger.changed = lambda _: None  # nothing reaches this process
    headers = {**bearer(), "Content-Type": "application/yaml"}
    with TestClient(create_app(chosen)) as client:
        response = client.put("/v1/rules/small-job/versions/1.0.0", content=small_job(), headers=headers)
    assert response.status_code == 201
    assert "rules-revision" not in response.headers
