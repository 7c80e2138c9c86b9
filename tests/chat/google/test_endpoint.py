"""Conversations as Google Chat carries them."""

from itertools import count
from typing import Any

import pytest
from msgspec import json

from service.chat.google.endpoint import GoogleChat
from service.chat.talking import GONE
from service.errors import ForgedRequestError
from tests.chat.google.authority import ENDPOINT, PROJECT, Google, bearer
from tests.chat.google.clicks import chosen, pressed, recorded, spoken, texts
from tests.chat.google.conftest import Serve
from tests.chat.google.strict import check, shown

pytestmark = pytest.mark.anyio

EVE = {"name": "users/666", "displayName": "Eve Example", "type": "HUMAN"}


class Person:
    """Somebody in Google Chat, who talks to whichever replica comes."""

    def __init__(self, google: Google, *replicas: GoogleChat, audience: str = ENDPOINT, **members: Any) -> None:
        self.seen: dict[str, Any] = {}
        self._google = google
        self._replicas = replicas
        self._audience = audience
        self._members = members
        self._moments = count(1)

    async def say(self, text: str, name: str = "") -> dict[str, Any]:
        """Send a message; what Google Chat shows then."""
        number = next(self._moments)
        return await self.send(spoken(text, name or f"spaces/a/messages/{number}", **self._members))

    async def press(self, label: str, *, given: str = "") -> dict[str, Any]:
        """Press a button of the last card."""
        at = f"2026-11-30T10:00:00.{next(self._moments):06}Z"
        return await self.send(pressed(self.seen, label, at, given=given, **self._members))

    async def send(self, event: dict[str, Any]) -> dict[str, Any]:
        """Send an event, to the next replica."""
        replica = self._replicas[next(self._moments) % len(self._replicas)]
        answer = await replica.event(bearer(self._google.token(self._audience)), json.encode(event))
        told: dict[str, Any] = json.decode(answer)
        check(told)
        if "cardsV2" in told:
            self.seen = told
        return told


def text(told: dict[str, Any]) -> str:
    """What a message shows."""
    return shown(texts(told))


@pytest.mark.parametrize("audience", [ENDPOINT, PROJECT], ids=["endpoint", "project"])
async def test_a_whole_conversation_by_two_replicas_that_take_turns(
    serve: Serve, google: Google, audience: str
) -> None:
    ada = Person(google, await serve(audience=audience), await serve(audience=audience), audience=audience)
    assert "Does the training wait for its data to be loaded?" in text(await ada.say("start training-time"))
    told = await ada.press("Yes")
    assert told["actionResponse"] == {"type": "UPDATE_MESSAGE"}
    assert "• Change the way the data are loaded\n  ◦ Load the data in parallel." in text(told)
    assert "Can the code be updated, and if need be rewritten for a TPU?" in text(await ada.press("No"))
    assert "<b>Measure again from the first layer</b>" in texts(await ada.press("No"))
    told = await ada.say("why not reserve?")
    assert "Reserve the resources if `fast_enough` were yes (now no)." in text(told)
    told = await ada.press("Measure again")
    assert "Round 2 of the measurements" in text(told)
    assert text(told).endswith("training-time 1.0.0 with code_can_change = no")
    await ada.press("No")
    told = await ada.press("Why?")
    assert "• the data arrive in time, so the next layer is the GPU (data_loading_bound = no)" in text(told)
    assert "class n_data_layer taken" in text(told)
    await ada.press("Yes")
    assert "<b>Reserve the resources</b>" in texts(await ada.press("Yes"))


async def test_a_rule_is_chosen_and_a_number_is_typed(serve: Serve, google: Google) -> None:
    ada = Person(google, await serve())
    told = await ada.send(recorded("added"))
    assert "What is it about?" in text(told)
    told = await ada.press("Choose", given=chosen(told, "Which GPU for training or fine-tuning?"))
    assert "What kind of model is it?" in text(told)
    await ada.press("Any other model")
    assert "vms = 3" in text(await ada.press("Send", given="3"))


async def test_an_answer_is_shared_with_the_space(serve: Serve, google: Google) -> None:
    ada = Person(google, await serve())
    await ada.say("start training-gpu")
    await ada.press("A small model")
    told = await ada.press("Share")
    assert told["actionResponse"] == {"type": "NEW_MESSAGE"}
    assert "privateMessageViewer" not in told
    assert "T4 or L4" in text(told)
    told = await ada.say("")
    assert "T4 or L4" in text(told)
    assert told["privateMessageViewer"] == {"name": "users/104000000000000000001"}


async def test_the_same_thing_sent_twice_is_said_once(serve: Serve, google: Google) -> None:
    ada = Person(google, await serve(), await serve())
    first = await ada.say("start training-time", name="spaces/a/messages/once")
    assert await ada.say("start training-time", name="spaces/a/messages/once") == first
    click = pressed(first, "Yes", "2026-11-30T11:00:00Z")
    told = [await ada.send(click) for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert "Is the training fast enough" in text(told[0])


async def test_somebody_else_presses_nothing(serve: Serve, google: Google) -> None:
    ada, eve = Person(google, await serve()), Person(google, await serve(), user=EVE)
    eve.seen = await ada.say("start training-time")
    told = await eve.press("Yes")
    assert (told["text"], told["privateMessageViewer"]) == (GONE, {"name": "users/666"})
    assert "data_loading_bound" not in text(await ada.say(""))


async def test_who_is_too_fast_is_told_when_to_go_on(serve: Serve, google: Google) -> None:
    ada = Person(google, await serve(per_user=1))
    await ada.say("list")
    assert "faster than I can follow: go on in" in (await ada.say("list"))["text"]


async def test_where_the_app_was_removed_nothing_is_said(serve: Serve, google: Google) -> None:
    answer = await (await serve()).event(bearer(google.token(ENDPOINT)), json.encode(recorded("removed")))
    assert answer == b"{}"


async def test_nothing_is_said_for_who_is_not_google_chat(serve: Serve, google: Google) -> None:
    chat = await serve()
    body = json.encode(spoken("start training-time", "spaces/a/messages/1"))
    for headers in ({}, bearer(google.token(PROJECT)), bearer(google.token(ENDPOINT, email="eve@example.com"))):
        with pytest.raises(ForgedRequestError):
            await chat.event(headers, body)
    assert "What is it about?" in text(await Person(google, chat).say(""))
