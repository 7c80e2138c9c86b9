"""Rules change: documents are published, go live, go back, are retired; nobody undoes what they have not seen."""

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient

from service.errors import BusyError, SandboxError
from service.http.app import create_app
from service.http.parts import HttpParts
from service.model.rule import digest
from tests.http.conftest import Client
from tests.http.documents import FRONT, small_job
from tests.http.memory import MemoryLedger, QuickExaminer
from tests.http.served import TOKENS, bearer, parts

PROBLEM = "urn:gpu-rules:problem:"
YAML = {"Content-Type": "application/yaml"}
PLACE = "/v1/rules/small-job"
ANYTHING = {"inputs": {"memory": 30}}


class Author:
    """Changes rules over HTTP, as a program would."""

    def __init__(self, client: Client, parts: HttpParts) -> None:
        self.client = client
        self.parts = parts
        self.ledger: MemoryLedger = parts.ledger  # type: ignore[assignment]  # `served` puts one there
        self.examiner: QuickExaminer = parts.examiner  # type: ignore[assignment]

    def publish(self, content: bytes, version: str = "1.0.0", rule: str = "small-job", reason: str = "") -> Response:
        place = f"/v1/rules/{rule}/versions/{version}" + (f"?reason={reason}" if reason else "")
        return self.client.put(place, content=content, headers={**bearer("publisher"), **YAML})

    def activate(self, version: str, seen: str | None = None, rule: str = "small-job", **body: Any) -> Response:
        headers = bearer("activator") | ({"If-Match": seen} if seen else {})
        return self.client.put(f"/v1/rules/{rule}/live", json={"version": version, **body}, headers=headers)

    def retire(self, seen: str | None = None, rule: str = "small-job") -> Response:
        headers = bearer("activator") | ({"If-Match": seen} if seen else {})
        return self.client.delete(f"/v1/rules/{rule}/live", headers=headers)

    def ask(self, **question: Any) -> Response:
        return self.client.post("/v1/decisions/small-job", json={**ANYTHING, **question})

    def log(self) -> list[tuple[str, str, str, str | None, str | None, str]]:
        events = self.client.get("/v1/audit?limit=100", headers=bearer()).json()["items"]
        told = [
            (one["action"], one["who"], one["rule"], one["previous"], one["version"], one["why"])
            for one in events
            if one["who"] != "directory"
        ]
        return told[::-1]


@pytest.fixture
def author() -> Iterator[Author]:
    chosen = parts(ledger=MemoryLedger(TOKENS))
    with TestClient(create_app(chosen)) as client:
        yield Author(client, chosen)


def tag(content: bytes) -> str:
    """The tag of a version."""
    return f'"{digest(content)}"'


def kind(response: Response) -> tuple[int, str]:
    """Status and kind of a problem."""
    return response.status_code, response.json()["type"].removeprefix(PROBLEM)


def test_a_document_is_published(author: Author) -> None:
    response = author.publish(small_job(), reason="a first try")
    assert response.status_code == 201
    assert response.headers["location"] == f"{PLACE}/versions/1.0.0"
    assert response.headers["etag"] == tag(small_job())
    assert response.headers["rules-revision"] == author.parts.live.snapshot.digest
    assert response.headers["cache-control"] == "no-store"
    body = response.json()
    assert (body["name"], body["version"], body["author"], body["warnings"]) == ("small-job", "1.0.0", "publisher", [])
    assert author.client.get(f"{PLACE}/versions/1.0.0", headers={"Accept": "application/yaml"}).content == small_job()
    assert author.log() == [("published", "publisher", "small-job", None, "1.0.0", "a first try")]


def test_behind_a_prefix_the_place_has_it() -> None:
    chosen = parts(ledger=MemoryLedger(TOKENS), root_path="/gpu-rules")
    with TestClient(create_app(chosen)) as client:
        location = Author(client, chosen).publish(small_job()).headers["location"]
    assert location == f"/gpu-rules{PLACE}/versions/1.0.0"


def test_publishing_makes_nothing_live(author: Author) -> None:
    author.publish(small_job())
    assert kind(author.ask()) == (404, "rule-not-live")
    assert kind(author.client.get(f"{PLACE}/live")) == (404, "rule-not-live")
    assert kind(author.client.get(PLACE)) == (404, "rule-not-live")
    assert author.ask(version="1.0.0").json()["outcome"]["id"] == "several"
    (listed,) = [one for one in author.client.get("/v1/rules?limit=100").json()["items"] if one["name"] == "small-job"]
    assert (listed["live"], listed["versions"], listed["kind"]) == (None, ["1.0.0"], "tree")
    assert listed["title"] == "Does the job fit one GPU?"
    assert author.client.get(f"{PLACE}/versions/1.0.0").json()["live"] is None
    assert "/v1/decisions/small-job" not in author.client.get("/openapi.json").json()["paths"]


