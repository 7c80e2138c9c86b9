"""Documents are published: once, as they are, and only if they are right."""

import pytest
from litestar.testing import TestClient

from service.errors import BusyError, SandboxError
from service.http.app import create_app
from service.model.rule import digest
from tests.http.authoring import PLACE, Author, kind, tag
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger
from tests.http.served import TOKENS, bearer, parts


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


@pytest.mark.parametrize(
    ("failure", "answer"), [(BusyError("x"), (503, "busy")), (SandboxError("x"), (503, "sandbox-failed"))], ids=str
)
def test_what_can_not_be_examined_is_not_published(author: Author, failure: Exception, answer: tuple[int, str]) -> None:
    author.examiner.failure = failure
    response = author.publish(small_job())
    assert kind(response) == answer
    assert int(response.headers["retry-after"]) > 0
    assert author.log() == []
