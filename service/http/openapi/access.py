"""Who may call what, in the contract."""

from http import HTTPStatus
from typing import Any, Final

from service.model.publication import Scope

SCHEME: Final = "token"

SCHEMES: Final = {
    SCHEME: {
        "type": "http",
        "scheme": "bearer",
        "description": (
            "A token that `gpu-rules token new` made, `gr_...`. The names beside it are scopes, all of which it needs; "
            "where none is named, any valid token will do."
        ),
    }
}

REFUSED: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
"""How a caller without the token is answered."""


def needs(*scopes: Scope) -> dict[str, Any]:
    """The part of an operation that says which token it needs."""
    return {"security": [{SCHEME: list(scopes)}]}
