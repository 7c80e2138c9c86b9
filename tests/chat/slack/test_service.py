"""Slack with a real service of two workers: signed requests, a restart in between, and nothing secret in the log."""

import shutil
from pathlib import Path
from typing import Any

import httpx
from msgspec import json

from tests.chat.slack.app import SECRET, Hooks, command, interaction, pressed, signed
from tests.chat.slack.strict import check
from tests.http.served import RULES
from tests.keeper.service import Service, running
from tests.loopback import ask

COMMANDS, INTERACTIONS = "/chat/slack/commands", "/chat/slack/interactions"


class Slack:
    """Slack before a service; each request comes over a connection of its own, so that either worker may answer."""

    def __init__(self, service: Service, hooks: Hooks) -> None:
        self._service = service
        self._hooks = hooks
        self._count = 0
        self.seen: dict[str, Any] = {}

    def type(self, text: str) -> dict[str, Any]:
        self._count += 1
        body = command(text, trigger_id=f"t{self._count}", response_url=self._hooks.address)
        return self._see(json.decode(self.send(COMMANDS, body, signed(body)).raise_for_status().content))

    def press(self, label: str, times: int = 1) -> dict[str, Any]:
        """Press a button; `times`, if Slack delivers that more than once."""
        self._count += 1
        action = pressed(self.seen, label)
        body = interaction(action, trigger_id=f"t{self._count}", response_url=self._hooks.address)
        for _ in range(times):
            answer = self.send(INTERACTIONS, body, signed(body))
            assert (answer.status_code, answer.content) == (200, b"")
        return self._see(self._hooks.take())

    def send(self, path: str, body: str, headers: dict[str, str]) -> httpx.Response:
        return ask("POST", f"{self._service.url}{path}", content=body, headers=headers)

    def _see(self, message: dict[str, Any]) -> dict[str, Any]:
        check(message)
        self.seen = message
        return message


def test_a_conversation_over_a_restart_by_two_workers(tmp_path: Path, hooks: Hooks) -> None:
    shutil.copytree(RULES / "training-time", tmp_path / "rules" / "training-time")
    (tmp_path / "rules" / "live.yaml").write_text("training-time: 1.0.0\n")
    service = Service(tmp_path, SLACK_SIGNING_SECRET=SECRET, SLACK_HOOKS=hooks.url, LOG_LEVEL="debug", ACCESS_LOG="1")
    slack = Slack(service, hooks)
    with running(service):
        assert "Does the training wait for its data to be loaded?" in str(slack.type("start training-time"))
        assert "Change the way the data are loaded" in str(slack.press("Yes", times=3))
        assert "Can the code be updated" in str(slack.press("No"))
    with running(service):
        assert "Measure again from the first layer" in str(slack.press("No"))
        told = slack.type("why not reserve?")
        assert "Reserve the resources if `fast_enough` were yes (now no)." in str(told)
        assert "Round 2 of the measurements" in str(slack.press("Measure again"))
        assert slack.type("start training-time <!channel>")["response_type"] == "ephemeral"
        body = command("share")
        for headers in (signed(body, secret="another"), signed(body, at=0), {"content-type": FORM}):  # noqa: S106
            refused = slack.send(COMMANDS, body, headers)
            assert (refused.status_code, refused.json()["type"]) == (401, "urn:gpu-rules:problem:forged-request")
            assert refused.headers["www-authenticate"] == 'Slack-Signature realm="gpu-rules"'
    assert not hooks.sent
    log = service.told()
    assert '"platform": "slack", "paths": ["/chat/slack/commands", "/chat/slack/interactions"]' in log
    assert '"platform": "google-chat", "setting": "GPU_RULES_GOOGLE_CHAT_AUDIENCE"' in log
    for secret in (SECRET, "n0tT0L3ak", "c_", "<!channel>", "U0ADA0001"):
        assert secret not in log, secret


FORM = "application/x-www-form-urlencoded"
