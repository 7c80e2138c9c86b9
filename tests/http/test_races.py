"""Changes that meet: what was checked against rules that have changed since is checked anew, a few times."""

import asyncio
from collections.abc import Callable

import pytest

from service.errors import ChangeError, ExpectationMissingError, LiveVersionMovedError, VersionTakenError
from service.model.publication import Change, Draft, Event, Move
from service.usecases.activate import ANY, Activate, Activation
from service.usecases.change import ATTEMPTS
from service.usecases.gate import Gate
from service.usecases.publish import Publication, Publish
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger, QuickExaminer

OLD = Draft("small-job", "1.0.0", small_job())
NEW = Draft("small-job", "1.1.0", small_job("1.1.0"))
OTHER = Draft("small-job", "1.1.0", small_job("1.1.0", limit=48.0))


class Rival(MemoryLedger):
    """A ledger in which somebody else is quicker, some times."""

    def __init__(self, *, live: bool = False) -> None:
        super().__init__()
        self.times = 0
        self.attempts = 0
        self.rival: Callable[[int], None] = lambda _: None
        self.change(OLD, moves=(Move("small-job", "1.0.0"),) if live else ())

    def change(self, *drafts: Draft, moves: tuple[Move, ...] = ()) -> None:
        """Change the rules at once, unseen."""
        self.make(Change(who="rival", seen=self.now().sequence, drafts=drafts, moves=moves))

    async def apply(self, change: Change) -> list[Event] | None:
        self.attempts += 1
        if self.attempts <= self.times:
            self.rival(self.attempts)
        return await super().apply(change)


def unrelated(ledger: Rival) -> Callable[[int], None]:
    """Publishes another rule each time."""
    return lambda attempt: ledger.change(Draft(f"other-{attempt}", "1.0.0", b"x"))


def publish(ledger: Rival, examiner: QuickExaminer, draft: Draft = NEW) -> Publication:
    return asyncio.run(Publish(ledger, Gate(examiner))(draft, who="me"))


def activate(ledger: Rival, version: str | None, expected: frozenset[str] | None) -> Activation:
    return asyncio.run(Activate(ledger, Gate(QuickExaminer()))("small-job", version, who="me", expected=expected))


@pytest.mark.parametrize("times", [0, 1, ATTEMPTS - 1])
def test_a_change_is_checked_anew_each_time_others_were_quicker(times: int) -> None:
    ledger, examiner = Rival(), QuickExaminer()
    ledger.times, ledger.rival = times, unrelated(ledger)
    made = publish(ledger, examiner)
    assert made.new
    assert len(examiner.examined) == ledger.attempts == times + 1
    assert ledger.now().versions[-1].author == "me"


def test_one_who_is_never_quick_enough_gives_up() -> None:
    ledger, examiner = Rival(), QuickExaminer()
    ledger.times, ledger.rival = ATTEMPTS, unrelated(ledger)
    with pytest.raises(ChangeError, match="kept changing"):
        publish(ledger, examiner)
    assert len(examiner.examined) == ATTEMPTS
    assert "me" not in {one.author for one in ledger.now().versions}


def test_a_rival_that_publishes_the_same_has_done_the_work() -> None:
    ledger = Rival()
    ledger.times, ledger.rival = 1, lambda _: ledger.change(NEW)
    made = publish(ledger, QuickExaminer())
    assert (made.new, made.version.author) == (False, "rival")


def test_a_rival_that_publishes_another_document_has_taken_the_number() -> None:
    ledger = Rival()
    ledger.times, ledger.rival = 1, lambda _: ledger.change(OTHER)
    with pytest.raises(VersionTakenError):
        publish(ledger, QuickExaminer())


def test_nobody_activates_over_a_version_that_they_have_not_seen() -> None:
    ledger = Rival(live=True)
    ledger.change(NEW)
    ledger.times, ledger.rival = 1, lambda _: ledger.change(moves=(Move("small-job", "1.1.0"),))
    with pytest.raises(LiveVersionMovedError) as moved:
        activate(ledger, None, frozenset({OLD.digest}))
    assert moved.value.live == NEW.digest


def test_nobody_activates_over_a_first_version_that_they_have_not_seen() -> None:
    ledger = Rival()
    ledger.change(NEW)
    ledger.times, ledger.rival = 1, lambda _: ledger.change(moves=(Move("small-job", "1.1.0"),))
    with pytest.raises(ExpectationMissingError) as missing:
        activate(ledger, "1.0.0", None)
    assert missing.value.live == NEW.digest


def test_who_expects_anything_activates_over_it() -> None:
    ledger = Rival(live=True)
    ledger.change(NEW)
    ledger.times, ledger.rival = 1, lambda _: ledger.change(moves=(Move("small-job", "1.1.0"),))
    made = activate(ledger, None, ANY)
    assert made.event
    assert (made.changed, made.event.previous) == (True, "1.1.0")
    assert ledger.now().live == {}


def test_a_rival_that_activates_the_same_has_done_the_work() -> None:
    ledger = Rival(live=True)
    ledger.change(NEW)
    ledger.times, ledger.rival = 1, lambda _: ledger.change(moves=(Move("small-job", "1.1.0"),))
    made = activate(ledger, "1.1.0", frozenset({OLD.digest}))
    assert made.event
    assert (made.changed, made.event.who) == (False, "rival")
