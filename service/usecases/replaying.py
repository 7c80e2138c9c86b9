"""Replay: what another version would have made of recorded decisions."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from service.model.files import as_files
from service.model.publication import Bundle, Draft, Published, Record
from service.model.replay import Example, Replay, Replayed, Shift
from service.model.rule import RuleId
from service.usecases.naming import demand_names
from service.usecases.ports import Examiner, Records
from service.usecases.replay import essence
from service.usecases.standing import versions_of

MOST_REPLAYED: Final = 10_000
"""Records of one page."""
MOST_SHIFTS: Final = 100
"""Shifts that are listed: where numbers change, nearly every decision makes a shift of its own."""
_EXAMPLES: Final = 5
"""Examples of one shift."""
_PIECE: Final = 20
"""Records that are read from the store at a time: between two pieces the event loop serves others.

The largest records have 250 kB each.
"""
_MOST_BYTES: Final = 32_000_000
"""Answers of one page: where they are large, it has fewer of them than were asked for."""


class _Page(Struct, frozen=True):
    records: list[Record]
    next: str | None


class ReplayRecords:
    """A version in, and what it changes out."""

    def __init__(self, records: Records, examiner: Examiner) -> None:
        """Take the parts."""
        self._records = records
        self._examiner = examiner

    async def __call__(
        self, bundle: Bundle, candidate: Published | Draft, *, limit: int = 1_000, before: str | None = None
    ) -> Replay:
        """What a version, published or not, makes of the newest recorded decisions of its rule.

        `before` is the `next` of an answer, and goes on where that ended. The trees that the version enters are those
        of the bundle.

        Raises:
            RequestRejectedError: no version can have the name or the number of the document.
            RuleNotFoundError: there is no such rule, so it has no records.
            RuleRejectedError: the version can't be run; the diagnostics say why.
            StoreUnavailableError, BusyError, SandboxError: as the ports say.
        """
        if isinstance(candidate, Draft):
            demand_names(candidate)
        versions_of(bundle, candidate.name)
        rule = RuleId(candidate.name, candidate.version, candidate.digest)
        page = await self._page(rule.name, limit, before)
        files = as_files((*bundle.versions, candidate), bundle.live)
        replayed = await self._examiner.replay(files, rule, page.records)
        return Replay(
            rule=rule.name,
            version=rule.version,
            digest=rule.digest,
            replayed=sum(one.status != "skipped" for one in replayed),
            changed=sum(one.status == "changed" for one in replayed),
            skipped=sum(one.status == "skipped" for one in replayed),
            shifts=shifts(zip(page.records, replayed, strict=True)),
            total=await self._records.count(rule.name),
            next=page.next,
        )

    async def _page(self, rule: str, limit: int, before: str | None) -> _Page:
        found: list[Record] = []
        size = 0
        while True:
            wanted = min(_PIECE, limit + 1 - len(found))
            piece = await self._records.page(rule, before=before, limit=wanted)
            for one in piece:
                if len(found) == limit or size > _MOST_BYTES:
                    return _Page(found, found[-1].decision_id)
                found.append(essence(one))
                size += len(bytes(one.decision))
            if len(piece) < wanted:
                return _Page(found, None)
            before = piece[-1].decision_id


def shifts(replayed: Iterable[tuple[Record, Replayed]]) -> list[Shift]:
    """From what to what decisions change, the most frequent first, with some that differ as examples."""
    counts: dict[tuple[str, str], int] = {}
    examples: dict[tuple[str, str], list[Example]] = {}
    for record, one in replayed:
        if one.status == "changed":
            key = one.before, one.after
            counts[key] = counts.get(key, 0) + 1
            some = examples.setdefault(key, [])
            if len(some) < _EXAMPLES and all(record.inputs != other.inputs for other in some):
                some.append(Example(decision_id=record.decision_id, inputs=record.inputs))
    listed = sorted(counts, key=lambda key: -counts[key])[:MOST_SHIFTS]
    return [Shift(before=key[0], after=key[1], count=counts[key], examples=examples[key]) for key in listed]
