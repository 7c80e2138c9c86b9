"""What Google Chat sends, read as what somebody said."""

from typing import Any

import pytest
from msgspec import json

from service.chat.google.events import Event, read_event
from service.chat.talking import Utterance
from service.errors import MalformedRequestError, RequestRejectedError
from service.model.conversation import Binding
from tests.chat.google.clicks import recorded

ADA = Binding(platform="google-chat", channel="spaces/AAQAgpuRules", user="users/104000000000000000001")
DIRECT = Binding(platform="google-chat", channel="spaces/DMada0001", user="users/104000000000000000001")
IDENTITY = "c_0123456789abcdefghijklmnopqrstuv"
CARD = "spaces/AAQAgpuRules/messages/card.card"

SAID = {
    "message": Utterance(
        binding=ADA,
        delivery="spaces/AAQAgpuRules/messages/UMxbHmzDlr4.UMxbHmzDlr4",
        text="training, 3 VMs with 8 GPUs each",
    ),
    "direct": Utterance(binding=DIRECT, delivery="spaces/DMada0001/messages/abc.def", text="15 min"),
    "slash": Utterance(binding=ADA, delivery="spaces/AAQAgpuRules/messages/cmd.cmd", text="start training-time"),
    "added": Utterance(binding=ADA, delivery="spaces/AAQAgpuRules@2026-11-30T08:59:00.000000Z"),
    "button": Utterance(
        binding=ADA,
        delivery=f"{CARD}@2026-11-30T09:10:00.500000Z",
        answers={"data_loading_bound": True},
        conversation=IDENTITY,
    ),
}


def event_of(event: dict[str, Any]) -> Event:
    read = read_event(json.encode(event))
    assert read
    return read


def read(event: dict[str, Any]) -> Utterance:
    return event_of(event).said


@pytest.mark.parametrize("name", SAID)
def test_an_event_is_what_somebody_says(name: str) -> None:
    assert read(recorded(name)) == SAID[name]


@pytest.mark.parametrize(
    ("name", "is_private"), [("direct", True), ("message", False), ("button", False), ("added", False)]
)
def test_a_direct_message_is_private(name: str, is_private: bool) -> None:
    assert event_of(recorded(name)).space.is_private is is_private


@pytest.mark.parametrize("name", SAID)
def test_a_click_is_known_as_one(name: str) -> None:
    assert event_of(recorded(name)).is_click is (name == "button")


def test_a_command_that_is_chosen_without_a_message_says_nothing() -> None:
    sent = {**recorded("added"), "type": "APP_COMMAND"}
    assert read(sent) == SAID["added"]


@pytest.mark.parametrize("members", [{}, {"user": None}], ids=["as recorded", "by nobody"])
def test_where_the_app_was_removed_nobody_is_left_to_answer(members: dict[str, Any]) -> None:
    assert read_event(json.encode({**recorded("removed"), **members})) is None


@pytest.mark.parametrize(
    ("name", "members", "text"),
    [
        ("message", {"argumentText": None}, ""),
        ("slash", {"argumentText": None}, ""),
        ("direct", {"argumentText": None}, "15 min"),
        ("direct", {"argumentText": None, "text": None}, None),
        ("message", {"argumentText": ""}, ""),
    ],
    ids=["a mention alone", "a command alone", "no argument", "no text", "an empty argument"],
)
def test_what_is_said_is_said_to_the_app(name: str, members: dict[str, Any], text: str | None) -> None:
    event = recorded(name)
    message = {key: one for key, one in {**event["message"], **members}.items() if one is not None}
    assert read({**event, "message": message}).text == (text or "")


def clicked(parameters: dict[str, str], typed: str | None = None, **common: Any) -> dict[str, Any]:
    event = recorded("button")
    inputs = {} if typed is None else {"answer": {"stringInputs": {"value": [typed]}}}
    return {**event, "common": {**event["common"], "parameters": parameters, "formInputs": inputs, **common}}


@pytest.mark.parametrize(
    ("parameters", "typed", "text", "answers"),
    [
        ({}, " 3 ", "3", None),
        ({}, '{"vms":1}', '{"vms":1}', None),
        ({}, None, "", None),
        ({"chosen": "yes"}, '{"rule":"choose-gpu"}', "", {"rule": "choose-gpu"}),
        ({"chosen": "yes"}, None, "", None),
        ({"value": '"why"'}, "3", "why", None),
    ],
    ids=["a field", "a field with a value of ours", "an empty field", "a menu", "a menu with nothing", "a button"],
)
def test_fields_say_text_and_menus_what_we_gave_them(
    parameters: dict[str, str], typed: str | None, text: str, answers: dict[str, Any] | None
) -> None:
    said = read(clicked({"conversation": IDENTITY, **parameters}, typed))
    assert (said.text, said.answers, said.conversation) == (text, answers, IDENTITY)


def test_a_click_may_have_its_parameters_in_the_older_place() -> None:
    event = recorded("button")
    assert read({**event, "common": {}}) == SAID["button"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ([], "Expected `object`, got `array`"),
        ({}, "missing required field `type`"),
        (recorded("message", type="WIDGET_UPDATED"), "WIDGET_UPDATED"),
        (recorded("message", user=None), r"got `null` - at `\$.user`"),
        ({"commonEventObject": {}, "chat": {}}, "Google Workspace add-on"),
        (clicked({"conversation": IDENTITY, "value": "approve"}), "not made by this service"),
        (clicked({"value": '"why"'}), "not made by this service"),
        (clicked({"conversation": IDENTITY}, invokedFunction="approve"), "not made by this service"),
    ],
    ids=[
        "a list",
        "nothing",
        "another kind",
        "nobody",
        "an add-on",
        "another value",
        "no conversation",
        "another function",
    ],
)
def test_what_this_service_has_no_answer_to_is_refused(event: Any, words: str) -> None:
    with pytest.raises(RequestRejectedError, match=words):
        read_event(json.encode(event))


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000], ids=["nothing", "half", "no text", "deep"])
def test_a_body_is_json(body: bytes) -> None:
    with pytest.raises(MalformedRequestError):
        read_event(body)
