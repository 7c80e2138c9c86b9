"""Requests that Slack has signed, and those that it has not."""

from collections.abc import Mapping
from typing import Final

from slack_sdk.signature import Clock, SignatureVerifier

from service.errors import ForgedRequestError

CHALLENGE: Final = 'Slack-Signature realm="gpu-rules"'
TIMESTAMP: Final = "x-slack-request-timestamp"
SIGNATURE: Final = "x-slack-signature"
WINDOW: Final = 300
"""Seconds around now from which a request may come."""


class Signing:
    """Knows the secret that Slack signs requests with."""

    def __init__(self, secret: str, clock: Clock | None = None) -> None:
        """Take the app's signing secret."""
        self._clock = clock or Clock()
        self._verifier = SignatureVerifier(secret, self._clock)

    def check(self, headers: Mapping[str, str], body: bytes) -> None:
        """Let a request pass that Slack has signed in the last minutes; `headers` have names in lower case.

        Raises:
            ForgedRequestError: it is not signed, not by this secret, not with this body, or too long ago.
        """
        timestamp, signature = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
        if not (timestamp and signature):
            raise _forged(f"a request of Slack has the headers `{TIMESTAMP}` and `{SIGNATURE}`; one is missing here")
        if not (timestamp.isascii() and timestamp.isdigit() and signature.isascii()):
            raise _forged("the signature of this request has no form that Slack would give it")
        if abs(self._clock.now() - int(timestamp[:18])) > WINDOW:
            raise _forged(f"this request was signed more than {WINDOW} seconds away from now, by the clock here")
        try:
            signed = self._verifier.is_valid(body, timestamp, signature)
        except UnicodeDecodeError:
            signed = False
        if not signed:
            raise _forged("this request was not signed with the secret of this app, or has changed since")


def _forged(reason: str) -> ForgedRequestError:
    return ForgedRequestError(CHALLENGE, reason)
