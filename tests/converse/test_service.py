"""A conversation with a real service of two workers, over a restart: nothing but the store remembers it."""

import shutil
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from tests.http.served import RULES
from tests.keeper.service import Service, running, until
from tests.loopback import ask

PROMPT = 5.0
"""Seconds within which a service ends, though somebody listens."""


def test_a_conversation_outlives_the_processes_that_hold_it(tmp_path: Path) -> None:
    shutil.copytree(RULES / "training-time", tmp_path / "rules" / "training-time")
    (tmp_path / "rules" / "live.yaml").write_text("training-time: 1.0.0\n")
    service = Service(tmp_path, workers=2)
    with running(service):
        begun = said(service, "/v1/conversations", rule="training-time")
        path = f"/v1/conversations/{begun['id']}"
        assert begun["question"]["input"] == "data_loading_bound"
        assert said(service, f"{path}/messages", text="yes")["actions"][0]["id"] == "change_data_strategy"
        listener = Listener(f"{service.url}{path}/events")
        until(lambda: "id: 2" in listener.heard)
        said(service, f"{path}/messages", text="no")
        until(lambda: "id: 3" in listener.heard)
        service.stop()
        listener.thread.join(PROMPT)
        assert not listener.thread.is_alive()
    with running(service):
        assert service.get(path).json()["question"]["input"] == "code_can_change"
        told = said(service, f"{path}/messages", text="no")
        assert told["outcome"]["id"] == "measure_again"
        told = said(service, f"{path}/messages", text="why not reserve?")
        assert told["text"] == ["Reserve the resources if `fast_enough` were yes (now no)."]
        told = said(service, f"{path}/messages", text="measure again")
        assert (told["turn"], told["inputs"]) == (6, {"code_can_change": False})
    assert begun["id"] not in service.told()


def said(service: Service, path: str, **body: Any) -> Any:
    """The reply to a message, over a connection of its own, so that either worker may be asked."""
    response = ask("POST", f"{service.url}{path}", json=body)
    assert response.is_success, response.text
    return response.json()


class Listener:
    """Somebody who writes down what is heard, until the line is cut."""

    def __init__(self, url: str) -> None:
        self.heard: list[str] = []
        self._url = url
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        with suppress(httpx.TransportError), httpx.stream("GET", self._url, trust_env=False, timeout=30) as response:
            for line in response.iter_lines():
                self.heard.append(line)
