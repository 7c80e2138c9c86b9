"""The ports in memory: a store that lasts as long as a test, and an examiner in this process."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from difflib import ndiff
from typing import IO, Any

from service.errors import StoreUnavailableError, VersionTakenError
from service.model.difference import ChangedLine, Difference
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.nearest import Nearest
from service.model.publication import Action, Bundle, Change, Draft, Event, Move, Published, Record, Token
from service.model.replay import Replayed
from service.model.rule import RuleId
from service.model.timeline import Asked
from service.usecases.account import accounted
from service.usecases.check import check_files

BEGIN = datetime(2024, 11, 9, 12, tzinfo=UTC)
OUTAGE = "the database does not answer"


class MemoryLedger:
    """Versions and events in lists; `changed` is told after each change, as a keeper would tell workers."""

    def __init__(self, tokens: Sequence[Token] = ()) -> None:
        self.tokens = tuple(tokens)
        self.down = False
        self.changed: Callable[[Bundle], object] = lambda _: None
        self._versions: list[Published] = []
        self._events: list[Event] = []
        self._live: dict[str, str] = {}
        self._imported: dict[str, str] = {}

    async def bundle(self) -> Bundle:
        self._answer()
        return self.now()

    async def apply(self, change: Change) -> list[Event] | None:
        self._answer()
        return self.make(change)

    async def imported(self) -> dict[str, str]:
        self._answer()
        return self._imported

    async def events(self, *, before: int | None = None, limit: int = 100, rule: str | None = None) -> list[Event]:
        self._answer()
        found = [one for one in reversed(self._events) if rule in (None, one.rule)]
        return [one for one in found if before is None or one.sequence < before][:limit]

    def now(self) -> Bundle:
        """Everything as it is."""
        activations = {(one.rule, one.version): one for one in self._events if one.action == "activated"}
        return Bundle(
            sequence=len(self._events),
            versions=tuple(self._versions),
            live=dict(self._live),
            tokens=self.tokens,
            activations=tuple(activations.values()),
        )

    def make(self, change: Change) -> list[Event] | None:
        """Make a change, unless it was checked too long ago."""
        if change.seen != len(self._events):
            return None
        known = {(one.name, one.version): one for one in self._versions}
        for draft in change.drafts:
            there = known.get((draft.name, draft.version))
            if there and there.digest != draft.digest:
                raise VersionTakenError(draft.name, draft.version, there.digest, draft.digest)
        made = [self._publish(change, draft) for draft in change.drafts if (draft.name, draft.version) not in known]
        made += [self._move(change, move) for move in change.moves if self._live.get(move.rule) != move.version]
        self._imported = self._imported if change.imported is None else change.imported
        self.changed(self.now())
        return made

    def _answer(self) -> None:
        if self.down:
            raise StoreUnavailableError(OUTAGE)

    def _publish(self, change: Change, draft: Draft) -> Event:
        event = self._event(change, "published", draft.name, version=draft.version, digest=draft.digest)
        self._versions.append(draft.published(change.who, event.at))
        return event

    def _move(self, change: Change, move: Move) -> Event:
        previous = self._live.pop(move.rule, None)
        if move.version is None:
            return self._event(change, "retired", move.rule, previous=previous)
        self._live[move.rule] = move.version
        digest = next(one.digest for one in self._versions if (one.name, one.version) == (move.rule, move.version))
        return self._event(change, "activated", move.rule, version=move.version, digest=digest, previous=previous)

    def _event(self, change: Change, action: Action, rule: str, **about: Any) -> Event:
        sequence = len(self._events) + 1
        at = BEGIN + timedelta(minutes=sequence)
        event = Event(sequence=sequence, at=at, action=action, who=change.who, rule=rule, why=change.why, **about)
        self._events.append(event)
        return event


class MemoryRecords:
    """Records in a dictionary."""

    def __init__(self) -> None:
        self.down = False
        self.kept: dict[str, Record] = {}

    async def add(self, records: Sequence[Record]) -> None:
        self._answer()
        self.kept = {**{one.decision_id: one for one in records}, **self.kept}

    async def get(self, decision_id: str) -> Record | None:
        self._answer()
        return self.kept.get(decision_id)

    async def page(self, rule: str, *, before: str | None = None, limit: int = 1000) -> list[Record]:
        self._answer()
        found = [one for key, one in sorted(self.kept.items(), reverse=True) if one.rule == rule]
        return [one for one in found if before is None or one.decision_id < before][:limit]

    async def count(self, rule: str) -> int:
        self._answer()
        return sum(one.rule == rule for one in self.kept.values())

    async def trim(self, *, before: datetime, keep: int) -> int:
        self._answer()
        held = [one for _, one in sorted(self.kept.items(), reverse=True) if one.at >= before][:keep]
        gone = len(self.kept) - len(held)
        self.kept = {one.decision_id: one for one in held}
        return gone

    def _answer(self) -> None:
        if self.down:
            raise StoreUnavailableError(OUTAGE)


class QuickExaminer:
    """Checks documents here, without proofs; of differences it sees the lines, and of changes nothing."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.examined: list[frozenset[Key] | None] = []

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        self._answer()
        self.examined.append(only)
        return check_files(files, only, moved=moved).examination

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Difference:
        self._answer()
        before, after = (files.documents[f"{one.name}/{one.version}.yaml"].decode().splitlines() for one in (old, new))
        changed = [one for one in ndiff(before, after) if one[0] in "+-"]
        lines = [ChangedLine("+" if one[0] == "+" else "-", 1, one[2:]) for one in changed]
        return Difference(
            verdict="not-proved" if lines else "equal", lines=lines, turns=[], outcomes=[], not_proved=["untried"]
        )

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        del files, rule
        self._answer()
        return Nearest(
            status="not-proved", wanted=wanted, changes=[], inputs=dict(given), not_proved=["nothing was tried"]
        )

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        del files, rule
        self._answer()
        return [
            Replayed(decision_id=one.decision_id, status="same", before=one.result, after=one.result) for one in records
        ]

    def _answer(self) -> None:
        if self.failure:
            raise self.failure


class MemoryAccountant:
    """Makes ledgers of large timelines here."""

    async def __call__(self, timeline: IO[bytes], asked: Asked) -> bytes:
        return accounted(timeline, asked)
