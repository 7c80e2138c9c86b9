"""What is live is always what the log says, whatever changes are made and in whatever order."""

import asyncio
from datetime import UTC, datetime

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from service.errors import ChangeError, RuleError
from service.model.publication import Change, Draft, Event, Move, Token
from service.store.consequences import Standing, consequences
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.tokens import Tokens
from tests.databases import Place
from tests.store.fold import Folded, fold, holds

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
EVERYTHING = 10**6

names = st.sampled_from(["a", "b", "c"])
numbers = st.sampled_from(["1.0.0", "1.1.0"])
drafts = st.builds(Draft, names, numbers, st.sampled_from([b"x", b"x", b"x", b"y"]))
moves = st.builds(Move, names, st.none() | numbers)
changes = st.builds(
    Change,
    who=st.just("ann"),
    seen=st.just(0),
    drafts=st.lists(drafts, max_size=3).map(tuple),
    moves=st.lists(moves, max_size=3, unique_by=lambda move: move.rule).map(tuple),
)
tokens = st.sampled_from(["ci", "me"])


@settings(max_examples=300)
@given(st.lists(changes, max_size=8))
def test_the_consequences_of_changes_never_contradict_each_other(made: list[Change]) -> None:
    log: list[Event] = []
    state = Folded()
    for change in made:
        try:
            log += consequences(change, _standing(state), NOON)
        except (ChangeError, RuleError):
            continue
        state = fold(log)
        assert all(state.live.get(move.rule) == move.version for move in change.moves)
        assert all(state.digests[draft.name, draft.version] == draft.digest for draft in change.drafts)
        assert consequences(change, _standing(state), NOON) == []


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(changes | tokens, min_size=4, max_size=8))
def test_a_store_is_always_what_its_log_says(place: Place, made: list[Change | str]) -> None:
    asyncio.run(_make(place, made))  # in the same store each time: it grows


async def _make(place: Place, made: list[Change | str]) -> None:
    """Make changes one by one, and compare the store with its log after each."""
    database = Database(place.url, place.data_dir)
    ledger = Ledger(database)
    await database.migrate()
    for change in made:
        before = await ledger.bundle()
        try:
            if isinstance(change, Change):
                assert await ledger.apply(replace(change, seen=before.sequence)) is not None
            elif not await Tokens(database).revoke(change, NOON, "ann"):
                mark = str(before.sequence)
                await Tokens(database).add(Token(id=mark, name=change, hash=mark, scopes=(), created=NOON), "ann")
        except (ChangeError, RuleError):
            assert await ledger.bundle() == before
        assert holds(await ledger.bundle(), await ledger.events(limit=EVERYTHING))
    await database.close()


def _standing(state: Folded) -> Standing:
    return Standing(sequence=state.sequence, digests=state.digests, live=state.live)
