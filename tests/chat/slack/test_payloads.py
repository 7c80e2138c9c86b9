"""What Slack sends, read as what somebody said; and by Bolt, which is Slack's own reader."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from msgspec import json
from slack_bolt import Ack, App, BoltRequest
from slack_bolt.authorization import AuthorizeResult

from service.chat.slack.payloads import Call, read_command, read_form, read_interaction
from service.chat.talking import Utterance
from service.errors import MalformedRequestError, RequestRejectedError
from service.model.conversation import Binding
from tests.chat.slack.app import PAYLOADS, SECRET, command, signed

IDENTITY = "c_0123456789abcdefghijklmnopqrstuv"
ADA = Binding(platform="slack", channel="T0GPU0001/C0TRAIN01", user="T0GPU0001/U0ADA0001")


def recorded(name: str) -> str:
    """The body of an interaction."""
    return urlencode({"payload": json.encode(json.decode((PAYLOADS / name).read_bytes())).decode()})


def interaction(name: str) -> Call:
    return read_interaction(read_form(recorded(name).encode()))


def test_a_command_is_what_somebody_says_in_a_channel() -> None:
    call = read_command(read_form((PAYLOADS / "command.txt").read_bytes()))
    assert call.said == Utterance(
        binding=ADA,
        delivery="1234567890123.98765432109.0123456789abcdef0123456789abcdef",
        text="training, 3 VMs with 8 GPUs each",
    )
    assert call.user == "U0ADA0001"
    assert call.response_url.startswith("https://hooks.slack.com/commands/")


def test_a_button_is_an_answer_in_the_conversation_of_its_message() -> None:
    said = interaction("button.json").said
    assert (said.binding, said.conversation, said.answers) == (ADA, IDENTITY, {"data_loading_bound": True})
    assert said.delivery == "1234567890124.98765432109.fedcba9876543210fedcba9876543210"


def test_a_menu_is_an_answer() -> None:
    said = interaction("menu.json").said
    assert said.answers == {"rule": "choose-gpu"}
    assert said.binding == Binding(platform="slack", channel="E0GPU0001/C0TRAIN01", user="E0GPU0001/U0ADA0001")


def test_who_is_of_an_organization_is_the_same_in_a_command_and_in_a_menu() -> None:
    form = read_form(command("", enterprise_id="E0GPU0001").encode())
    assert read_command(form).said.binding == interaction("menu.json").said.binding


def test_a_field_is_text_even_where_that_looks_like_a_value_of_ours() -> None:
    assert (interaction("field.json").said.text, interaction("field.json").said.answers) == ("3", None)
    payload = json.decode((PAYLOADS / "field.json").read_bytes())
    payload["actions"][0]["value"] = '{"vms":1}'
    said = read_interaction({"payload": json.encode(payload).decode()}).said
    assert (said.text, said.answers) == ('{"vms":1}', None)


def changed(**members: Any) -> str:
    payload = json.decode((PAYLOADS / "button.json").read_bytes())
    return json.encode({**payload, **members}).decode()


ACTION = json.decode((PAYLOADS / "button.json").read_bytes())["actions"][0]
WRONG = {
    "no payload": ({}, MalformedRequestError, "not JSON"),
    "a payload that is no JSON": ({"payload": "{"}, MalformedRequestError, "not JSON"),
    "a payload without end": ({"payload": "[" * 100_000}, MalformedRequestError, "not JSON"),
    "a payload that is no object": ({"payload": "[]"}, RequestRejectedError, "Expected `object`, got `array`"),
    "a payload without anybody": ({"payload": "{}"}, RequestRejectedError, "missing required field `type`"),
    "a modal": ({"payload": changed(type="view_submission")}, RequestRejectedError, "has the type `block_actions`"),
    "nothing that was used": ({"payload": changed(actions=[])}, RequestRejectedError, "one action"),
    "two things at once": ({"payload": changed(actions=[ACTION, ACTION])}, RequestRejectedError, "one action"),
    "a button of another app": (
        {"payload": changed(actions=[{**ACTION, "value": "approve"}])},
        RequestRejectedError,
        "not made by this service",
    ),
    "a button without a value": (
        {"payload": changed(actions=[{**ACTION, "value": None}])},
        RequestRejectedError,
        "not made by this service",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_this_service_does_not_offer_is_refused(case: str) -> None:
    form, kind, words = WRONG[case]
    with pytest.raises(kind, match=words):
        read_interaction(form)


@pytest.mark.parametrize("missing", ["command", "user_id", "channel_id", "trigger_id", "response_url"])
def test_a_command_has_all_that_slack_sends(missing: str) -> None:
    form = read_form(command("training").encode())
    with pytest.raises(RequestRejectedError, match=f"missing required field `{missing}`"):
        read_command({name: value for name, value in form.items() if name != missing})


@pytest.mark.parametrize("body", [b"a=%ff", b"\xff=1", b"a=1&" * 200], ids=["an escape", "a byte", "many fields"])
def test_a_body_is_a_form_in_utf_8(body: bytes) -> None:
    with pytest.raises(MalformedRequestError):
        read_form(body)


def test_bolt_reads_the_same_of_what_was_recorded() -> None:
    app = App(signing_secret=SECRET, authorize=lambda: AuthorizeResult(enterprise_id=None, team_id=None))
    read: list[tuple[str, str]] = []

    @app.command("/gpu")
    def typed(ack: Ack, command: dict[str, str]) -> None:
        ack()
        read.append((command["text"], command["trigger_id"]))

    @app.action("choice0")
    @app.action("choose")
    @app.action("say")
    def used(ack: Ack, action: dict[str, Any], body: dict[str, Any]) -> None:
        ack()
        value = action.get("value") or action["selected_option"]["value"]
        read.append((value, body["trigger_id"]))

    for body in ((PAYLOADS / "command.txt").read_text(), *map(recorded, ("button.json", "menu.json", "field.json"))):
        headers: dict[str, str | Sequence[str]] = {**signed(body)}
        assert app.dispatch(BoltRequest(body=body, headers=headers)).status == 200
    command_form = parse_qs((PAYLOADS / "command.txt").read_text())
    assert read == [
        (command_form["text"][0], command_form["trigger_id"][0]),
        *[(_used(name), interaction(name).said.delivery) for name in ("button.json", "menu.json", "field.json")],
    ]


def _used(name: str) -> str:
    action = json.decode((PAYLOADS / name).read_bytes())["actions"][0]
    return str(action.get("value") or action["selected_option"]["value"])
