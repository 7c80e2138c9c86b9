"""What is told where something goes wrong, and how fast people may talk."""

import pytest
from structlog.testing import capture_logs

from service.chat.pace import Pace
from service.chat.talking import FAILED, GONE, Talk, Utterance
from service.errors import (
    BusyError,
    ConversationFullError,
    ConversationNotFoundError,
    InputsRejectedError,
    Issue,
    StoreUnavailableError,
    TooManyConversationsError,
)
from service.model.conversation import Binding
from service.usecases.converse import Converse

pytestmark = pytest.mark.anyio

ADA = Binding(platform="slack", channel="T/C", user="T/ada")


class Failing(Converse):
    """Conversations that fail in one way."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def latest(self, binding: Binding) -> str | None:
        del binding
        raise self.error


def pace(per_user: int = 100, per_channel: int = 100) -> Pace:
    return Pace(per_user=per_user, per_channel=per_channel)


FAILURES = {
    "it is over": (ConversationNotFoundError("gone"), GONE),
    "the store is away": (
        StoreUnavailableError("SQLite says no"),
        "I can't remember anything now, because my store is away: try again in a moment.",
    ),
    "too much is going on": (BusyError("full"), "Too much is going on: try again in a moment."),
    "too many conversations": (
        TooManyConversationsError(50, 10),
        "50 conversations are open, the most that one person may have: end one, or go on with it.",
    ),
    "too many turns": (ConversationFullError("this has had 4 turns"), "This has had 4 turns."),
    "a wrong answer": (
        InputsRejectedError([Issue("wrong-type", "$.vms", "`vms` must be a whole number")]),
        "That can't be taken: `vms` must be a whole number.",
    ),
    "a bug": (KeyError("secret"), FAILED),
}


@pytest.mark.parametrize("case", FAILURES)
async def test_a_failure_is_told_in_words(case: str) -> None:
    error, words = FAILURES[case]
    with capture_logs() as logs:
        told = await Talk(Failing(error), pace())(Utterance(binding=ADA, delivery="d", text="hello"))
    assert (told.reply, told.words) == (None, words)
    assert [one["log_level"] for one in logs] == {"a bug": ["error"], "the store is away": ["warning"]}.get(case, [])


def test_a_person_has_a_pace_and_a_channel_has_one() -> None:
    limited = pace(per_user=2, per_channel=3)
    bob = Binding(platform="slack", channel="T/C", user="T/bob")
    elsewhere = Binding(platform="slack", channel="T/C2", user="T/cy")
    assert [limited(one) for one in (ADA, ADA, bob, elsewhere)] == [0, 0, 0, 0]
    assert 0 < limited(ADA) <= 60
    assert 0 < limited(bob) <= 60
    assert limited(Binding(platform="google-chat", channel="T/C", user="T/ada")) == 0
