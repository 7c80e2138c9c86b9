"""Decisions, asked at a steady rate from a thread, every answer checked against the version that it names."""

import asyncio
import threading
from time import perf_counter, time
from types import TracebackType
from typing import Final

import httpx
from msgspec import Struct, field

from tests.soak.versions import INPUTS, RULE, expected

_CONNECTIONS: Final = 8
_PATIENCE: Final = 10.0
_KEPT: Final = 20


class Tally(Struct):
    """What came back: each answer with its time since the epoch, its version, how long it took; and what was wrong."""

    answers: list[tuple[float, str, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def p99(self, since: float = 0.0) -> float:
        """Seconds within which 99 of 100 answers came, of those that came after a moment."""
        taken = sorted(seconds for at, _, seconds in self.answers if at >= since)
        return taken[int(len(taken) * 0.99)] if taken else float("nan")

    def last(self, version: str) -> float:
        """When the last answer of a version came."""
        return max((at for at, one, _ in self.answers if one == version), default=0.0)


class Load:
    """`with Load(url) as load:` asks until the end of the block; `load.tally` holds what came back."""

    def __init__(self, *urls: str, rate: float = 300.0) -> None:
        """`rate` questions a second, spread over the services."""
        self._urls = urls
        self._pause = _CONNECTIONS * len(urls) / rate
        self._begun, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._ask_all()), name="load")
        self.tally = Tally()

    def __enter__(self) -> "Load":
        """Begin, and wait for the first answer."""
        self._thread.start()
        self._begun.wait(_PATIENCE)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End, and wait until every question has been answered."""
        self._ended.set()
        self._thread.join()

    async def _ask_all(self) -> None:
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=1)
        async with asyncio.TaskGroup() as group:
            for url in self._urls * _CONNECTIONS:
                # nothing here is encrypted, and certificates take a tenth of a second to load
                client = httpx.AsyncClient(base_url=url, limits=limits, timeout=_PATIENCE, verify=False)  # noqa: S501
                group.create_task(self._ask(client))

    async def _ask(self, client: httpx.AsyncClient) -> None:
        async with client:
            while not self._ended.is_set():
                begun = perf_counter()
                try:
                    response = await client.post(f"/v1/decisions/{RULE}", json={"inputs": INPUTS})
                    self._note(response, begun)
                except httpx.HTTPError as error:
                    self._fault(f"{type(error).__name__}: {error}")
                await asyncio.sleep(max(0.0, self._pause - (perf_counter() - begun)))

    def _note(self, response: httpx.Response, begun: float) -> None:
        self._begun.set()
        if response.status_code != httpx.codes.OK:
            self._fault(f"status {response.status_code}: {response.text[:200]}")
            return
        decision = response.json()
        version, outcome = decision["rule"]["version"], decision["outcome"]["id"]
        self.tally.answers.append((time(), version, perf_counter() - begun))
        if outcome != expected(version):
            self._fault(f"version {version} answers `{outcome}`")

    def _fault(self, words: str) -> None:
        if len(self.tally.faults) < _KEPT:
            self.tally.faults.append(words)
