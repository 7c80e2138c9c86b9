"""Conversations as Slack carries them."""

import asyncio
from typing import Any

import pytest
from msgspec import json
from structlog.testing import capture_logs

from service.chat.slack.endpoint import Slack
from service.chat.slack.messages import WAITING
from service.chat.talking import FAILED, GONE
from service.errors import ForgedRequestError
from tests.chat.slack.app import Hooks, command, interaction, pressed, signed, typed
from tests.chat.slack.conftest import Serve
from tests.chat.slack.strict import check

pytestmark = pytest.mark.anyio


class Person:
    """Somebody in Slack, who talks to whichever replica comes."""

    def __init__(self, hooks: Hooks, *replicas: Slack, **fields: str) -> None:
        self.hooks = hooks
        self.seen: dict[str, Any] = {}
        self._replicas = replicas
        self._fields = {"response_url": hooks.address, **fields}
        self.name = fields.get("user_id", "U0ADA0001")
        self._count = 0

    async def type(self, text: str, **fields: str) -> dict[str, Any]:
        """Type a slash command; the message that Slack shows."""
        body = command(text, **{**self._fields, "trigger_id": self._trigger(), **fields})
        return self.see(json.decode(await self._next().command(signed(body), body.encode())))

    async def press(self, label: str, **members: Any) -> dict[str, Any]:
        """Press a button of the last message; the message that Slack is sent afterwards."""
        await self.use(pressed(self.seen, label), **members)
        return self.see(await asyncio.to_thread(self.hooks.take))

    async def fill(self, text: str) -> dict[str, Any]:
        """Type into the field of the last message."""
        await self.use(typed(self.seen, text))
        return self.see(await asyncio.to_thread(self.hooks.take))

    async def use(self, action: dict[str, Any], **members: Any) -> None:
        body = interaction(action, response_url=self.hooks.address, **{"trigger_id": self._trigger(), **members})
        assert await self._next().interaction(signed(body), body.encode()) == b""

    def see(self, message: dict[str, Any]) -> dict[str, Any]:
        check(message)
        if "blocks" in message:
            self.seen = message
        return message

    def _next(self) -> Slack:
        return self._replicas[self._count % len(self._replicas)]

    def _trigger(self) -> str:
        self._count += 1
        return f"{self.name}.{self._count}"


async def test_a_whole_conversation_by_two_replicas_that_take_turns(serve: Serve, hooks: Hooks) -> None:
    ada = Person(hooks, await serve(), await serve())
    assert "*Does the training wait for its data to be loaded?*" in shown(await ada.type("start training-time"))
    told = await ada.press("Yes")
    assert told["replace_original"] is True
    assert "• Change the way the data are loaded\n    ◦ Load the data in parallel." in shown(told)
    assert "*Can the code be updated, and if need be rewritten for a TPU?*" in shown(await ada.press("No"))
    assert headers(await ada.press("No")) == ["Measure again from the first layer"]
    told = await ada.type("why not reserve?")
    assert "Reserve the resources if `fast_enough` were yes (now no)." in shown(told)
    told = await ada.press("Measure again")
    assert "Round 2 of the measurements" in shown(told)
    assert "training-time 1.0.0 with code_can_change = no" in str(told["blocks"][-1])
    await ada.press("No")
    told = await ada.press("Why?")
    assert "• the data arrive in time, so the next layer is the GPU (data_loading_bound = no)" in shown(told)
    assert "class n_data_layer taken" in shown(told)
    await ada.press("Yes")
    assert headers(await ada.press("Yes")) == ["Reserve the resources"]


async def test_text_goes_on_where_somebody_was_and_begins_anew_elsewhere(serve: Serve, hooks: Hooks) -> None:
    ada, elsewhere = Person(hooks, await serve()), Person(hooks, await serve(), channel_id="C2")
    first = await ada.type("training, 3 VMs with 8 GPUs each")
    assert "gpus = 24" in str(first)
    assert "vms = 3" in str(await ada.type(""))
    assert "vms = 3" not in str(await elsewhere.type("inference"))


async def test_a_number_is_typed_into_a_field(serve: Serve, hooks: Hooks) -> None:
    ada = Person(hooks, await serve())
    await ada.type("start training-gpu")
    while not any(block["type"] == "input" for block in ada.seen["blocks"]):
        await ada.press(ada.seen["blocks"][-3]["elements"][-1]["text"]["text"])
    told = await ada.fill("3")
    assert "vms = 3" in str(told)


async def test_an_answer_is_shared_with_the_channel(serve: Serve, hooks: Hooks) -> None:
    ada = Person(hooks, await serve())
    await ada.type("start training-gpu")
    await ada.type("small model")
    before = ada.seen
    told = await ada.press("Share")
    assert (told["response_type"], told["replace_original"]) == ("in_channel", False)
    assert not [block for block in told["blocks"] if block["type"] == "actions"]
    ada.seen = before
    assert (await ada.type("share"))["response_type"] == "in_channel"


async def test_who_asks_where_they_are_sees_the_answer_alone(serve: Serve, hooks: Hooks) -> None:
    ada = Person(hooks, await serve())
    await ada.type("start training-gpu")
    await ada.type("small model")
    for aside in ("share", "why", "why not l4?"):
        await ada.type(aside)
        told = await ada.type("")
        assert (told["response_type"], headers(told)) == ("ephemeral", ["T4 or L4"])
        assert "Links:" not in shown(told)
        assert "flowchart" not in shown(told)


