"""What stands for Slack: it signs what it sends, and keeps what it is sent afterwards."""

import hashlib
import hmac
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Condition, Event
from typing import Any
from urllib.parse import parse_qsl, urlencode

from msgspec import json

from tests.loopback import Quiet, listening_at

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"  # noqa: S105 - the one of Slack's own documentation
PAYLOADS = Path(__file__).parent / "payloads"
PATIENCE = 60.0
"""Seconds within which an answer must have been sent."""


def signed(body: str, *, secret: str = SECRET, at: float | None = None) -> dict[str, str]:
    """The headers that Slack sends with a body: its documentation's own recipe, without its library."""
    timestamp = str(int(time.time() if at is None else at))
    digest = hmac.new(secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
    return {
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": f"v0={digest}",
        "content-type": "application/x-www-form-urlencoded",
    }


def command(text: str, **fields: str) -> str:
    """The body of a slash command."""
    recorded = dict(parse_qsl((PAYLOADS / "command.txt").read_text(), keep_blank_values=True))
    return urlencode({**recorded, "text": text, **fields})


def interaction(action: dict[str, Any], **members: Any) -> str:
    """The body of an interaction: one of the shape that Slack sends, with another action."""
    payload = json.decode((PAYLOADS / "button.json").read_bytes())
    return urlencode({"payload": json.encode({**payload, "actions": [action], **members}).decode()})


def pressed(message: dict[str, Any], label: str) -> dict[str, Any]:
    """What Slack sends of somebody who presses a button of a message, or chooses a line of a menu."""
    for block in message["blocks"]:
        for element in block.get("elements", []):
            if element["type"] == "button" and element["text"]["text"] == label:
                return _action(block, element) | {"type": "button", "value": element["value"]}
            for option in element.get("options", []):
                if option["text"]["text"] == label:
                    return _action(block, element) | {"type": "static_select", "selected_option": option}
    raise AssertionError(label)


def typed(message: dict[str, Any], text: str) -> dict[str, Any]:
    """What Slack sends of somebody who types into the field of a message."""
    [block] = [block for block in message["blocks"] if block["type"] == "input"]
    return _action(block, block["element"]) | {"type": "plain_text_input", "value": text}


def _action(block: dict[str, Any], element: dict[str, Any]) -> dict[str, Any]:
    return {"action_id": element["action_id"], "block_id": block["block_id"], "action_ts": f"{time.time():.6f}"}


class Hooks:
    """The address that answers are sent to; it takes them with a status, once it is open."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.status = 200
        self.open, self.asked = Event(), Event()
        self.open.set()
        self.sent: list[dict[str, Any]] = []
        self.condition = Condition()

    @property
    def address(self) -> str:
        """One of its addresses, which is as secret as a password."""
        return f"{self.url}/actions/T0GPU0001/42/n0tT0L3ak"

    def take(self) -> dict[str, Any]:
        """The next message, once it is there."""
        with self.condition:
            assert self.condition.wait_for(lambda: self.sent, PATIENCE), "nothing was sent"
            return self.sent.pop(0)


@contextmanager
def listening() -> Iterator[Hooks]:
    """The time in which messages are taken."""

    class Handler(Quiet, BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            message = json.decode(self.rfile.read(int(self.headers["content-length"])))
            hooks.asked.set()
            hooks.open.wait(PATIENCE)
            with hooks.condition:
                hooks.sent.append(message)
                hooks.condition.notify_all()
            self.send_response(hooks.status)
            self.send_header("content-length", "0")
            self.end_headers()

    with listening_at(Handler) as url:
        hooks = Hooks(url)
        yield hooks
