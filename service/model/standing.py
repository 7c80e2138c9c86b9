"""How rules and their versions stand: what is there, what is live, since when and by whom."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from service.errors import Diagnostic
from service.model.rule import RuleDocument

Kind = Literal["tree", "formula", "advice", "catalog", "selection"]


class RuleSummary(Struct, frozen=True, kw_only=True):
    """A rule in a list: `live` is the version that answers where none is named, `versions` are all, oldest first.

    A rule that was never activated, or was retired, has no `live` version.
    """

    name: str
    kind: Kind
    title: str
    summary: str | None
    live: str | None
    versions: list[str]


class PublishedRule(Struct, frozen=True, kw_only=True):
    """One version of a rule: its document as published, and how it stands among the others."""

    name: str
    version: str
    digest: str
    live: str | None
    versions: list[str]
    document: RuleDocument


class Activated(Struct, frozen=True, kw_only=True):
    """When a version was made live last, by whom, and why."""

    at: datetime
    who: str
    why: str


class VersionSummary(Struct, frozen=True, kw_only=True):
    """One version of a rule in its history: when and by whom it was published, and how it went live last.

    `activated` is null for a version that never was live.
    """

    version: str
    digest: str
    live: bool
    published: datetime
    author: str
    activated: Activated | None


class LiveVersion(Struct, frozen=True, kw_only=True):
    """The version that answers where none is named; `activated` says since when, and is null where nobody noted it."""

    rule: str
    version: str
    digest: str
    activated: Activated | None


class PublishedVersion(Struct, frozen=True, kw_only=True):
    """A version as it was published; `warnings` are what its check remarked, none where it was there before."""

    name: str
    version: str
    digest: str
    published: datetime
    author: str
    warnings: list[Diagnostic]


class ActivatedVersion(LiveVersion, frozen=True, kw_only=True):
    """The version that is live now, the one that was before, and what the check of the change remarked."""

    previous: str | None
    warnings: list[Diagnostic]
