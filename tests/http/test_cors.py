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
    assert response.headers.get("access-control-allow-origin") == allowed
    assert "Rules-Revision" in response.headers["access-control-expose-headers"]


def test_a_page_may_ask_first() -> None:
    response = ask((PAGE,), "OPTIONS", Access_Control_Request_Method="POST")
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == PAGE
    assert "POST" in response.headers["access-control-allow-methods"]
    assert "DELETE" not in response.headers["access-control-allow-methods"]
    assert response.headers["x-request-id"]
