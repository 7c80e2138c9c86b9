"""What people write reaches nothing: no fact, no query, no log, no other reply."""

import pytest
from msgspec import json
from structlog.testing import capture_logs

from service.usecases.live import LiveRules
from tests.converse.replicas import Clock, Replica, opened
from tests.databases import Place

pytestmark = pytest.mark.anyio

MARK = "xyzzy"
TEXTS = [
    f"'; DROP TABLE conversations; -- {MARK}",
    f"{MARK} = 1; vms > 4 || true",
    f"<!channel> *{MARK}* <@U1|{MARK}>",
    f"{MARK}\x00\x1b[2J\u202e",
    f"{{{{{MARK}}}}} ${{{MARK}}} %s %n",
    f"__import__('os').system('{MARK}')",
    f"why not {MARK}",
    f"what if {MARK}=1",
    f"start {MARK}",
    "(" * 4_000,
    "9" * 4_000,
    "9**9**9 s",
    "vms=1e400",
    "vms=-1",
    "gpus=99999999999999999999999999",
    "\ud800",
    " \n\t ",
    "\U0001f3f4" * 1_000,
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
async def test_hostile_text_changes_nothing(shared: Place, shipped: LiveRules, text: str) -> None:
    async with opened(shared) as store:
        replica = Replica(store, shipped, Clock())
        begun = await replica.start(rule="training-gpu", answers={"model": "other"})
        with capture_logs() as logs:
            told = await replica.say(begun.id, text)
            after = await replica.say(begun.id, "back" if told.stage != "asking" else "3 vms")
    assert MARK not in str(logs)
    assert told.stage in {"asking", "choosing"}
    assert after.turn == 3
    assert {**after.inputs, "vms": 3} == {"model": "other", "vms": 3}
    assert MARK not in json.encode(after).decode()


async def test_words_that_were_not_understood_are_said_back_once(shared: Place, shipped: LiveRules) -> None:
    async with opened(shared) as store:
        replica = Replica(store, shipped, Clock())
        told = await replica.start(f"3 vms and {MARK}", rule="training-gpu")
    assert [one.text for one in told.notices] == [f"I did not understand `{MARK}`."]
    assert told.inputs == {"vms": 3}
