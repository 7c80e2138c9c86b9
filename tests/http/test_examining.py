"""What a change would do: a document is checked, versions are compared, another outcome is looked for."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from service.errors import BusyError
from service.http.app import create_app
from service.model.publication import Change, Draft, Move
from service.usecases.checking import Check
from tests.http.conftest import Client
from tests.http.documents import FRONT, small_job
from tests.http.memory import MemoryLedger, QuickExaminer
from tests.http.served import TOKENS, parts

PROBLEM = "urn:gpu-rules:problem:"
CHECK = "/v1/check"
DIFF = "/v1/rules/small-job/diff"
WISH = "/v1/decisions/{rule}/counterfactual"
YAML = {"Content-Type": "application/yaml"}
BROKEN = small_job("2.0.0").replace(b"then: one", b"then: two")


def ledger() -> MemoryLedger:
    """Two versions of one rule, the first live, and another that was never activated."""
    made = MemoryLedger(TOKENS)
    drafts = (
        Draft("small-job", "1.0.0", small_job()),
        Draft("small-job", "1.1.0", small_job("1.1.0", limit=48.0)),
        Draft("front", "1.0.0", FRONT.encode()),
    )
    made.make(Change(who="me", seen=0, drafts=drafts, moves=(Move("small-job", "1.0.0"),)))
    return made


EXAMINER = QuickExaminer()


@pytest.fixture(scope="module")
def served() -> Iterator[Client]:
    with TestClient(create_app(parts(ledger=ledger(), examiner=EXAMINER))) as client:
        yield client


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        pytest.param(small_job("2.0.0"), [], id="a new version"),
        pytest.param(small_job(), [], id="the version that is there"),
        pytest.param(small_job(limit=30.0), ["version-changed"], id="one in place of the version that is there"),
        pytest.param(FRONT.encode(), [], id="one that enters a live rule"),
        pytest.param(BROKEN, ["unknown-node"], id="a wrong one"),
        pytest.param(b"", ["yaml-syntax"], id="nothing"),
        pytest.param(b"\xff\xfe", ["encoding"], id="no text"),
        pytest.param(b"kind: tree\n", None, id="one that does not say what it is"),
    ],
)
def test_a_document_is_checked(served: Client, content: bytes, codes: list[str] | None) -> None:
    response = served.post(CHECK, content=content, headers=YAML)
    assert (response.status_code, response.headers["cache-control"]) == (200, "no-store")
    found = [one["code"] for one in response.json()["diagnostics"]]
    assert response.json()["passed"] is (codes == [])
    assert found == codes or (codes is None and found)


def test_a_check_says_where(served: Client) -> None:
    (found,) = served.post(CHECK, content=BROKEN, headers=YAML).json()["diagnostics"]
    line = BROKEN.decode().splitlines().index("      - {when: memory <= 24.0, then: two}") + 1
    assert (found["file"], found["line"], found["severity"]) == ("small-job/2.0.0.yaml", line, "error")


def test_a_check_changes_nothing(served: Client) -> None:
    before = served.get("/v1/rules").headers["rules-revision"]
    served.post(CHECK, content=small_job("2.0.0"), headers=YAML)
    assert served.get("/v1/rules").headers["rules-revision"] == before
    assert served.get("/v1/rules/small-job/versions/2.0.0").status_code == 404


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"name: a-b\nversion: 1.0.0\n", ("a-b", "1.0.0")),
        (b"\xef\xbb\xbfname: a\r\nversion: 1.0.0\r\n", ("a", "1.0.0")),
        (b"version: '1.0.0'  # the first\nname: \"a\"\n", ("a", "1.0.0")),
        (b"name : a\nversion:\t1.0.0\n", ("a", "1.0.0")),
        (b'{\n  "name": "a",\n  "version": "1.0.0"\n}', ("a", "1.0.0")),
        (b"x:\n  name: b\nname: a\nversion: 1.0.0\n", ("a", "1.0.0")),
        (b"x: |\n  name: b\n", ("document.yaml", "")),
        (b"name: a\n", ("document.yaml", "")),
        (b"name: a b\nversion: 1.0.0\n", ("document.yaml", "")),
        (b"name: ../a\nversion: 1.0.0\n", ("document.yaml", "")),
        (b"name: a" + b" " * 1_000_000 + b"b\nversion: 1.0.0", ("document.yaml", "")),
        (b"\t" * 1_000_000, ("document.yaml", "")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_document_is_placed_by_what_it_says(content: bytes, key: tuple[str, str]) -> None:
    examiner = QuickExaminer()
    asyncio.run(Check(examiner)(ledger().now(), content))
    assert examiner.examined == [frozenset({key})]


@pytest.mark.parametrize(
    ("query", "status", "lines"),
    [
        ("to=1.1.0", 200, ["-version: 1.0.0", "+version: 1.1.0"]),
        ("from=1.0.0&to=1.1.0", 200, ["-version: 1.0.0", "+version: 1.1.0"]),
        ("from=1.1.0&to=1.0.0", 200, ["-version: 1.1.0", "+version: 1.0.0"]),
        ("to=1.0.0", 200, []),
    ],
)
def test_versions_are_compared(served: Client, query: str, status: int, lines: list[str]) -> None:
    response = served.get(f"{DIFF}?{query}")
    assert response.status_code == status
    body = response.json()
    assert [f"{one['sign']}{one['text']}" for one in body["lines"]][: len(lines)] == lines
    assert (body["verdict"] == "equal") is not bool(lines)
    assert {body["from"]["name"], body["to"]["name"]} == {"small-job"}
    tag = response.headers["etag"]
    assert served.get(f"{DIFF}?{query}", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (DIFF, (422, "request-rejected")),
        (f"{DIFF}?to=3.0.0", (404, "version-not-found")),
        (f"{DIFF}?from=3.0.0&to=1.0.0", (404, "version-not-found")),
        (f"{DIFF}?to=1.0.0&with=1.1.0", (422, "request-rejected")),
        ("/v1/rules/front/diff?to=1.0.0", (404, "rule-not-live")),
        ("/v1/rules/back/diff?to=1.0.0", (404, "rule-not-found")),
    ],
)
def test_only_versions_that_are_there_are_compared(served: Client, path: str, answer: tuple[int, str]) -> None:
    response = served.get(path)
    assert (response.status_code, response.json()["type"].removeprefix(PROBLEM)) == answer


@pytest.mark.parametrize(
    ("rule", "body", "answer"),
    [
        pytest.param("training-gpu", {"inputs": {"vms": 8}, "wanted": "l4"}, (200, ""), id="an outcome of its own"),
        pytest.param("choose-gpu", {"inputs": {}, "wanted": "l4"}, (200, ""), id="one of a rule that it enters"),
        pytest.param(
            "training-gpu",
            {"inputs": {}, "wanted": "t4-l4"},
            (422, "`t4-l4` is not an outcome of this rule; the nearest is `t4_l4`"),
            id="one that is not there",
        ),
        pytest.param(
            "runtime-goodput",
            {"inputs": {}, "wanted": "l4"},
            (422, "`runtime-goodput` is of the kind `formula`, and only a tree has outcomes"),
            id="a formula",
        ),
        pytest.param("goodput-levers", {"inputs": {}, "wanted": "l4"}, (422, "is of the kind `advice`"), id="advice"),
        pytest.param(
            "training-gpu",
            {"inputs": {"vms": 0, "gpu": 1}, "wanted": "l4"},
            (422, "below the minimum of 1 VM; `gpu` is not an input of this rule; the nearest is `gpus`"),
            id="inputs that are not right",
        ),
        pytest.param(
            "training-gpu",
            {"inputs": {}, "wanted": "l4", "version": "9.0.0"},
            (404, "has no version `9.0.0`"),
            id="a version that is not there",
        ),
        pytest.param("training-gpu", {"inputs": {}}, (422, "`wanted` is missing"), id="no outcome"),
        pytest.param(
            "training-gpu", {"inputs": {}, "wanted": 4}, (422, "`wanted` must be text, not a number"), id="a number"
        ),
    ],
)
def test_another_outcome_is_looked_for(
    client: Client, rule: str, body: dict[str, Any], answer: tuple[int, str]
) -> None:
    response = client.post(WISH.format(rule=rule), json=body)
    assert response.status_code == answer[0]
    if response.status_code == 200:
        found = response.json()
        assert (found["rule"]["name"], found["wanted"], found["inputs"]) == (rule, body["wanted"], body["inputs"])
        assert response.headers["cache-control"] == "no-store"
    else:
        assert answer[1] in response.json()["detail"]


def test_who_looks_for_another_outcome_asks_in_the_body_alone(client: Client) -> None:
    response = client.post(WISH.format(rule="training-gpu") + "?version=1.0.0", json={"inputs": {}, "wanted": "l4"})
    assert (response.status_code, [one["code"] for one in response.json()["errors"]]) == (422, ["unknown-parameter"])


def test_while_too_much_is_examined_callers_wait(served: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EXAMINER, "failure", BusyError("two documents are being examined"))
    answers = [
        served.post(CHECK, content=small_job(), headers=YAML),
        served.get(f"{DIFF}?to=1.1.0"),
        served.post(WISH.format(rule="small-job"), json={"inputs": {}, "wanted": "one"}),
    ]
    for response in answers:
        assert (response.status_code, response.json()["type"]) == (503, f"{PROBLEM}busy")
        assert response.headers["retry-after"] == "2"
    assert served.post("/v1/decisions/small-job", json={"inputs": {"memory": 1}}).status_code == 200
    metrics = served.get("/metrics").text
    assert 'gpu_rules_examinations_total{result="busy"} 3.0' in metrics
