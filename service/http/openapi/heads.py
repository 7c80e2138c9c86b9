"""What the heads of answers say."""

from typing import Any, Final

_DIGEST: Final = '"sha256:[0-9a-f]{64}"'
HEADERS: Final[dict[str, Any]] = {
    "X-Request-Id": {
        "description": "The identity of this request in the logs: the caller's own where it sent one, else a new one.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
    },
    "Rules-Revision": {
        "description": "The digest of the rules by which this was answered.",
        "required": True,
        "schema": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
    },
    "ETag": {
        "description": "The digest of the answer; send it as `If-None-Match` to learn (304) that nothing has changed.",
        "required": True,
        "schema": {"type": "string", "pattern": f"^{_DIGEST}$"},
    },
    "VersionETag": {
        "description": "The digest of the version: what `If-Match` is compared with.",
        "required": True,
        "schema": {"type": "string", "pattern": f"^{_DIGEST}$"},
    },
    "Location": {
        "description": "Where it can be read.",
        "required": True,
        "schema": {"type": "string"},
    },
    "WWW-Authenticate": {
        "description": "How to prove who one is (RFC 6750).",
        "required": True,
        "schema": {"type": "string", "pattern": "^Bearer "},
    },
    "Retry-After": {
        "description": "Seconds after which to try again.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
}
