"""A conversation keeps to the version that it began with, whatever happens to the rule meanwhile."""

import pytest

from service.model.publication import Change, Draft, Move
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import Clock, Replica
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger

pytestmark = pytest.mark.anyio


class Shop:
    """Rules that change while somebody talks about them."""

    def __init__(self) -> None:
        self.ledger = MemoryLedger()
        self.live = LiveRules()
        self.ledger.changed = self.live.take
        self._seen = 0
        self.publish("1.0.0", limit=24.0)
        self.move("1.0.0")
        self.replica = Replica(MemoryConversations(), self.live, Clock())

    def publish(self, version: str, **form: object) -> None:
        content = small_job(version, **form)  # type: ignore[arg-type]
        self._change(drafts=(Draft("small-job", version, content),))

    def move(self, version: str | None) -> None:
        self._change(moves=(Move("small-job", version),))

    def _change(self, **what: object) -> None:
        made = self.ledger.make(Change(who="me", seen=self._seen, **what))  # type: ignore[arg-type]
        self._seen += len(made or [])


@pytest.fixture
def shop() -> Shop:
    return Shop()


async def test_another_version_that_goes_live_is_told_once_and_taken_on_request(shop: Shop) -> None:
    begun = await shop.replica.start(rule="small-job")
    shop.publish("1.1.0", limit=48.0)
    shop.move("1.1.0")
    told = await shop.replica.say(begun.id, "30 GB")
    assert told.outcome
    assert (told.outcome.id, str(told.rule)) == ("several", "small-job 1.0.0")
    assert [one.text for one in told.notices] == [
        "1.1.0 is live by now; this goes on with 1.0.0. Say restart to begin anew with 1.1.0."
    ]
    assert (await shop.replica.say(begun.id, "why?")).notices == ()
    anew = await shop.replica.say(begun.id, "restart")
    assert (str(anew.rule), anew.inputs, anew.notices) == ("small-job 1.1.0", {}, ())
    told = await shop.replica.say(begun.id, "30 GB")
    assert told.outcome
    assert told.outcome.id == "one"


async def test_a_version_can_be_named(shop: Shop) -> None:
    shop.publish("1.1.0", limit=48.0)
    told = await shop.replica.start(rule="small-job", version="1.1.0", answers={"memory": 30})
    assert told.outcome
    assert (told.outcome.id, str(told.rule)) == ("one", "small-job 1.1.0")
    assert [one.code for one in told.notices] == ["newer-version"]


async def test_a_rule_that_is_retired_goes_on_for_those_who_began_with_it(shop: Shop) -> None:
    begun = await shop.replica.start(rule="small-job")
    shop.move(None)
    told = await shop.replica.say(begun.id, "16 GB")
    assert told.outcome
    assert [one.code for one in told.notices] == ["not-live"]
    anew = await shop.replica.say(begun.id, "restart")
    assert (anew.stage, anew.text) == ("choosing", ("no live rule has that name",))


async def test_a_version_that_is_gone_is_said_to_be_gone(shop: Shop) -> None:
    begun = await shop.replica.start(rule="small-job")
    other = MemoryLedger()
    other.make(Change(who="me", seen=0, drafts=(Draft("small-job", "2.0.0", small_job("2.0.0")),)))
    other.make(Change(who="me", seen=1, moves=(Move("small-job", "2.0.0"),)))
    shop.live.take(other.now())
    told = await shop.replica.say(begun.id, "16 GB")
    assert (told.stage, told.outcome, [one.code for one in told.notices]) == ("refused", None, ["not-live"])
    anew = await shop.replica.say(begun.id, "restart")
    assert (anew.stage, str(anew.rule)) == ("asking", "small-job 2.0.0")


async def test_without_the_rule_for_texts_every_text_gets_the_list(shop: Shop) -> None:
    told = await shop.replica.start("training on 3 VMs")
    assert (told.stage, told.rule) == ("choosing", None)
    assert told.question
    assert [one.label for one in told.question.choices] == ["Does the job fit one GPU?"]
