"""A change of the rules is not made, or not by this caller."""

from collections.abc import Sequence

from service.errors.service import ServiceError


class ChangeError(ServiceError):
    """A change of the rules was not made, because of how they stand."""


class VersionTakenError(ChangeError):
    """The version was published before with another content; versions never change."""

    def __init__(self, name: str, version: str, published: str, offered: str) -> None:
        """Name both digests."""
        self.name = name
        self.version = version
        super().__init__(
            f"`{name}` {version} was published before with another content (`{published}`, now `{offered}`): "
            "a version never changes, so give the document a new version number"
        )


class LiveVersionMovedError(ChangeError):
    """Another version is live than the one that the change expects; `live` is its digest, or nothing."""

    def __init__(self, name: str, live: str | None) -> None:
        """Say what is live."""
        self.name = name
        self.live = live
        now = f"the live version has the digest `{live}`" if live else "no version is live"
        super().__init__(f"`{name}` is not as the change expects: {now}; look at what is live and decide anew")


class ExpectationMissingError(ChangeError):
    """A change of a rule that is live must say which live version it expects; `live` is the digest of that."""

    def __init__(self, name: str, live: str) -> None:
        """Say what is live."""
        self.name = name
        self.live = live
        super().__init__(f"`{name}` is live: say which live version the change expects (`If-Match`); it is `{live}`")


class RuleEnteredError(ChangeError):
    """Rules that are live enter the one that is to be retired."""

    def __init__(self, name: str, by: Sequence[str]) -> None:
        """Name them."""
        self.name = name
        self.by = list(by)
        super().__init__(f"`{name}` can't be retired: it is entered by {', '.join(f'`{one}`' for one in by)}")


class AccessError(ServiceError):
    """The caller may not do this."""


class TokenNeededError(AccessError):
    """No token was sent, or one (`sent`) that does not exist, has expired or was revoked."""

    def __init__(self, *, sent: bool) -> None:
        """Say what to do; what was sent is not repeated."""
        self.sent = sent
        message = "the bearer token is not valid: there is none like it, or it has expired or was revoked"
        super().__init__(message if sent else "this needs a bearer token: send it as `Authorization: Bearer gr_...`")


class ScopeNeededError(AccessError):
    """The token is valid, but its scopes do not include this one."""

    def __init__(self, name: str, scope: str, held: Sequence[str]) -> None:
        """Name the token, the scope that is needed, and those that it has."""
        self.scope = scope
        listed = ", ".join(f"`{one}`" for one in held)
        super().__init__(f"this needs the scope `{scope}`; the token `{name}` has {listed or 'none'}")


class ForgedRequestError(AccessError):
    """A request says that it comes from a chat platform, and does not prove it; `challenge` is what would."""

    def __init__(self, challenge: str, reason: str) -> None:
        """Say what is wrong with it; nothing that it holds is repeated."""
        self.challenge = challenge
        super().__init__(reason)


class OriginRefusedError(AccessError):
    """The request comes from a page that may not send it."""

    def __init__(self, origin: str) -> None:
        """Name the origin, and the setting by which it could."""
        super().__init__(f"pages of `{origin[:100]}` may not ask here: `GPU_RULES_CORS_ORIGINS` names those that may")


class WritingDisabledError(AccessError):
    """No token exists at all, so nobody can write."""

    def __init__(self, scope: str) -> None:
        """Say which command makes a token for this."""
        command = f"gpu-rules token new --name NAME --scope {scope}"
        super().__init__(f"no token exists, so nobody can change the rules: make one with `{command}`")
