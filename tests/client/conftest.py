"""A client of either kind, and a clock for it."""

from types import SimpleNamespace

import pytest
from httpx_retries import retry

from service.client import line, replies
from tests.client.asking import Kind, Meanwhile, Waiting
from tests.client.scripted import Clock

PROXIES = ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")


@pytest.fixture(params=[Waiting, Meanwhile], ids=["waiting", "meanwhile"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each client."""
    chosen: Kind = request.param
    return chosen


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time stands still for the client, but for its own pauses and what a script says."""
    one = Clock()
    monkeypatch.setattr(retry, "time", SimpleNamespace(sleep=one.sleep))
    monkeypatch.setattr(retry, "asyncio", SimpleNamespace(sleep=one.asleep))
    for module in (line, replies):
        monkeypatch.setattr(module, "monotonic", one.read)
    return one


@pytest.fixture(autouse=True)
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy of this machine stands in between."""
    for variable in PROXIES:
        monkeypatch.delenv(variable, raising=False)
