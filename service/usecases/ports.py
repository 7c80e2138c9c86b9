"""What use cases need from the outside, named after what it is for."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import IO, Any, Protocol

from msgspec import Struct

from service.model.conversation import Binding, Conversation, Kept, Turn
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.nearest import Nearest
from service.model.publication import Bundle, Change, Event, Record, Token
from service.model.replay import Replayed
from service.model.rule import RuleId
from service.model.timeline import Asked


class RuleSource(Protocol):
    """Where rule files come from."""

    def read(self) -> RuleFiles:
        """All rule files as they are now."""
        ...


class Identities(Protocol):
    """Makes the identities of decisions."""

    def __call__(self) -> str:
        """A new one, never given before."""
        ...


class Ledger(Protocol):
    """Versions, and what is live; every method may raise StoreUnavailableError."""

    async def bundle(self) -> Bundle:
        """Everything at one moment."""
        ...

    async def apply(self, change: Change) -> list[Event] | None:
        """Make a change, whole or not at all; nothing if versions or what is live have changed since `change.seen`.

        Drafts that are there with the same digest, and moves to what is live already, leave no event.

        Raises:
            VersionTakenError: a draft has the number of a version with another content.
        """
        ...

    async def imported(self) -> dict[str, str]:
        """What `live.yaml` of the directory said when it was last imported."""
        ...

    async def events(self, *, before: int | None = None, limit: int = 100, rule: str | None = None) -> list[Event]:
        """The audit log, the newest first: events with a sequence below `before`, of one rule or of all."""
        ...


class Tokens(Protocol):
    """Bearer tokens; every method may raise StoreUnavailableError."""

    async def add(self, token: Token, who: str) -> None:
        """Keep a new token, with an event; a name that an unrevoked token has already is a ChangeError."""
        ...

    async def revoke(self, name: str, now: datetime, who: str) -> bool:
        """Revoke the token of a name, with an event; whether there was one to revoke."""
        ...

    async def all(self) -> list[Token]:
        """All tokens that were ever made, the newest first."""
        ...


class Records(Protocol):
    """Decisions that were made; every method may raise StoreUnavailableError."""

    async def add(self, records: Sequence[Record]) -> None:
        """Keep these; one that is there already stays as it is."""
        ...

    async def get(self, decision_id: str) -> Record | None:
        """One record."""
        ...

    async def page(self, rule: str, *, before: str | None = None, limit: int = 1000) -> list[Record]:
        """Records of decisions by a rule, the newest first: those with an identity below `before`."""
        ...

    async def count(self, rule: str) -> int:
        """How many decisions by a rule are recorded."""
        ...

    async def trim(self, *, before: datetime, keep: int) -> int:
        """Remove the records made before a moment, and all but the newest `keep`; how many went.

        Of very many, a part may be left for the next call.
        """
        ...


class Conversations(Protocol):
    """Conversations and their turns; every method may raise StoreUnavailableError.

    One that has expired is not there any more, whether it was removed yet or not.
    """

    async def begin(self, conversation: Conversation, turn: Turn, origin: str | None = None) -> bool:
        """Keep a new one with its first turn; not, if another one has the same origin."""
        ...

    async def began(self, origin: str, now: datetime) -> Turn | None:
        """The first turn of the conversation that has an origin, if it is there."""
        ...

    async def find(self, identity: str, now: datetime, delivery: str | None = None) -> Kept | None:
        """One conversation, and the turn in which a delivery was answered."""
        ...

    async def advance(self, conversation: Conversation, turn: Turn) -> bool:
        """Keep the next turn, whole or not at all; not, if another one was kept since the conversation was found."""
        ...

    async def turns(self, identity: str, now: datetime, after: int) -> list[Turn] | None:
        """The turns that follow a number, as far as they are kept; nothing, if there is no such conversation."""
        ...

    async def open(self, binding: Binding, now: datetime) -> list[datetime]:
        """When each conversation of somebody on a platform expires, in whichever channel; the first one first."""
        ...

    async def latest(self, binding: Binding, now: datetime) -> str | None:
        """The conversation of a binding that was spoken to last."""
        ...

    async def end(self, identity: str) -> bool:
        """Remove one; whether it was there."""
        ...

    async def trim(self, *, now: datetime, keep: int) -> int:
        """Remove those that have expired, and all but the `keep` that were spoken to last; how many went.

        Of very many, a part may be left for the next call.
        """
        ...


class LocalStore(Struct, frozen=True, eq=False):
    """A store that is open, for as long as whoever opened it says."""

    ledger: Ledger
    tokens: Tokens
    records: Records


class Examiner(Protocol):
    """Examines documents away from the process that serves: in a child with limits of time and memory.

    Every method may raise BusyError or SandboxError; a document that breaks a limit is a diagnostic or an answer that
    says so, never one of these.
    """

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        """Check documents, by name and version (all, if none are named), as at publishing: from form to agreement.

        The live versions that enter one of the `moved` rules are checked as well: another version of it is live now.
        """
        ...

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Difference:
        """What changes between two versions of a rule among these files."""
        ...

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        """The smallest change of the inputs that leads to an outcome."""
        ...

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        """The results of a version for recorded inputs, in their order.

        Raises:
            RuleRejectedError: the version does not fit the rules that it enters, or breaks a limit.
        """
        ...


class Accountant(Protocol):
    """Makes ledgers of large timelines away from the process that serves: in a child with limits of time and memory."""

    async def __call__(self, timeline: IO[bytes], asked: Asked) -> bytes:
        """The ledger of a timeline in JSON, or as a picture; the file is read from where it stands.

        Raises:
            TimelineRejectedError: no ledger can be made of it for certain.
            MalformedRequestError, RequestRejectedError: it is no JSON, or has another form.
            RequestTooLargeError: it takes more time or memory than there is for one.
            BusyError: too many wait already.
            SandboxError: the child can't be started, or failed by itself.
        """
        ...
