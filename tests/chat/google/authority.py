"""What stands for Google: it signs tokens, publishes its certificates, and counts how often they are fetched."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any, Final

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.x509.oid import NameOID
from msgspec import json

from tests.loopback import Quiet, listening_at

CHAT: Final = "chat@system.gserviceaccount.com"
ENDPOINT: Final = "https://gpu.example.com/chat/google"
PROJECT: Final = "123456789012"
PATHS: Final = {
    ENDPOINT: "/oauth2/v1/certs",
    PROJECT: "/service_accounts/v1/metadata/x509/chat@system.gserviceaccount.com",
}


class Signer:
    """A key, and its certificate."""

    def __init__(self, kid: str) -> None:
        self.kid = kid
        self.key = generate_private_key(public_exponent=65537, key_size=2048)

    @property
    def pem(self) -> bytes:
        return self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )

    @property
    def certificate(self) -> str:
        return _certificate(self.key).public_bytes(serialization.Encoding.PEM).decode()

    def sign(self, claims: dict[str, Any], *, kid: str = "", algorithm: str = "RS256") -> str:
        return jwt.encode(claims, self.pem, algorithm, headers={"kid": kid or self.kid})


class Google:
    """Google's certificates at an address, one key for each of the two places; `status` may be set to a failure."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.status = 200
        self.fetched: list[str] = []
        self.signers = {ENDPOINT: Signer("oauth2-1"), PROJECT: Signer("chat-1")}

    def published(self, path: str) -> bytes:
        """The certificates of a place, by the names of their keys."""
        self.fetched.append(path)
        [signer] = [self.signers[audience] for audience, place in PATHS.items() if place == path]
        return json.encode({signer.kid: signer.certificate})

    def token(self, audience: str, **claims: Any) -> str:
        """A token of Google Chat for an audience, of the kind that goes with it; with other claims, where named."""
        return self.signers[audience].sign({**right(audience), **claims})


def right(audience: str) -> dict[str, Any]:
    """What a token claims that is right."""
    now = int(time.time())
    times = {"aud": audience, "iat": now, "exp": now + 3_600}
    if audience == PROJECT:
        return {**times, "iss": CHAT}
    return {
        **times,
        "iss": "https://accounts.google.com",
        "email": CHAT,
        "email_verified": True,
        "sub": "1",
        "azp": "1",
    }


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}", "content-type": "application/json; charset=UTF-8"}


@contextmanager
def publishing() -> Iterator[Google]:
    """The time in which certificates are published."""

    class Handler(Quiet, BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = google.published(self.path) if google.status == 200 else b"{}"
            self.send_response(google.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "public, max-age=20000")
            self.send_header("date", self.date_time_string())
            self.end_headers()
            self.wfile.write(body)

    with listening_at(Handler) as url:
        google = Google(url)
        yield google


def _certificate(key: RSAPrivateKey) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "certificates.example")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    return made.sign(key, hashes.SHA256())
