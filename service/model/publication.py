"""What a store of rules holds: versions that never change, the events that changed what is live, tokens, records."""

from datetime import datetime
from typing import Any, Literal

from msgspec import Raw, Struct

from service.model.rule import digest

Scope = Literal["publish", "activate", "read", "decide"]
Action = Literal["published", "activated", "retired", "token-created", "token-revoked"]

DIRECTORY = "directory"
"""Who makes the changes that are found in the directory of rules."""


class Draft(Struct, frozen=True):
    """A document that is to become a version."""

    name: str
    version: str
    content: bytes

    @property
    def digest(self) -> str:
        """Its identity, should it be published."""
        return digest(self.content)

    def published(self, author: str, at: datetime) -> "Published":
        """The version that it becomes."""
        return Published(
            name=self.name, version=self.version, digest=self.digest, content=self.content, author=author, at=at
        )


class Published(Struct, frozen=True, kw_only=True):
    """A version: a document that never changes, who published it, and when."""

    name: str
    version: str
    digest: str
    content: bytes
    author: str
    at: datetime


class Move(Struct, frozen=True):
    """Make a version of a rule live, or retire the rule (no version)."""

    rule: str
    version: str | None


class Event(Struct, frozen=True, kw_only=True):
    """One line of the audit log, which is only ever appended to; `sequence` grows by one with each, without a gap.

    `version` was published or went live; `previous` was live until then. An event about a token has its name as `rule`.
    """

    sequence: int
    at: datetime
    action: Action
    who: str
    rule: str
    version: str | None = None
    digest: str | None = None
    previous: str | None = None
    why: str = ""


class Change(Struct, frozen=True, kw_only=True):
    """Publish these documents and make these moves, all or nothing.

    `seen` is the sequence at which the change was checked: if anything was published or moved since, it is not made.
    `imported` is what `live.yaml` of the directory said when the change comes from there.
    """

    who: str
    seen: int
    why: str = ""
    drafts: tuple[Draft, ...] = ()
    moves: tuple[Move, ...] = ()
    imported: dict[str, str] | None = None


class Token(Struct, frozen=True, kw_only=True):
    """A bearer token without its secret: `hash` is the SHA-256 of that, in hexadecimal."""

    id: str
    name: str
    hash: str
    scopes: tuple[Scope, ...]
    created: datetime
    expires: datetime | None = None
    revoked: datetime | None = None

    def is_valid(self, now: datetime) -> bool:
        """Whether it has neither expired nor been revoked."""
        return self.revoked is None and (self.expires is None or now < self.expires)


class Bundle(Struct, frozen=True, kw_only=True):
    """All that serving needs, as it stood after the event `sequence`: versions, what is live, tokens not revoked.

    `activations` are the events by which each version was made live last, one for each version that ever was.
    """

    sequence: int
    versions: tuple[Published, ...]
    live: dict[str, str]
    tokens: tuple[Token, ...] = ()
    activations: tuple[Event, ...] = ()


class Record(Struct, frozen=True, kw_only=True):
    """A decision as it was made.

    `inputs` are those that were given, without the ones that the rule marks `sensitive`, whose names are in `masked`;
    `result` is the outcome, or the status where there is none; `decision` is the answer in JSON, masked alike.
    """

    decision_id: str
    at: datetime
    rule: str
    version: str
    digest: str
    inputs: dict[str, Any]
    masked: tuple[str, ...]
    result: str
    decision: Raw