def test_the_same_document_again_is_unchanged_and_not_examined(author: Author) -> None:
    first = author.publish(small_job())
    examined = len(author.examiner.examined)
    again = author.publish(small_job())
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert (again.headers["location"], again.headers["etag"]) == (first.headers["location"], first.headers["etag"])
    assert len(author.examiner.examined) == examined
    assert len(author.log()) == 1


def test_another_document_under_the_same_number_is_refused_and_not_examined(author: Author) -> None:
    author.publish(small_job())
    examined = len(author.examiner.examined)
    response = author.publish(small_job(limit=48.0))
    assert kind(response) == (409, "version-taken")
    assert digest(small_job()) in response.json()["detail"]
    assert len(author.examiner.examined) == examined
    assert author.ask(version="1.0.0").json()["rule"]["digest"] == digest(small_job())


@pytest.mark.parametrize(
    ("content", "rule", "codes"),
    [
        pytest.param(b"", "small-job", ["yaml-syntax"], id="an empty one"),
        pytest.param(b"[", "small-job", ["yaml-syntax"], id="no YAML"),
        pytest.param(small_job().replace(b"then: one", b"then: two"), "small-job", ["unknown-node"], id="a wrong one"),
        pytest.param(small_job("1.1.0"), "small-job", ["misplaced"], id="one of another version"),
        pytest.param(small_job(), "large-job", ["misplaced"], id="one of another rule"),
    ],
)
def test_a_document_that_is_not_right_is_refused(author: Author, content: bytes, rule: str, codes: list[str]) -> None:
    response = author.publish(content, rule=rule)
    assert kind(response) == (422, "rule-rejected")
    found = [one["code"] for one in response.json()["errors"]]
    assert found == codes
    assert author.log() == []


def test_a_version_goes_live_and_back(author: Author) -> None:
    old, new = small_job(), small_job("1.1.0", limit=48.0)
    author.publish(old)
    first = author.activate("1.0.0", reason="a first try")
    assert (first.status_code, first.headers["etag"], first.json()["previous"]) == (200, tag(old), None)
    assert author.ask().json()["outcome"]["id"] == "several"
    author.publish(new, "1.1.0")
    second = author.activate("1.1.0", tag(old), reason="a larger GPU")
    assert (second.status_code, second.headers["etag"], second.json()["previous"]) == (200, tag(new), "1.0.0")
    assert author.ask().json()["outcome"]["id"] == "one"
    assert author.ask(version="1.0.0").json()["outcome"]["id"] == "several"
    back = author.activate("1.0.0", tag(new), reason="it was none")
    assert (back.status_code, back.json()["previous"]) == (200, "1.1.0")
    assert author.ask().json()["outcome"]["id"] == "several"
    assert author.log() == [
        ("published", "publisher", "small-job", None, "1.0.0", ""),
        ("activated", "activator", "small-job", None, "1.0.0", "a first try"),
        ("published", "publisher", "small-job", None, "1.1.0", ""),
        ("activated", "activator", "small-job", "1.0.0", "1.1.0", "a larger GPU"),
        ("activated", "activator", "small-job", "1.1.0", "1.0.0", "it was none"),
    ]


def test_the_answer_to_a_change_is_by_the_rules_as_they_are_then(author: Author) -> None:
    author.publish(small_job())
    before = author.parts.live.snapshot.digest
    revision = author.activate("1.0.0").headers["rules-revision"]
    assert revision == author.parts.live.snapshot.digest != before
    assert author.ask().headers["rules-revision"] == revision


def test_what_is_live_and_since_when_is_told(author: Author) -> None:
    author.publish(small_job())
    made = author.activate("1.0.0", reason="a first try").json()
    response = author.client.get(f"{PLACE}/live")
    assert response.headers["etag"] == tag(small_job())
    assert response.headers["cache-control"] == "no-store"
    live = response.json()
    assert (live["rule"], live["version"], live["digest"]) == ("small-job", "1.0.0", digest(small_job()))
    assert live["activated"] == made["activated"]
    assert (live["activated"]["who"], live["activated"]["why"]) == ("activator", "a first try")
    (version,) = author.client.get(f"{PLACE}/versions").json()["items"]
    assert (version["live"], version["author"], version["activated"]) == (True, "publisher", live["activated"])


