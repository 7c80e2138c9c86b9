"""Whatever a platform sends that is signed: it is answered, or refused in words. Nothing breaks."""

from contextlib import suppress
from json import dumps
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.chat.google.events import read_event
from service.chat.slack.payloads import read_command, read_form, read_interaction
from service.errors import RequestError
from tests.chat.google.clicks import recorded
from tests.chat.slack.app import PAYLOADS

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(
        ["multi_static_select", "checkboxes", "overflow", "\x00", "\ud800", '{"a":1e999}', "[[[[", "9" * 400]
    ),
    st.lists(st.none(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.none(), max_size=2),
)
PLACES = st.lists(st.integers(0, 9), min_size=1, max_size=6)


def altered(value: Any, place: list[int], odd: Any) -> Any:
    """The value with something odd in one place of it, or without what was there."""
    if not place or not isinstance(value, dict | list) or not value:
        return odd
    if isinstance(value, list):
        return [altered(value[0], place[1:], odd), *value[1:]]
    key = list(value)[place[0] % len(value)]
    rest = {name: one for name, one in value.items() if name != key}
    return rest if odd is None and len(place) == 1 else {**rest, key: altered(value[key], place[1:], odd)}


@pytest.mark.parametrize("name", ["button", "menu", "field"])
@given(place=PLACES, odd=ODD)
@settings(max_examples=300)
def test_an_interaction_of_slack(name: str, place: list[int], odd: Any) -> None:
    payload = json.decode((PAYLOADS / f"{name}.json").read_bytes())
    with suppress(RequestError):
        call = read_interaction({"payload": dumps(altered(payload, place, odd))})
        assert call.said.delivery


@given(
    fields=st.dictionaries(st.sampled_from(["command", "text", "user_id", "team_id", "response_url", "x"]), st.text())
)
@settings(max_examples=300)
def test_a_command_of_slack(fields: dict[str, str]) -> None:
    body = urlencode({**read_form((PAYLOADS / "command.txt").read_bytes()), **fields}, errors="replace").encode()
    with suppress(RequestError):
        call = read_command(read_form(body))
        assert call.said.binding.platform == "slack"


@given(body=st.binary(max_size=40))
def test_any_bytes(body: bytes) -> None:
    with pytest.raises(RequestError):
        read_event(body)
    with suppress(RequestError):
        assert isinstance(read_form(body), dict)


@pytest.mark.parametrize("name", ["message", "direct", "slash", "added", "removed", "button"])
@given(place=PLACES, odd=ODD)
@settings(max_examples=300)
def test_an_event_of_google_chat(name: str, place: list[int], odd: Any) -> None:
    with suppress(RequestError):
        event = read_event(dumps(altered(recorded(name), place, odd)).encode())
        assert (event.said.binding.platform if event else "google-chat") == "google-chat"
