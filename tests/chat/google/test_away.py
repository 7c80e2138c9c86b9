"""Tokens that are hard to read, certificates that are none, and what comes before what."""

import asyncio
from typing import Any, cast

import pytest
from msgspec import json
from structlog.testing import capture_logs

from service.chat.google.endpoint import GoogleChat
from service.chat.google.tokens import Tokens
from service.chat.talking import Talk
from service.errors import BusyError, ForgedRequestError
from tests.chat.google.authority import ENDPOINT, PROJECT, Google, bearer

pytestmark = pytest.mark.anyio

NOBODY = "http://127.0.0.1:1"


class Watched(Tokens):
    """Tokens that tell when they are closed."""

    is_closed = False

    def close(self) -> None:
        super().close()
        self.is_closed = True


class Untold:
    """Talk in which nothing may be said."""

    async def __call__(self, said: Any) -> Any:
        raise AssertionError(said)


def serving(tokens: Tokens) -> GoogleChat:
    return GoogleChat(cast("Talk", Untold()), tokens)


async def test_google_that_is_away_is_asked_once_and_then_left_alone(google: Google) -> None:
    tokens = Tokens(PROJECT, NOBODY)
    async with serving(tokens).open(None):
        with capture_logs() as logs:
            refused = await asyncio.gather(
                *(tokens.check(bearer(google.token(PROJECT))) for _ in range(8)), return_exceptions=True
            )
    assert {type(one) for one in refused} == {BusyError}
    assert [one["event"] for one in logs] == ["google gives no certificates"]
    assert "eyJ" not in str(logs)


@pytest.mark.parametrize(
    "page",
    [b"<html>Sign in to the network</html>", b"[]", b'{"keys": [{"kty": "RSA", "kid": "1"}]}', b'{"chat-1": 1}'],
    ids=["a page", "a list", "keys of another form", "numbers"],
)
async def test_a_page_of_somebody_in_between_makes_no_forger_of_google_chat(
    google: Google, monkeypatch: pytest.MonkeyPatch, page: bytes
) -> None:
    tokens = Tokens(PROJECT, google.url, pause=0.0)
    monkeypatch.setattr(google, "published", lambda _: page)
    async with serving(tokens).open(None):
        with pytest.raises(BusyError):
            await tokens.check(bearer(google.token(PROJECT)))


@pytest.mark.parametrize("audience", [ENDPOINT, PROJECT], ids=["endpoint", "project"])
async def test_certificates_are_fetched_once_by_all_who_come_at_once(google: Google, audience: str) -> None:
    tokens = Tokens(audience, google.url)
    async with serving(tokens).open(None):
        await asyncio.gather(*(tokens.check(bearer(google.token(audience))) for _ in range(8)))
    assert len(google.fetched) == 1


async def test_a_token_without_end_is_forged_and_not_a_failure(google: Google) -> None:
    deep = "W1tb" * 20_000  # an opening bracket of JSON, thousands of times
    tokens = Tokens(ENDPOINT, google.url)
    async with serving(tokens).open(None):
        with pytest.raises(ForgedRequestError):
            await tokens.check(bearer(f"{deep}.e30.e30"))


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer "])
async def test_the_scheme_is_written_in_any_way(google: Google, scheme: str) -> None:
    tokens = Tokens(ENDPOINT, google.url)
    async with serving(tokens).open(None):
        await tokens.check({"authorization": f"{scheme} {google.token(ENDPOINT)}"})


@pytest.mark.parametrize("body", [b"{", b"{}", json.encode({"type": "REMOVED_FROM_SPACE"})])
async def test_who_sends_it_is_asked_before_what_it_is(google: Google, body: bytes) -> None:
    chat = serving(Tokens(ENDPOINT, google.url))
    async with chat.open(None):
        for headers in ({}, bearer(google.token(PROJECT))):
            with pytest.raises(ForgedRequestError):
                await chat.event(headers, body)


async def test_connections_to_google_end_with_the_service(google: Google) -> None:
    tokens = Watched(ENDPOINT, google.url)
    async with serving(tokens).open(None):
        assert not tokens.is_closed
    assert tokens.is_closed
