"""Who is let in: Google Chat, now, for this app; nobody else."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import jwt
import pytest
from structlog.testing import capture_logs

from service.chat.google.tokens import Tokens
from service.errors import BusyError, ForgedRequestError, SettingsError
from tests.chat.google.authority import CHAT, ENDPOINT, PATHS, PROJECT, Google, Signer, bearer, right

pytestmark = pytest.mark.anyio

KINDS = pytest.mark.parametrize("audience", [ENDPOINT, PROJECT], ids=["endpoint", "project"])


@asynccontextmanager
async def guarding(audience: str, google: Google) -> AsyncIterator[Tokens]:
    tokens = Tokens(audience, google.url)
    yield tokens
    tokens.close()


@KINDS
async def test_what_google_chat_sends_is_let_in_and_certificates_are_fetched_once(
    google: Google, audience: str
) -> None:
    async with guarding(audience, google) as tokens:
        for _ in range(3):
            await tokens.check(bearer(google.token(audience)))
    assert google.fetched == [PATHS[audience]]


@KINDS
async def test_clocks_may_differ_by_a_little(google: Google, audience: str) -> None:
    now = int(time.time())
    async with guarding(audience, google) as tokens:
        await tokens.check(bearer(google.token(audience, iat=now + 5)))
        await tokens.check(bearer(google.token(audience, iat=now - 3_600, exp=now - 5)))


Made = Callable[[Google, str], str]


def claiming(**claims: Any) -> Made:
    return lambda google, audience: google.token(audience, **claims)


def lacking(name: str) -> Made:
    def made(google: Google, audience: str) -> str:
        return google.signers[audience].sign({key: one for key, one in right(audience).items() if key != name})

    return made


def other(audience: str) -> str:
    return PROJECT if audience == ENDPOINT else ENDPOINT


def altered(google: Google, audience: str) -> str:
    """A token whose claims were changed after it was signed."""
    head, _, signature = google.token(audience).split(".")
    _, claims, _ = google.token(audience, exp=int(time.time()) + 9_999).split(".")
    return f"{head}.{claims}.{signature}"


def symmetric(google: Google, audience: str) -> str:
    """Signed with the certificate, which everybody has, as if that were a secret."""
    signer = google.signers[audience]
    key = signer.certificate.encode()
    return jwt.PyJWS().encode(jwt.utils.force_bytes("{}"), key[27:], "HS256", headers={"kid": signer.kid})


NOW = int(time.time())
FORGED: dict[str, Made] = {
    "no token at all": lambda *_: "",
    "a word": lambda *_: "letmein",
    "three words": lambda *_: "a.b.c",
    "something in other letters": lambda *_: "\u00e4.\u00f6.\u00fc",
    "a very long word": lambda *_: "a" * 100_000,
    "a token of somebody else": lambda google, audience: Signer(google.signers[audience].kid).sign(right(audience)),
    "a token of an unknown key": lambda google, audience: google.signers[audience].sign(right(audience), kid="other"),
    "a token of the other kind": lambda google, audience: google.token(other(audience)),
    "a token of the other kind for this audience": lambda google, audience: google.token(other(audience), aud=audience),
    "an altered token": altered,
    "an unsigned token": lambda _, audience: jwt.encode(right(audience), "", "none"),
    "a token signed with the certificate": symmetric,
    "an expired token": claiming(iat=NOW - 7_200, exp=NOW - 3_600),
    "a token that is yet to come": claiming(iat=NOW + 3_600, exp=NOW + 7_200),
    "a token without end": lacking("exp"),
    "a token without beginning": lacking("iat"),
    "a token for nobody": lacking("aud"),
    "a token for another app": claiming(aud="https://other.example.com/chat/google"),
    "a token for another project": claiming(aud="210987654321"),
    "a token of another issuer": claiming(iss="https://accounts.example.com"),
    "a token of no issuer": lacking("iss"),
    "a token whose times are words": claiming(iat="now", exp="later"),
    "the signature of Slack": lambda *_: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
}


@KINDS
@pytest.mark.parametrize("attack", FORGED)
async def test_what_google_chat_has_not_made_is_refused(google: Google, audience: str, attack: str) -> None:
    token = FORGED[attack](google, audience)
    async with guarding(audience, google) as tokens:
        with pytest.raises(ForgedRequestError) as refused:
            await tokens.check(bearer(token))
    assert refused.value.challenge.startswith('Bearer realm="gpu-rules"')
    assert not token or token not in str(refused.value)


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "me@example.com"},
        {"email": None},
        {"email_verified": False},
        {"email_verified": "true"},
        {"email": "service-1@gcp-sa-gsuiteaddons.iam.gserviceaccount.com"},
        {"iss": CHAT},
    ],
    ids=["another account", "no account", "not verified", "verified in words", "an add-on", "the other issuer"],
)
async def test_an_endpoint_takes_tokens_of_google_chat_alone(google: Google, claims: dict[str, Any]) -> None:
    async with guarding(ENDPOINT, google) as tokens:
        with pytest.raises(ForgedRequestError):
            await tokens.check(bearer(google.token(ENDPOINT, **claims)))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": ""},
        {"authorization": "Bearer"},
        {"authorization": "Basic YTpi"},
        {"x-slack-signature": "v0=1"},
    ],
    ids=["no header", "an empty one", "no token", "another scheme", "another platform"],
)
async def test_a_request_without_a_token_is_refused(google: Google, headers: dict[str, str]) -> None:
    async with guarding(ENDPOINT, google) as tokens:
        with pytest.raises(ForgedRequestError) as refused:
            await tokens.check(headers)
    assert refused.value.challenge == 'Bearer realm="gpu-rules"'
    assert google.fetched == []


async def test_two_tokens_are_none(google: Google) -> None:
    token = google.token(ENDPOINT)
    async with guarding(ENDPOINT, google) as tokens:
        with pytest.raises(ForgedRequestError):
            await tokens.check({"authorization": f"Bearer {token}, Bearer {token}"})


async def test_without_certificates_nobody_is_believed_and_nobody_is_blamed(google: Google) -> None:
    google.status = 503
    async with guarding(ENDPOINT, google) as tokens:
        with capture_logs() as logs, pytest.raises(BusyError, match="try again"):
            await tokens.check(bearer(google.token(ENDPOINT)))
        assert [one["log_level"] for one in logs] == ["warning"]
        fetched = len(google.fetched)
        with pytest.raises(BusyError):
            await tokens.check(bearer(google.token(ENDPOINT)))
        assert len(google.fetched) == fetched
    nobody = Tokens(ENDPOINT, "http://127.0.0.1:1")
    with pytest.raises(BusyError):
        await nobody.check(bearer(google.token(ENDPOINT)))
    nobody.close()


@pytest.mark.parametrize("audience", ["", "gpu", "http://gpu.example.com", "12a"])
def test_an_audience_is_an_address_or_a_number(audience: str) -> None:
    with pytest.raises(SettingsError):
        Tokens(audience, "https://www.googleapis.com")