async def test_the_same_thing_sent_twice_is_answered_once(serve: Serve, hooks: Hooks) -> None:
    one, two = await serve(), await serve()
    ada = Person(hooks, one, two)
    first = await ada.type("start training-time", trigger_id="t1")
    assert await ada.type("start training-time", trigger_id="t1") == first
    action = pressed(first, "Yes")
    await asyncio.gather(*(ada.use(action, trigger_id="t2") for _ in range(4)))
    await ended(one, two)
    assert len(hooks.sent) == 1
    assert "Round" not in str(hooks.sent)


async def test_somebody_else_presses_nothing(serve: Serve, hooks: Hooks) -> None:
    ada, eve = Person(hooks, await serve()), Person(hooks, await serve())
    eve.seen = await ada.type("start training-time")
    told = await eve.press("Yes", user={"id": "U0EVE0001"})
    assert (told["text"], told["replace_original"]) == (GONE, False)
    assert "data_loading_bound = yes" not in str(await ada.type(""))


async def test_who_is_too_fast_is_told_when_to_go_on(serve: Serve, hooks: Hooks) -> None:
    slack = await serve(per_user=2, per_channel=3)
    ada, bob, cy = (Person(hooks, slack, user_id=name) for name in ("U1", "U2", "U3"))
    await ada.type("list")
    await ada.type("list")
    assert "faster than I can follow: go on in" in str(await ada.type("list"))
    await bob.type("list")
    assert "faster than I can follow" in str(await cy.type("list"))
    assert "What is it about?" in str(await Person(hooks, slack, user_id="U4", channel_id="C2").type("list"))


async def test_what_takes_long_is_sent_afterwards(serve: Serve, hooks: Hooks) -> None:
    ada = Person(hooks, await serve(prompt=0.0))
    assert await ada.type("list") == {"response_type": "ephemeral", "text": WAITING}
    assert "What is it about?" in str(await asyncio.to_thread(hooks.take))


async def test_a_slack_that_takes_its_time_keeps_nobody_else_waiting(serve: Serve, hooks: Hooks) -> None:
    slack = await serve()
    people = [Person(hooks, slack, user_id=f"U{number}") for number in range(40)]
    asked = [await one.type("start training-time") for one in people]
    hooks.open.clear()
    for one, message in zip(people, asked, strict=True):
        await one.use(pressed(message, "Yes"), user={"id": one.name})
    assert "gpus = 24" in str(await Person(hooks, slack).type("training, 3 VMs with 8 GPUs each"))
    assert not hooks.sent
    hooks.open.set()
    await ended(slack)
    assert len(hooks.sent) == len(people)


async def test_an_answer_that_was_not_sent_before_the_end_is_told_to_the_log(
    serve: Serve, hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.chat.slack.endpoint.PATIENCE", 0.0)
    slack = await serve(prompt=0.0)
    hooks.open.clear()
    await Person(hooks, slack).type("list")
    await asyncio.to_thread(hooks.asked.wait, 60)
    with capture_logs() as logs:
        await ended(slack)
    assert [(one["event"], one["answers"]) for one in logs] == [("slack has not taken all answers", 1)]
    hooks.open.set()


async def test_a_failure_is_told_in_words_and_logged(serve: Serve, hooks: Hooks) -> None:
    slack = await serve()
    slack._talk._converse = None  # type: ignore[assignment]  # a bug, as there may always be one
    with capture_logs() as logs:
        assert (await Person(hooks, slack).type("list"))["text"] == FAILED
    assert [one["event"] for one in logs] == ["talk failed"]


@pytest.mark.parametrize(
    ("address", "status", "event"),
    [
        ("http://127.0.0.1:1/services/n0tT0L3ak", 200, "no address of Slack"),
        ("https://hooks.slack.com.evil.example/n0tT0L3ak", 200, "no address of Slack"),
        ("http://[", 200, "no address of Slack"),
        ("", 404, "slack takes no answer"),
    ],
)
async def test_an_answer_that_cannot_be_sent_is_logged_without_its_address(
    serve: Serve, hooks: Hooks, address: str, status: int, event: str
) -> None:
    slack, hooks.status = await serve(prompt=0.0), status
    with capture_logs() as logs:
        await Person(hooks, slack).type("list", response_url=address or hooks.address)
        await ended(slack)
    assert [one["event"] for one in logs] == [event]
    assert "n0tT0L3ak" not in str(logs)


async def test_slack_may_look_at_the_certificate(serve: Serve) -> None:
    assert await (await serve()).command({}, b"ssl_check=1&token=x") == b""


@pytest.mark.parametrize("way", ["command", "interaction"])
async def test_nothing_is_said_for_who_is_not_slack(serve: Serve, way: str) -> None:
    slack = await serve()
    body = command("start training-time") if way == "command" else interaction({})
    for headers in ({}, signed(body, secret="another"), signed(f"{body} "), signed(body, at=0)):  # noqa: S106
        with pytest.raises(ForgedRequestError):
            await getattr(slack, way)(headers, body.encode())


def shown(told: dict[str, Any]) -> str:
    """The text of a message."""
    return "\n".join(block["text"]["text"] for block in told["blocks"] if "text" in block)


def headers(told: dict[str, Any]) -> list[str]:
    """What a message is about."""
    return [block["text"]["text"] for block in told["blocks"] if block["type"] == "header"]


async def ended(*replicas: Slack) -> None:
    """Wait until all answers were sent."""
    for slack in replicas:
        async with slack.open(None):
            pass
