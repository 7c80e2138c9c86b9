"""What stands before every platform: its path, the type and the size of what it is sent, and how it is answered."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from litestar.testing import TestClient

from service.bootstrap.platforms import Door, doors
from service.errors import ForgedRequestError
from service.http.app import create_app
from service.http.parts import Platform
from service.settings import Settings
from tests.docs.console import ROOT
from tests.http.served import parts

Client = TestClient[Any]
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Heard:
    """A platform that repeats what it is sent."""

    def __init__(self) -> None:
        self.headers: Mapping[str, str] = {}
        self.error: Exception | None = None

    async def answer(self, headers: Mapping[str, str], body: bytes) -> bytes:
        self.headers = headers
        if self.error:
            raise self.error
        return body


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def client(heard: Heard) -> Iterator[Client]:
    platform = Platform(path="/chat/some", media_type=FORM["content-type"], answer=heard.answer)
    with TestClient(create_app(parts(platforms=(platform,), body_limit=1_000))) as client:
        yield client


def test_the_body_is_handed_over_as_it_came(client: Client) -> None:
    answer = client.post("/chat/some", content=b"a=%C3%A4&b", headers=FORM)
    assert (answer.status_code, answer.content) == (200, b"a=%C3%A4&b")
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_an_empty_answer_is_empty(client: Client) -> None:
    answer = client.post("/chat/some", content=b"", headers=FORM)
    assert (answer.status_code, answer.content) == (200, b"")


def test_headers_are_in_lower_case_and_none_of_two_is_passed_over(client: Client, heard: Heard) -> None:
    client.post("/chat/some", content=b"", headers=[*FORM.items(), ("X-Signature", "a"), ("x-signature", "b")])
    assert heard.headers["x-signature"] == "a, b"


@pytest.mark.parametrize(
    ("method", "content", "headers", "status"),
    [
        ("GET", b"", {}, 405),
        ("POST", b"{}", {"content-type": "application/json"}, 415),
        ("POST", b"a", {"content-type": "application/x-www-form-urlencoded; charset=latin-1"}, 415),
        ("POST", b"a", {**FORM, "content-encoding": "gzip"}, 415),
        ("POST", b"a", {}, 415),
        ("POST", b"a" * 1_001, FORM, 413),
    ],
    ids=["another method", "another type", "another charset", "packed", "no type", "too large"],
)
def test_what_no_platform_sends_is_refused(
    client: Client, method: str, content: bytes, headers: dict[str, str], status: int
) -> None:
    refused = client.request(method, "/chat/some", content=content, headers=headers)
    assert refused.status_code == status
    assert refused.headers["content-type"] == "application/problem+json"


def test_who_is_not_the_platform_is_told_what_would_prove_it(client: Client, heard: Heard) -> None:
    heard.error = ForgedRequestError('Bearer realm="gpu-rules"', "this was not signed")
    refused = client.post("/chat/some", content=b"", headers=FORM)
    assert (refused.status_code, refused.json()["detail"]) == (401, "this was not signed")
    assert refused.headers["www-authenticate"] == 'Bearer realm="gpu-rules"'


@pytest.mark.parametrize("path", ["/chat/slack/commands", "/chat/slack/interactions", "/chat/google", "/mcp"])
def test_a_platform_that_is_not_configured_is_not_there(client: Client, path: str) -> None:
    assert client.post(path, content=b"{}", headers=FORM).status_code == 404


@pytest.mark.parametrize(
    ("settings", "served"),
    [
        (Settings(), ["mcp"]),
        (Settings(host="0.0.0.0"), []),  # noqa: S104 - nothing listens
        (Settings(host="0.0.0.0", slack_signing_secret="s"), ["slack"]),  # noqa: S104, S106
        (Settings(mcp="off", google_chat_audience="1234567890"), ["google-chat"]),
    ],
    ids=["this machine alone", "nobody", "slack", "google chat"],
)
def test_who_is_served_is_a_matter_of_settings(settings: Settings, served: list[str]) -> None:
    assert [door.platform for door in doors(settings) if door.is_open] == served


@pytest.mark.parametrize("door", doors(Settings()), ids=lambda door: door.platform)
def test_a_newcomer_reads_where_a_platform_is_served_and_by_which_setting(door: Door) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [one for one in (*door.paths, door.setting) if f"{one}`" not in readme] == []
