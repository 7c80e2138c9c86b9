"""Bearer tokens in requests (RFC 6750): who asks, and may they."""

from collections.abc import Iterable
from typing import Any, Final

from litestar import Request

from service.http.parts import HttpParts
from service.model.publication import Scope, Token

_SCHEME: Final = b"bearer "


def permit(parts: HttpParts, request: Request[Any, Any, Any], scope: Scope | None = None) -> Token:
    """The token of the caller, if it is valid and has the scope; any valid one will do where no scope is named.

    Raises:
        WritingDisabledError: this changes the rules, and there is no token at all.
        TokenNeededError: there is no valid token.
        ScopeNeededError: the token is not for this.
    """
    return parts.access(_bearer(request.scope["headers"]), scope)


def permit_deciding(parts: HttpParts, request: Request[Any, Any, Any]) -> None:
    """Let everyone decide, if deciding is open; else those alone whose token is for it.

    Raises:
        TokenNeededError, ScopeNeededError: deciding is closed to this caller.
    """
    if parts.access.closed:
        permit(parts, request, "decide")


def _bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """What was sent as a bearer token, if anything was; a request with two says nothing that could be trusted."""
    sent = [value for name, value in headers if name == b"authorization"]
    if not sent:
        return None
    value = sent[0] if len(sent) == 1 else b""
    return value[len(_SCHEME) :].strip().decode("latin-1") if value[: len(_SCHEME)].lower() == _SCHEME else ""
