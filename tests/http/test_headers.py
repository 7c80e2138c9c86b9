"""Headers: identities of requests, the revision, caching, and what `HEAD` and `OPTIONS` say."""

import re
from hashlib import sha256

import pytest

from service.http.parts import HttpParts
from tests.http.conftest import Client

QUESTION = {"inputs": {"model": "small"}}
READ = [
    "/v1/rules",
    "/v1/rules/training-gpu",
    "/v1/rules/training-gpu/versions",
    "/v1/rules/training-gpu/versions/1.0.0",
    "/v1/rules/training-gpu/schema",
    "/v1/rules/training-gpu/diagram",
    "/v1/rules/training-gpu/diff?to=1.0.0",
    "/openapi.json",
    "/docs",
    "/docs/start.js",
    "/docs/swagger.css",
    "/docs/swagger.js",
]
ASKED = [
    "/v1/decisions/training-gpu?model=small",
    "/v1/rules/training-gpu/live",
    "/healthz",
    "/readyz",
    "/metrics",
]


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        pytest.param("abc-1.2_Z", True, id="a harmless one is taken over"),
        pytest.param("x" * 128, True, id="one of 128 characters is taken over"),
        pytest.param("x" * 129, False, id="a longer one is replaced"),
        pytest.param("a b", False, id="one with a space is replaced"),
        pytest.param("a\tb", False, id="one with a control character is replaced"),
        pytest.param("", False, id="an empty one is replaced"),
    ],
)
def test_a_request_identity(client: Client, given: str, taken: bool) -> None:
    found = client.get("/healthz", headers={"X-Request-Id": given}).headers["x-request-id"]
    assert (found == given) is taken
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,128}", found)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/nowhere"), ("GET", "/v1/rules/x"), ("DELETE", "/v1/rules"), ("OPTIONS", "/v1/rules"), ("GET", "/docs")],
)
def test_every_answer_carries_the_identity(client: Client, method: str, path: str) -> None:
    assert client.request(method, path, headers={"X-Request-Id": "mine"}).headers["x-request-id"] == "mine"


def test_a_problem_names_the_request(client: Client) -> None:
    assert client.get("/nowhere", headers={"X-Request-Id": "mine"}).json()["request_id"] == "mine"


@pytest.mark.parametrize("path", [*READ[:8], *ASKED[:2], "/readyz"])
def test_answers_by_the_rules_name_the_revision(client: Client, http_parts: HttpParts, path: str) -> None:
    assert client.get(path).headers["rules-revision"] == http_parts.live.snapshot.digest


def test_decisions_are_not_kept(client: Client) -> None:
    assert client.post("/v1/decisions/training-gpu", json=QUESTION).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", READ)
def test_the_tag_is_the_digest_of_the_answer(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.headers["etag"] == f'"sha256:{sha256(response.content).hexdigest()}"'


def test_the_tag_of_a_document_is_the_digest_of_the_rule(client: Client, http_parts: HttpParts) -> None:
    tag = client.get("/v1/rules/choose-gpu", headers={"Accept": "application/yaml"}).headers["etag"]
    assert tag == f'"{http_parts.live.snapshot.version("choose-gpu").id.digest}"'


@pytest.mark.parametrize("path", READ)
@pytest.mark.parametrize(
    ("condition", "status"),
    [
        pytest.param("{tag}", 304, id="the same tag"),
        pytest.param("W/{tag}", 304, id="the same tag, weak"),
        pytest.param('"x", {tag} , "y"', 304, id="one of several"),
        pytest.param("*", 304, id="any"),
        pytest.param('"x"', 200, id="another tag"),
        pytest.param("", 200, id="nothing"),
    ],
)
def test_a_condition(client: Client, path: str, condition: str, status: int) -> None:
    tag = client.get(path).headers["etag"]
    response = client.get(path, headers={"If-None-Match": condition.format(tag=tag)})
    assert response.status_code == status
    assert response.headers["etag"] == tag
    assert bool(response.content) is (status == 200)


@pytest.mark.parametrize("path", [*READ, *ASKED[:3]])
def test_head_has_the_head_of_get(client: Client, path: str) -> None:
    head, get = client.head(path), client.get(path)
    varying = {"x-request-id"}
    assert head.status_code == 200
    assert head.content == b""
    assert {name: value for name, value in head.headers.items() if name not in varying} == {
        name: value for name, value in get.headers.items() if name not in varying
    }


@pytest.mark.parametrize("path", ["/nowhere", "/v1/rules/x", "/v1/decisions/training-gpu?vms=0"])
def test_head_of_a_problem_has_no_body(client: Client, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-length"] == get.headers["content-length"]


def test_a_method_that_is_not_allowed_names_those_that_are(client: Client) -> None:
    allowed = client.delete("/v1/decisions/training-gpu").headers["allow"]
    assert sorted(allowed.split(", ")) == ["GET", "HEAD", "OPTIONS", "POST"]