@pytest.mark.parametrize(
    ("seen", "answer"),
    [
        pytest.param(None, (428, "expectation-missing"), id="nothing"),
        pytest.param(tag(b"another"), (412, "live-version-moved"), id="another version"),
        pytest.param(f"W/{tag(small_job())}", (412, "live-version-moved"), id="a weak tag"),
        pytest.param('""', (412, "live-version-moved"), id="an empty tag"),
        pytest.param(tag(small_job()), None, id="the live version"),
        pytest.param(f'"x" , {tag(small_job())}', None, id="one of several"),
        pytest.param(digest(small_job()), None, id="the live version without quotes"),
        pytest.param("*", None, id="any version"),
    ],
)
@pytest.mark.parametrize("what", ["activate", "retire"])
def test_a_change_says_what_it_expects(
    author: Author, what: str, seen: str | None, answer: tuple[int, str] | None
) -> None:
    author.publish(small_job())
    author.publish(small_job("1.1.0"), "1.1.0")
    author.activate("1.0.0")
    response = author.activate("1.1.0", seen) if what == "activate" else author.retire(seen)
    if answer is None:
        assert response.status_code == (200 if what == "activate" else 204)
    else:
        assert kind(response) == answer
        assert digest(small_job()) in response.json()["detail"]
        assert len(author.log()) == 3


@pytest.mark.parametrize("seen", ["*", tag(small_job())])
def test_where_nothing_is_live_nothing_else_can_be_expected(author: Author, seen: str) -> None:
    author.publish(small_job())
    assert kind(author.activate("1.0.0", seen)) == (412, "live-version-moved")
    assert author.activate("1.0.0").status_code == 200


@pytest.mark.parametrize("seen", [None, tag(small_job()), tag(b"another"), "*"])
def test_what_is_live_already_is_no_change(author: Author, seen: str | None) -> None:
    author.publish(small_job())
    first = author.activate("1.0.0", reason="a first try")
    again = author.activate("1.0.0", seen, reason="once more")
    assert (again.status_code, again.json()) == (200, first.json())
    assert len(author.log()) == 2


def test_a_rule_is_retired(author: Author) -> None:
    author.publish(small_job())
    author.activate("1.0.0")
    response = author.retire(tag(small_job()))
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["rules-revision"] == author.parts.live.snapshot.digest
    assert kind(author.ask()) == (404, "rule-not-live")
    assert author.ask(version="1.0.0").status_code == 200
    assert author.retire().status_code == 204
    assert author.log()[2:] == [("retired", "activator", "small-job", "1.0.0", None, "")]
    (version,) = author.client.get(f"{PLACE}/versions").json()["items"]
    assert (version["live"], version["activated"]["who"]) == (False, "activator")


def test_the_reason_of_a_retirement_is_kept(author: Author) -> None:
    author.publish(small_job())
    author.activate("1.0.0")
    headers = {**bearer("activator"), "If-Match": "*"}
    author.client.delete(f"{PLACE}/live?reason=not+needed", headers=headers)
    assert author.log()[2:] == [("retired", "activator", "small-job", "1.0.0", None, "not needed")]


def test_a_rule_that_others_enter_is_not_retired(author: Author) -> None:
    enter(author)
    response = author.retire(tag(small_job()))
    assert kind(response) == (409, "rule-entered")
    assert "`front`" in response.json()["detail"]
    assert len(author.log()) == 4
    assert author.retire("*", rule="front").status_code == 204
    assert author.retire("*").status_code == 204


def test_rules_that_enter_the_one_that_goes_live_are_examined_with_it(author: Author) -> None:
    enter(author)
    whole = small_job("2.0.0", limit="24").replace(b"type: number", b"type: integer")
    assert author.publish(whole, "2.0.0").status_code == 201
    response = author.activate("2.0.0", tag(small_job()))
    assert kind(response) == (422, "rule-rejected")
    assert {one["message"].partition(":")[0] for one in response.json()["errors"]} == {"front/1.0.0.yaml"}
    assert author.client.get(f"{PLACE}/live").json()["version"] == "1.0.0"


def enter(author: Author) -> None:
    """Make `small-job` live, and `front`, which enters it."""
    assert author.publish(small_job()).status_code == 201
    assert author.activate("1.0.0").status_code == 200
    assert author.publish(FRONT.encode(), rule="front").status_code == 201
    assert author.activate("1.0.0", rule="front").status_code == 200


@pytest.mark.parametrize(
    ("rule", "version", "answer"),
    [
        ("small-job", "1.1.0", (404, "version-not-found")),
        ("small-job", "", (404, "version-not-found")),
        ("smal-job", "1.0.0", (404, "rule-not-found")),
    ],
)
def test_only_a_version_that_is_there_goes_live(
    author: Author, rule: str, version: str, answer: tuple[int, str]
) -> None:
    author.publish(small_job())
    assert kind(author.activate(version, rule=rule)) == answer


