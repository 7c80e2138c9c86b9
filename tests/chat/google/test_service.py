"""Google Chat with a real service of two workers: tokens, a restart in between, and nothing secret in the log."""

import shutil
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from msgspec import json

from tests.chat.google.authority import PROJECT, Google, bearer
from tests.chat.google.clicks import pressed, spoken, texts
from tests.chat.google.strict import check
from tests.http.served import RULES
from tests.keeper.service import Service, running
from tests.loopback import ask


class Chat:
    """Google Chat before a service; each request has a connection of its own, so that either worker may answer."""

    def __init__(self, service: Service, google: Google) -> None:
        self._service = service
        self._google = google
        self._moments = count(1)
        self.seen: dict[str, Any] = {}

    def say(self, text: str) -> str:
        return self._told(spoken(text, f"spaces/AAQAgpuRules/messages/{next(self._moments)}"))

    def press(self, label: str) -> str:
        return self._told(pressed(self.seen, label, f"2026-11-30T10:00:{next(self._moments):02}Z"))

    def send(self, event: dict[str, Any], headers: dict[str, str]) -> httpx.Response:
        url = f"{self._service.url}/chat/google"
        return ask("POST", url, content=json.encode(event), headers=headers)

    def _told(self, event: dict[str, Any]) -> str:
        answer = self.send(event, bearer(self._google.token(PROJECT)))
        self.seen = answer.raise_for_status().json()
        check(self.seen)
        return texts(self.seen)


def test_a_conversation_over_a_restart_by_two_workers(tmp_path: Path, google: Google) -> None:
    shutil.copytree(RULES / "training-time", tmp_path / "rules" / "training-time")
    (tmp_path / "rules" / "live.yaml").write_text("training-time: 1.0.0\n")
    told = {"LOG_LEVEL": "debug", "ACCESS_LOG": "1"}
    service = Service(tmp_path, workers=2, GOOGLE_CHAT_AUDIENCE=PROJECT, GOOGLE_CERTS=google.url, **told)
    chat = Chat(service, google)
    with running(service):
        assert "Does the training wait for its data to be loaded?" in chat.say("start training-time")
        assert "Change the way the data are loaded" in chat.press("Yes")
        assert "Can the code be updated" in chat.press("No")
    with running(service):
        assert "Measure again from the first layer" in chat.press("No")
        assert "Reserve the resources if `fast_enough` were yes (now no)." in chat.say("why not reserve?")
        assert "Round 2 of the measurements" in chat.press("Measure again")
        event = spoken("share", "spaces/AAQAgpuRules/messages/forged")
        token = google.token(PROJECT, aud="210987654321")
        refused = chat.send(event, bearer(token))
        assert (refused.status_code, refused.json()["type"]) == (401, "urn:gpu-rules:problem:forged-request")
        assert refused.headers["www-authenticate"] == 'Bearer realm="gpu-rules", error="invalid_token"'
        assert chat.send(event, {"content-type": "application/json"}).status_code == 401
    log = service.told()
    assert '"platform": "google-chat", "paths": ["/chat/google"]' in log
    assert '"platform": "slack", "setting": "GPU_RULES_SLACK_SIGNING_SECRET"' in log
    for secret in (token, token.split(".")[2], "c_", "Ada Example", "users/104000000000000000001"):
        assert secret not in log, secret
