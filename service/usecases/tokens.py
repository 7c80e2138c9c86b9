"""Make a token: its text for the owner, its hash for the store."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex, token_urlsafe
from typing import Final

from service.errors import ChangeError
from service.model.publication import DIRECTORY, Scope, Token
from service.usecases.access import hashed

_BYTES: Final = 32
"""Random bytes of a secret: nobody guesses 256 bits."""
_LONGEST: Final = 64


def new_token(name: str, scopes: Sequence[Scope], now: datetime, expires: datetime | None = None) -> tuple[Token, str]:
    """A token to keep, and its text, which is shown once and kept nowhere.

    Raises:
        ChangeError: the name can't be told from other authors in the audit log, or the token would never be valid.
    """
    if name == DIRECTORY or not (name.isprintable() and name.strip() == name and 0 < len(name) <= _LONGEST):
        message = f"`{name[:_LONGEST]}` can't name a token: one to {_LONGEST} characters, and not `{DIRECTORY}`"
        raise ChangeError(message)
    if expires is not None and expires <= now:
        message = f"the token `{name}` would have expired already"
        raise ChangeError(message)
    identity, secret = token_hex(6), token_urlsafe(_BYTES)
    kept = Token(
        id=identity,
        name=name,
        hash=hashed(secret),
        scopes=tuple(dict.fromkeys(scopes)),
        created=now,
        expires=expires,
    )
    return kept, f"gr_{identity}_{secret}"
