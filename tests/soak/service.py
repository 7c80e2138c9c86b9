"""A service of its own: `gpu-rules serve` in a process group, with a data directory and a token."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import httpx

from tests.soak.versions import RULE, document, rules, version

COMMAND: Final = str(Path(sys.executable).with_name("gpu-rules"))
_STARTS_WITHIN: Final = 60.0
_STOPS_WITHIN: Final = 30.0
_YAML: Final = {"content-type": "application/yaml"}


def free_port() -> int:
    """A port that nothing listens on."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return int(taken.getsockname()[1])


class Service:
    """One service; `start` and `kill` may be called in turns."""

    def __init__(self, home: Path, *, workers: int = 2, **settings: object) -> None:
        """`home` takes its data and its log; `settings` are those of the environment, in lower case."""
        self.home = home
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        chosen = {"data_dir": home / "data", "rules_dir": rules(), "workers": workers, "port": self._port, **settings}
        own = {f"GPU_RULES_{name.upper()}": str(value) for name, value in chosen.items()}
        self._env = {name: value for name, value in os.environ.items() if not name.startswith("GPU_RULES_")} | own
        self._process: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)
        self.client = httpx.Client(base_url=self.url, timeout=60.0)

    @property
    def pid(self) -> int:
        """The parent process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start it and wait until it is ready; how many seconds that took."""
        begun = monotonic()
        with (self.home / "log.jsonl").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the command is ours
                [COMMAND, "serve"], env=self._env, stdout=log, stderr=log, start_new_session=True
            )
        while monotonic() - begun < _STARTS_WITHIN:
            with suppress(httpx.HTTPError):
                if self.client.get("/readyz").is_success:
                    return monotonic() - begun
            if self._process.poll() is not None:
                break
            sleep(0.05)
        message = f"the service does not start: {self.log()[-2000:]}"
        raise AssertionError(message)

    def kill(self) -> None:
        """End it as a power cut would: the parent and all that it started, at once."""
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(_STOPS_WITHIN)

    def stop(self) -> None:
        """End it as an operator would."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_STOPS_WITHIN)
            finally:
                self.kill()
        self.client.close()

    def log(self) -> str:
        """What it has written."""
        return (self.home / "log.jsonl").read_text(encoding="utf-8", errors="replace")

    def command(self, *words: str) -> str:
        """The output of a `gpu-rules` command on the store of this service."""
        done = subprocess.run(  # noqa: S603 - the command is ours
            [COMMAND, *words], env=self._env, capture_output=True, check=False, timeout=_STARTS_WITHIN, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def authorize(self) -> None:
        """Make a token that may write, and use it from here on."""
        words = [one for scope in ("publish", "activate", "read") for one in ("--scope", scope)]
        self.client.headers["authorization"] = f"Bearer {self.command('token', 'new', '--name', 'soak', *words)}"

    def publish(self, number: int) -> httpx.Response:
        """Publish a version of the rule."""
        path = f"/v1/rules/{RULE}/versions/{version(number)}"
        return self.client.put(path, content=document(number), headers=_YAML)

    def activate(self, number: int) -> httpx.Response:
        """Make a version live, whatever is live now."""
        live = self.client.get(f"/v1/rules/{RULE}/live")
        headers = {"if-match": live.headers["etag"]}
        body = {"version": version(number), "reason": f"soak {number}"}
        return self.client.put(f"/v1/rules/{RULE}/live", json=body, headers=headers)

    def live(self) -> dict[str, Any]:
        """What is live."""
        answer: dict[str, Any] = self.client.get(f"/v1/rules/{RULE}/live").raise_for_status().json()
        return answer
