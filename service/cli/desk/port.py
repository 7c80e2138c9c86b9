"""What commands need of the place where rules are kept."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from service.cli.question import Question
from service.errors import Diagnostic
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.nearest import Nearest
from service.model.publication import Draft, Event
from service.model.recommendation import Recommendation
from service.model.replay import Replay
from service.model.sensitivity import Sensitivity
from service.model.solution import Aim, Solution

Candidate = str | Draft
"""A version that may become live: the number of one that is published, or a document that is not."""


class KeptRule(Struct, frozen=True, kw_only=True):
    """A rule and the numbers of its versions, the oldest first; nothing is live where it was retired."""

    name: str
    live: str | None
    versions: Sequence[str]


class KeptVersion(Struct, frozen=True, kw_only=True):
    """A published version: who published it and when, and when it went live last, if ever."""

    version: str
    digest: str
    live: bool
    author: str
    published: datetime
    activated: datetime | None


class Sent(Struct, frozen=True, kw_only=True):
    """A document that is published now; `new` is false where it was there before, with the same content."""

    name: str
    version: str
    digest: str
    new: bool
    warnings: Sequence[Diagnostic]


class Moved(Struct, frozen=True, kw_only=True):
    """A change of what is live; nothing changed where `before` and `after` are the same."""

    rule: str
    before: str | None
    after: str | None
    warnings: Sequence[Diagnostic]


class Live(Struct, frozen=True):
    """The live version of a rule, as somebody saw it."""

    version: str
    digest: str


class Desk(Protocol):
    """The rules of a service, or of a store; every method may raise ServiceError, or Failure of a service."""

    def rules(self) -> list[KeptRule]:
        """All rules that have a version."""
        ...

    def versions(self, rule: str) -> list[KeptVersion]:
        """The versions of a rule, the newest first."""
        ...

    def document(self, rule: str, version: str) -> bytes:
        """The document of a version, as it was published."""
        ...

    def check(self, drafts: Sequence[Draft], *, activate: bool) -> Examination:
        """Check documents as at publishing or activating, all of them together, and change nothing."""
        ...

    def publish(self, draft: Draft, why: str) -> Sent:
        """Publish a document."""
        ...

    def live(self, rule: str) -> Live | None:
        """What is live of a rule now."""
        ...

    def move(self, rule: str, version: str | None, *, seen: Live | None, why: str) -> Moved:
        """Make a version live, or retire the rule (no version), if what was seen is still live."""
        ...

    def compare(self, rule: str, old: str, new: Candidate) -> Difference:
        """What changes between a version and a candidate."""
        ...

    def replay(self, rule: str, candidate: Candidate, *, before: str | None, limit: int) -> Replay:
        """A page of recorded decisions, made again by a candidate; `before` is the `next` of the page before."""
        ...

    def nearest(self, question: Question, wanted: str) -> Nearest:
        """The smallest change of the inputs that leads to an outcome."""
        ...

    def solve(self, question: Question, aim: Aim) -> Solution:
        """The values of an input that bring an output to a target."""
        ...

    def weigh(self, question: Question, output: str | None) -> Sensitivity:
        """What each number among the inputs does to an output, or to all."""
        ...

    def recommend(self, rule: str, texts: Mapping[str, str], **chosen: str | None) -> Recommendation:
        """The machines for what a rule decides; `chosen` may be its `version` and a `selection`."""
        ...

    def audit(self, rule: str | None, *, before: int | None, limit: int) -> list[Event]:
        """The newest events with a sequence below `before`."""
        ...