def test_only_a_rule_that_is_there_is_retired(author: Author) -> None:
    assert kind(author.retire()) == (404, "rule-not-found")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, ("missing-member", "$.version")),
        ({"version": 1.0}, ("wrong-type", "$.version")),
        ({"version": "1.0.0", "reason": ["x"]}, ("wrong-type", "$.reason")),
        ({"version": "1.0.0", "reason": "x" * 1001}, ("out-of-range", "$.reason")),
        ({"version": "1.0.0", "why": "x"}, ("unknown-member", "$")),
    ],
)
def test_an_activation_has_a_form(author: Author, body: dict[str, Any], error: tuple[str, str]) -> None:
    response = author.client.put(f"{PLACE}/live", json=body, headers=bearer())
    assert kind(response) == (422, "request-rejected")
    assert [(one["code"], one["path"]) for one in response.json()["errors"]] == [error]


@pytest.mark.parametrize(
    "media_type",
    ["application/yaml", "application/yaml; charset=UTF-8", "text/yaml", "text/x-yaml", "application/x-yaml"],
)
def test_a_document_is_yaml(author: Author, media_type: str) -> None:
    headers = {**bearer(), "Content-Type": media_type}
    response = author.client.put(f"{PLACE}/versions/1.0.0", content=small_job(), headers=headers)
    assert response.status_code == 201


@pytest.mark.parametrize("media_type", ["", "application/json", "text/plain", "application/yaml; charset=latin-1"])
def test_what_does_not_say_that_it_is_yaml_is_refused(author: Author, media_type: str) -> None:
    headers = {**bearer(), "Content-Type": media_type}
    response = author.client.put(f"{PLACE}/versions/1.0.0", content=small_job(), headers=headers)
    assert kind(response) == (415, "unsupported-media-type")
    assert "`application/yaml`" in response.json()["detail"]


def test_a_document_has_a_limit_of_its_own() -> None:
    chosen = parts(ledger=MemoryLedger(TOKENS), document_limit=len(small_job()))
    with TestClient(create_app(chosen)) as client:
        author = Author(client, chosen)
        assert author.publish(small_job()).status_code == 201
        assert kind(author.publish(small_job("1.1.0") + b"\n", "1.1.0")) == (413, "request-too-large")


def test_while_the_store_is_down_rules_are_read_and_asked_but_not_changed(author: Author) -> None:
    author.publish(small_job())
    author.activate("1.0.0")
    author.ledger.down = True
    changes = [
        author.publish(small_job("1.1.0"), "1.1.0"),
        author.activate("1.0.0"),
        author.retire("*"),
        author.client.get("/v1/audit", headers=bearer()),
    ]
    for response in changes:
        assert kind(response) == (503, "store-unavailable")
        assert int(response.headers["retry-after"]) > 0
    assert author.ask().status_code == 200
    for path in (f"{PLACE}/live", f"{PLACE}/versions", "/v1/rules", f"{PLACE}/diff?to=1.0.0"):
        assert author.client.get(path).status_code == 200
    author.ledger.down = False
    assert author.publish(small_job("1.1.0"), "1.1.0").status_code == 201


@pytest.mark.parametrize(
    ("failure", "answer"), [(BusyError("x"), (503, "busy")), (SandboxError("x"), (503, "sandbox-failed"))], ids=str
)
def test_what_can_not_be_examined_is_not_published(author: Author, failure: Exception, answer: tuple[int, str]) -> None:
    author.examiner.failure = failure
    response = author.publish(small_job())
    assert kind(response) == answer
    assert int(response.headers["retry-after"]) > 0
    assert author.log() == []


def test_a_change_does_not_wait_in_the_line_of_those_who_only_ask() -> None:
    crowded = QuickExaminer()
    crowded.failure = BusyError("x")
    chosen = parts(ledger=MemoryLedger(TOKENS), examiner=crowded, gatekeeper=QuickExaminer())
    with TestClient(create_app(chosen)) as client:
        author = Author(client, chosen)
        assert kind(client.post("/v1/check", content=small_job(), headers=YAML)) == (503, "busy")
        assert author.publish(small_job()).status_code == 201
        assert author.activate("1.0.0").status_code == 200
        assert author.retire(seen=tag(small_job())).status_code == 204


def test_an_answer_does_not_wait_for_ever_until_the_change_is_served(
    author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.http.changing.PATIENCE", 0.01)
    author.ledger.changed = lambda _: None
    assert author.publish(small_job()).status_code == 201
    assert kind(author.client.get(f"{PLACE}/versions")) == (404, "rule-not-found")
