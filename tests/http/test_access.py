"""Who may do what: bearer tokens, their scopes, and what a caller without one is told."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from msgspec import structs

from service.errors import ChangeError, ScopeNeededError, TokenNeededError, WritingDisabledError
from service.http.app import create_app
from service.model.publication import Scope, Token
from service.usecases.access import Access
from service.usecases.tokens import new_token
from tests.http.conftest import Client
from tests.http.served import EXPIRED, SECRET, bearer, parts, stocked

NOW = datetime(2024, 11, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
PROBLEM = "urn:gpu-rules:problem:"
REALM = 'Bearer realm="gpu-rules"'
INVALID = f'{REALM}, error="invalid_token"'

PUBLISH = ("PUT", "/v1/rules/small-job/versions/1.0.0")
ACTIVATE = ("PUT", "/v1/rules/training-gpu/live")
RETIRE = ("DELETE", "/v1/rules/training-gpu/live")
AUDIT = ("GET", "/v1/audit")
RECORD = ("GET", "/v1/records/x")
DIAGRAM = ("GET", "/v1/rules/training-gpu/diagram?decision=x")
ASK = ("POST", "/v1/decisions/training-gpu")
ASK_BY_QUERY = ("GET", "/v1/decisions/training-gpu?model=small")
BATCH = ("POST", "/v1/decisions/training-gpu/batch")
WISH = ("POST", "/v1/decisions/training-gpu/counterfactual")
DRAW = ("GET", "/v1/rules/training-gpu/diagram?model=small")

NEEDED: list[tuple[tuple[str, str], Scope]] = [
    (PUBLISH, "publish"),
    (ACTIVATE, "activate"),
    (RETIRE, "activate"),
    (RECORD, "read"),
    (DIAGRAM, "read"),
]
DECIDING = [ASK, ASK_BY_QUERY, BATCH, WISH, DRAW]
OPEN = [
    ("GET", "/v1/rules"),
    ("GET", "/v1/rules/training-gpu/live"),
    ("GET", "/v1/rules/training-gpu/versions"),
    ("GET", "/v1/rules/training-gpu/diagram"),
    ("GET", "/v1/rules/training-gpu/diff?to=1.0.0"),
    ("POST", "/v1/check"),
    ("GET", "/openapi.json"),
]


def access(*tokens: Token, now: datetime = NOW) -> Access:
    """Who may do what, where these are all tokens."""
    return Access(lambda: {one.id: one for one in tokens}, now=lambda: now)


def ask(client: Client, request: tuple[str, str], headers: dict[str, str]) -> Any:
    """The answer to a request with an empty body of the right kind."""
    method, path = request
    kind = "application/yaml" if "versions/" in path or path == "/v1/check" else "application/json"
    return client.request(method, path, content=b"{}", headers={"Content-Type": kind, **headers})


def test_a_new_token_is_taken() -> None:
    kept, text = new_token("ci", ["publish", "activate"], NOW, NOW + HOUR)
    assert access(kept)(text, "publish") is kept
    assert access(kept)(text) is kept
    with pytest.raises(ScopeNeededError, match="the scope `read`; the token `ci` has `publish`, `activate`"):
        access(kept)(text, "read")


def test_of_a_secret_only_a_hash_is_kept() -> None:
    kept, text = new_token("ci", ["read"], NOW)
    prefix, identity, secret = text.split("_", 2)
    assert (prefix, identity, len(secret)) == ("gr", kept.id, 43)
    assert secret not in repr(kept)
    assert kept.hash == sha256(secret.encode()).hexdigest()


def test_no_two_tokens_are_alike() -> None:
    texts = {new_token("ci", ["read"], NOW)[1] for _ in range(100)}
    assert len({text.split("_")[1] for text in texts}) == len({text.split("_", 2)[2] for text in texts}) == 100


@pytest.mark.parametrize(
    ("change", "now"),
    [
        pytest.param({"revoked": NOW}, NOW, id="one that was revoked"),
        pytest.param({"expires": NOW}, NOW, id="one that expires at this moment"),
        pytest.param({"hash": "0" * 64}, NOW, id="one with another secret"),
        pytest.param({"id": "other"}, NOW, id="one that is not there"),
    ],
)
def test_a_token_is_refused(change: dict[str, Any], now: datetime) -> None:
    kept, text = new_token("ci", ["read"], NOW - HOUR, NOW + HOUR)
    assert access(kept, now=now)(text, "read") is kept
    with pytest.raises(TokenNeededError, match="is not valid"):
        access(structs.replace(kept, **change), now=now)(text, "read")


@settings(max_examples=300)
@given(st.text(max_size=100) | st.text("gr_ax-", max_size=20).map(lambda text: f"gr_{text}"))
def test_no_other_text_is_a_token(text: str) -> None:
    kept, _ = new_token("ci", ["read"], NOW)
    with pytest.raises(TokenNeededError):
        access(kept)(text)


def test_each_mistake_in_a_token_counts() -> None:
    kept, text = new_token("ci", ["read"], NOW)
    for index in range(len(text)):
        wrong = f"{text[:index]}{'A' if text[index] != 'A' else 'B'}{text[index + 1 :]}"
        with pytest.raises(TokenNeededError):
            access(kept)(wrong)


@pytest.mark.parametrize("name", ["", " ci", "ci\n", "x" * 65, "directory", "a\x00b"])
def test_what_a_token_may_not_be_called(name: str) -> None:
    with pytest.raises(ChangeError):
        new_token(name, ["read"], NOW)


def test_a_token_must_be_valid_once() -> None:
    with pytest.raises(ChangeError, match="would have expired already"):
        new_token("ci", ["read"], NOW, NOW)


@pytest.mark.parametrize("scope", ["publish", "activate"])
def test_without_tokens_writing_is_disabled(scope: Scope) -> None:
    for text in (None, "gr_all_x"):
        with pytest.raises(WritingDisabledError, match=f"`gpu-rules token new --name NAME --scope {scope}`"):
            access()(text, scope)


@pytest.mark.parametrize("scope", ["read", "decide", None])
def test_without_tokens_reading_needs_one_all_the_same(scope: Scope | None) -> None:
    with pytest.raises(TokenNeededError):
        access()(None, scope)


@pytest.mark.parametrize(("request_", "scope"), NEEDED, ids=str)
def test_an_operation_needs_its_scope(client: Client, request_: tuple[str, str], scope: Scope) -> None:
    names = {"publish": "publisher", "activate": "activator", "read": "reader", "decide": "asker"}
    assert ask(client, request_, bearer(names[scope])).status_code not in {401, 403}
    for other in set(names.values()) - {names[scope]}:
        response = ask(client, request_, bearer(other))
        assert (response.status_code, response.json()["type"]) == (403, f"{PROBLEM}scope-needed")
        challenge = f'Bearer realm="gpu-rules", error="insufficient_scope", scope="{scope}"'
        assert response.headers["www-authenticate"] == challenge


@pytest.mark.parametrize("request_", [*(one for one, _ in NEEDED), AUDIT], ids=str)
@pytest.mark.parametrize(
    ("headers", "challenge"),
    [
        pytest.param({}, REALM, id="nothing"),
        pytest.param(bearer(EXPIRED), INVALID, id="an expired token"),
        pytest.param(bearer(secret="y" * 43), INVALID, id="a wrong secret"),
        pytest.param({"Authorization": "Basic YTpi"}, INVALID, id="a password"),
        pytest.param({"Authorization": "Bearer"}, INVALID, id="no token"),
        pytest.param({"Authorization": f"gr_all_{SECRET}"}, INVALID, id="bare"),
        pytest.param(
            {"Authorization": f"{bearer()['Authorization']} x"},
            INVALID,
            id="more than a token",
        ),
    ],
)
def test_who_has_no_token_is_told_so(
    client: Client, request_: tuple[str, str], headers: dict[str, str], challenge: str
) -> None:
    response = ask(client, request_, headers)
    assert (response.status_code, response.json()["type"]) == (401, f"{PROBLEM}token-needed")
    assert response.headers["www-authenticate"] == challenge
    assert SECRET not in response.text


def test_two_tokens_are_none(client: Client) -> None:
    headers = [("Authorization", bearer()["Authorization"]), ("Authorization", bearer("reader")["Authorization"])]
    assert client.get("/v1/audit", headers=headers).status_code == 401


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer "])
def test_the_scheme_is_written_in_any_case(client: Client, scheme: str) -> None:
    assert client.get("/v1/audit", headers={"Authorization": f"{scheme} gr_reader_{SECRET}"}).status_code == 200


@pytest.mark.parametrize("request_", [*OPEN, *DECIDING], ids=str)
def test_by_default_reading_and_deciding_are_open(client: Client, request_: tuple[str, str]) -> None:
    assert ask(client, request_, {}).status_code not in {401, 403}


def test_deciding_can_be_closed() -> None:
    with TestClient(create_app(parts(closed=True))) as client:
        for request in DECIDING:
            assert ask(client, request, {}).status_code == 401
            assert ask(client, request, bearer("reader")).status_code == 403
            assert ask(client, request, bearer("asker")).status_code not in {401, 403}
        for request in OPEN:
            assert ask(client, request, {}).status_code not in {401, 403}


def test_without_any_token_nobody_can_write() -> None:
    with TestClient(create_app(parts(ledger=stocked(tokens=())))) as client:
        for request in (PUBLISH, ACTIVATE, RETIRE):
            response = ask(client, request, bearer())
            assert (response.status_code, response.json()["type"]) == (403, f"{PROBLEM}writing-disabled")
            assert "gpu-rules token new --name NAME --scope" in response.json()["detail"]
        assert ask(client, AUDIT, {}).status_code == 401


def test_a_token_is_asked_for_before_anything_else(client: Client) -> None:
    response = client.put("/v1/rules/no-rule/versions/x?nonsense=1", content=b"x" * 2_000_000)
    assert response.status_code == 401


def test_tokens_are_not_logged() -> None:
    with structlog.testing.capture_logs() as logs, TestClient(create_app(parts(access_log=True))) as client:
        assert client.get("/v1/audit", headers=bearer()).status_code == 200
        assert client.get("/v1/audit", headers=bearer(secret="y" * 43)).status_code == 401
        assert ask(client, PUBLISH, bearer("reader")).status_code == 403
    assert logs
    assert SECRET not in str(logs)
    assert "y" * 43 not in str(logs)
