"""Who may do what over HTTP, and what a caller without a token is told."""

from typing import Any

import pytest
import structlog
from litestar.testing import TestClient

from service.http.app import create_app
from service.model.publication import Scope
from tests.http.conftest import Client
from tests.http.served import EXPIRED, SECRET, bearer, parts, stocked

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
SOLVE = ("POST", "/v1/decisions/runtime-goodput/solve")
WEIGH = ("POST", "/v1/decisions/runtime-goodput/sensitivity")
DRAW = ("GET", "/v1/rules/training-gpu/diagram?model=small")

NEEDED: list[tuple[tuple[str, str], Scope]] = [
    (PUBLISH, "publish"),
    (ACTIVATE, "activate"),
    (RETIRE, "activate"),
    (RECORD, "read"),
    (DIAGRAM, "read"),
]
DECIDING = [ASK, ASK_BY_QUERY, BATCH, WISH, SOLVE, WEIGH, DRAW]
OPEN = [
    ("GET", "/v1/rules"),
    ("GET", "/v1/rules/training-gpu/live"),
    ("GET", "/v1/rules/training-gpu/versions"),
    ("GET", "/v1/rules/training-gpu/diagram"),
    ("GET", "/v1/rules/training-gpu/diff?to=1.0.0"),
    ("POST", "/v1/check"),
    ("GET", "/openapi.json"),
]


def ask(client: Client, request: tuple[str, str], headers: dict[str, str]) -> Any:
    """The answer to a request with an empty body of the right kind."""
    method, path = request
    kind = "application/yaml" if "versions/" in path or path == "/v1/check" else "application/json"
    return client.request(method, path, content=b"{}", headers={"Content-Type": kind, **headers})


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
