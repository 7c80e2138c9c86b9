"""The application in this process, as a service that either client can be pointed at."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import Raw, json

from service.http.app import create_app
from service.http.parts import HttpParts
from service.model.publication import Record
from tests.client.asking import Asker, Kind, Waiting
from tests.http.memory import BEGIN, MemoryRecords
from tests.http.served import SECRET, parts

RULE = "training-gpu"
GIVEN: dict[str, Any] = {"model": "other", "vms": 3, "gpus": 16, "latency_critical": False}
RECORDED = "0198f3c2-0000-7000-8000-000000000000"


class Through(httpx.BaseTransport):
    """Hands requests to an application that runs in a thread of its own."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._handle = client._transport.handle_request

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._handle(request)


Running = TestClient[Litestar]


@contextmanager
def running() -> Iterator[Running]:
    """A service with the shipped rules, and one recorded decision."""
    with TestClient(create_app(recorded(parts()))) as service:
        yield service


@contextmanager
def pointed(kind: Kind, service: Running, token: str = "all") -> Iterator[Asker]:  # noqa: S107 - the name of one
    """A client of it."""
    transport = Through(service) if kind is Waiting else httpx.ASGITransport(service.app)
    bearer = f"gr_{token}_{SECRET}" if token else ""
    with kind("http://rules.example", token=bearer, transport=transport) as asker:
        yield asker


def recorded(made: HttpParts) -> HttpParts:
    """Keep a decision among the records."""
    decision = made.decide(RULE, GIVEN)
    records: MemoryRecords = made.records  # type: ignore[assignment]  # `parts` puts one there
    records.kept[RECORDED] = Record(
        decision_id=RECORDED,
        at=BEGIN,
        rule=RULE,
        version=decision.rule.version,
        digest=decision.rule.digest,
        inputs=GIVEN,
        masked=(),
        result="l4",
        decision=Raw(json.encode(decision)),
    )
    return made
