"""Requests that come from Google Chat, and those that do not: each has a token that Google has signed.

Which token that is depends on the audience that the app is configured with. For the URL of its endpoint, it is an ID
token of the account that Google Chat uses; for the number of its project, it is a token that this account signs itself.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Final, cast

import requests
import structlog
from cachecontrol import CacheControl
from google.auth.exceptions import GoogleAuthError, TransportError
from google.auth.transport import Response
from google.auth.transport.requests import Request
from google.oauth2 import id_token
from msgspec import DecodeError, Struct, ValidationError, json

from service.errors import BusyError, ForgedRequestError, SettingsError

CHALLENGE: Final = 'Bearer realm="gpu-rules"'
INVALID: Final = f'{CHALLENGE}, error="invalid_token"'
CHAT: Final = "chat@system.gserviceaccount.com"
SKEW: Final = 10
"""Seconds by which the clock here may differ from Google's."""
PAUSE: Final = 5.0
"""Seconds for which Google is left alone after it has not given its certificates."""
_PATIENCE: Final = 5
"""Seconds that Google may take to give them."""
_ISSUERS: Final = ("https://accounts.google.com", "accounts.google.com")
_ADD_ONS: Final = "@gcp-sa-gsuiteaddons.iam.gserviceaccount.com"
_WRONG: Final = (GoogleAuthError, ValueError, TypeError, RecursionError)
"""All that becomes of a token which is none, is not signed, or has claims of other types."""
_FOREIGN: Final = "the bearer token is one of Google, but not of Google Chat"
_ADD_ON: Final = (
    f"{_FOREIGN}: an app that is built as a Google Workspace add-on sends such; configure it as one that is none"
)
_UNSIGNED: Final = "the bearer token was not signed by Google for this app, or is not valid now"
_AWAY: Final = "Google's certificates can't be fetched, so nobody can show to be Google Chat: try again in a moment"

Claims = Mapping[str, Any]


class Kind(Struct, frozen=True):
    """A kind of token: what audience it is for, where its certificates are, and whether it is Google Chat's own."""

    audience: re.Pattern[str]
    certificates: str
    is_of_chat: Callable[[Claims], bool]


def _is_id_token_of_chat(claims: Claims) -> bool:
    is_verified = claims.get("email_verified") is True
    return claims.get("iss") in _ISSUERS and claims.get("email") == CHAT and is_verified


def _is_issued_by_chat(claims: Claims) -> bool:
    return claims.get("iss") == CHAT


_KINDS: Final = (
    Kind(re.compile(r"https://\S+"), "/oauth2/v1/certs", _is_id_token_of_chat),
    Kind(re.compile(r"[0-9]+"), f"/service_accounts/v1/metadata/x509/{CHAT}", _is_issued_by_chat),
)


class Tokens:
    """Knows the audience that tokens are for, and Google's certificates for as long as Google says."""

    def __init__(self, audience: str, certificates: str, *, pause: float = PAUSE) -> None:
        """Take the audience that the app is configured with, and the address of Google's certificates.

        Raises:
            SettingsError: the audience is neither the URL of an endpoint nor the number of a project.
        """
        kind = next((kind for kind in _KINDS if kind.audience.fullmatch(audience)), None)
        if kind is None:
            words = f"`GPU_RULES_GOOGLE_CHAT_AUDIENCE={audience}` is neither an https URL nor the number of a project"
            raise SettingsError(words)
        self._kind = kind
        self._audience = audience
        self._address = f"{certificates.rstrip('/')}{kind.certificates}"
        self._session = CacheControl(requests.session())
        self._request: Callable[..., Response] = Request(session=self._session)
        self._pause = pause
        self._again = 0.0
        self._turn = asyncio.Lock()

    async def check(self, headers: Mapping[str, str]) -> None:
        """Let a request pass that Google Chat has sent to this app; `headers` have names in lower case.

        Raises:
            ForgedRequestError: it has no token, or one that Google has not signed for Google Chat and this app, or not
                for now.
            BusyError: Google does not give its certificates.
        """
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            words = "a request of Google Chat has the header `authorization` with a bearer token; here is none"
            raise ForgedRequestError(CHALLENGE, words)
        async with self._turn:  # at most one thread waits for Google, however many requests do
            claims = await asyncio.to_thread(self._claims, token.strip())
        if not self._kind.is_of_chat(claims):
            raise ForgedRequestError(INVALID, _ADD_ON if str(claims.get("email")).endswith(_ADD_ONS) else _FOREIGN)

    def close(self) -> None:
        """Let go of the connections to Google."""
        self._session.close()

    def _claims(self, token: str) -> Claims:
        """What a token says that Google has signed for this audience, and for now."""
        if monotonic() < self._again:
            raise BusyError(_AWAY)
        try:
            claims: Claims = id_token.verify_token(
                token,
                cast("Request", self._fetch),  # all that is asked of one
                audience=self._audience,
                certs_url=self._address,
                clock_skew_in_seconds=SKEW,
            )
        except (TransportError, OSError) as error:
            self._again = monotonic() + self._pause
            log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.chat")
            log.warning("google gives no certificates", setting="GPU_RULES_GOOGLE_CERTS", error=str(error)[:200])
            raise BusyError(_AWAY) from error
        except _WRONG:  # what was wrong would repeat the token
            raise ForgedRequestError(INVALID, _UNSIGNED) from None
        return claims

    def _fetch(self, address: str, method: str) -> Response:
        """The certificates, by name; a page of anybody in between is none, and says nothing about a token."""
        response = self._request(address, method=method, timeout=_PATIENCE)
        try:
            json.decode(response.data, type=dict[str, str])
        except (DecodeError, ValidationError) as error:
            cause: Callable[[str], Exception] = TransportError
            raise cause(f"status {response.status}, and no certificates by name") from error
        return response
