"""Access: who may do what. Callers prove who they are by bearer tokens; only a hash of each is kept.

Tokens are looked up in memory, so that this takes microseconds and needs no database.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from service.errors import ScopeNeededError, TokenNeededError, WritingDisabledError
from service.model.publication import Scope, Token

_FORM: Final = re.compile(r"gr_([A-Za-z0-9]{1,64})_([A-Za-z0-9_-]{1,256})")
"""A token as its owner has it: `gr_`, its identity, and its secret."""

_NOBODY: Final = "0" * 64
"""What a secret is compared with where no token has the identity."""

_WRITING: Final[frozenset[str]] = frozenset({"publish", "activate"})


class Access:
    """Tells whether the bearer of a token may do something."""

    def __init__(
        self,
        tokens: Callable[[], Mapping[str, Token]],
        *,
        closed: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`tokens` gives the tokens by identity, as they are now; `closed` makes deciding need a token as well."""
        self.closed = closed
        self._tokens = tokens
        self._now = now

    def __call__(self, bearer: str | None, scope: Scope | None = None) -> Token:
        """The token of the bearer, if it is valid and has the scope (any valid one will do where no scope is named).

        Raises:
            WritingDisabledError: this changes the rules, and there is no token at all.
            TokenNeededError: there is no valid token.
            ScopeNeededError: the token is not for this.
        """
        tokens = self._tokens()
        if not tokens and scope in _WRITING:
            raise WritingDisabledError(scope)
        token = self._token(bearer, tokens)
        if token is None:
            raise TokenNeededError(sent=bearer is not None)
        if scope is not None and scope not in token.scopes:
            raise ScopeNeededError(token.name, scope, token.scopes)
        return token

    def _token(self, bearer: str | None, tokens: Mapping[str, Token]) -> Token | None:
        """The valid token that this text is; the time that it takes does not tell how much of a secret is right."""
        read = _FORM.fullmatch(bearer or "")
        if read is None:
            return None
        token = tokens.get(read[1])
        same = compare_digest(hashed(read[2]), token.hash if token else _NOBODY)
        return token if token and same and token.is_valid(self._now()) else None


def hashed(secret: str) -> str:
    """What is kept of a secret. Secrets are 256 random bits, so a quick hash of one tells nothing about it."""
    return sha256(secret.encode()).hexdigest()
