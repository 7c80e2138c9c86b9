"""Pages of other origins: none may call, unless the setting names them."""

from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient

from service.http.app import create_app
from tests.http.served import parts

PAGE = "https://chat.example"


def ask(origins: tuple[str, ...], method: str, **headers: Any) -> Response:
    """What a page of `PAGE` gets."""
    with TestClient(create_app(parts(cors_origins=origins))) as client:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response: Response = client.request(method, "/v1/rules", headers={"Origin": PAGE, **named})
        return response


def test_by_default_no_page_is_allowed() -> None:
    response = ask((), "GET")
    assert response.status_code == 200
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("origins", "allowed"),
    [
        pytest.param((PAGE,), PAGE, id="a page that is named"),
        pytest.param(("*",), "*", id="every page"),
        pytest.param(("https://other.example",), None, id="another page"),
    ],
)
def test_a_page_may_read(origins: tuple[str, ...], allowed: str | None) -> None:
    response = ask(origins, "GET")
    assert response.status_code == 200
    assert response.headers.get("access-control-allow-origin") == allowed
    shown = response.headers.get("access-control-expose-headers", "").split(", ")
    assert ("ETag" in shown, "Rules-Revision" in shown, "Location" in shown) == (bool(allowed),) * 3


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_a_page_may_ask_first(method: str) -> None:
    headers = {"Access_Control_Request_Method": method, "Access_Control_Request_Headers": "authorization, if-match"}
    response = ask((PAGE,), "OPTIONS", **headers)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["access-control-allow-origin"] == PAGE
    assert method in response.headers["access-control-allow-methods"].split(", ")
    assert {"Authorization", "Content-Type", "If-Match"} <= set(
        response.headers["access-control-allow-headers"].split(", ")
    )
    assert response.headers["x-request-id"]


@pytest.mark.parametrize("origins", [(), ("https://other.example",)], ids=["no page", "another page"])
def test_a_page_that_may_not_call_is_told_nothing(origins: tuple[str, ...]) -> None:
    response = ask(origins, "OPTIONS", Access_Control_Request_Method="PUT")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS"
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("origins", "path", "varies"),
    [
        pytest.param((PAGE,), "/v1/rules", ["Origin"], id="an answer depends on the origin"),
        pytest.param((PAGE,), "/v1/rules/training-gpu", ["Accept", "Origin"], id="and on what it depends on anyway"),
        pytest.param(("*",), "/v1/rules/training-gpu", ["Accept"], id="where all may call, it does not"),
    ],
)
@pytest.mark.parametrize("origin", [PAGE, "https://other.example", None])
def test_what_an_answer_depends_on(origins: tuple[str, ...], path: str, varies: list[str], origin: str | None) -> None:
    with TestClient(create_app(parts(cors_origins=origins))) as client:
        response = client.get(path, headers={"Origin": origin} if origin else {})
    assert response.headers["vary"].split(", ") == varies


def test_a_refusal_can_be_read_by_a_page() -> None:
    response = ask((PAGE,), "DELETE")
    assert (response.status_code, response.headers["access-control-allow-origin"]) == (405, PAGE)
