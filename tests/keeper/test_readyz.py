"""What `/readyz` and `/metrics` say of the keeper, and when a service without contact to its store is not ready."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import structs

from service.engine.engine import Engine
from service.errors import Diagnostic
from service.http.app import create_app
from service.http.metrics import Metrics
from service.http.parts import HttpParts
from service.model.status import Imported, KeeperStatus
from tests.http.served import parts

NOW = datetime.now(UTC)
FOUND = Diagnostic(code="limit", message="too long", file="a/1.0.0.yaml", line=3)


@pytest.fixture(scope="module")
def served() -> HttpParts:
    """The shipped rules, loaded just now."""
    return parts()


def asked(served: HttpParts, path: str, status: KeeperStatus, limit: float = 0.0) -> Any:
    """An answer of a service whose keeper says this."""
    metrics = Metrics(served.live, Engine(), lambda: status)
    chosen = structs.replace(served, metrics=metrics, status=lambda: status, staleness_limit=limit)
    with TestClient(create_app(chosen)) as client:
        return client.get(path)


def since(seconds: float | None) -> KeeperStatus:
    """The last contact was so long ago, or there was none since the start."""
    contact = None if seconds is None else datetime.now(UTC) - timedelta(seconds=seconds)
    return KeeperStatus(contact=contact, failure="no answer")


@pytest.mark.parametrize(
    ("seconds", "limit", "code"),
    [
        pytest.param(0, 0.0, 200, id="contact"),
        pytest.param(86_400, 0.0, 200, id="no contact for a day, and no limit"),
        pytest.param(20, 600.0, 200, id="no contact for less than the limit"),
        pytest.param(900, 600.0, 503, id="no contact for longer than the limit"),
        pytest.param(None, 600.0, 200, id="no contact since a start a moment ago"),
    ],
)
def test_staleness(served: HttpParts, seconds: float | None, limit: float, code: int) -> None:
    status = since(seconds)  # now, not when the tests are collected: that may be a quarter of an hour ago
    answer = asked(served, "/readyz", status, limit)
    assert answer.status_code == code
    if code == 503:
        assert answer.json()["type"] == "urn:gpu-rules:problem:not-ready"
        since_when = r"`sha256:[0-9a-f]{64}` is served since 20.+"
        words = rf"the store was last reached 9\d\d seconds ago, more than 600( \(no answer\))?; {since_when}"
        assert re.fullmatch(words, answer.json()["detail"])
    assert asked(served, "/v1/decisions/training-gpu?model=small", status, limit).status_code == 200


def test_the_keepers_word_is_passed_on(served: HttpParts) -> None:
    imported = Imported(at=NOW, taken=False, diagnostics=[FOUND], failure="so it is")
    found = asked(served, "/readyz", KeeperStatus(contact=NOW, failure="no answer", imported=imported)).json()
    at = NOW.isoformat().replace("+00:00", "Z")
    assert found["store"] == {"last_contact": at, "failure": "no answer"}
    assert {name: found["last_import"][name] for name in ("at", "taken", "failure")} == {
        "at": at,
        "taken": False,
        "failure": "so it is",
    }
    assert [one["code"] for one in found["last_import"]["diagnostics"]] == ["limit"]


def test_without_a_keeper_nothing_is_said(served: HttpParts) -> None:
    found = asked(served, "/readyz", KeeperStatus()).json()
    assert (found["store"], found["last_import"]) == ({"last_contact": None, "failure": None}, None)
    assert "gpu_rules_contact_timestamp_seconds" not in asked(served, "/metrics", KeeperStatus()).text


def test_the_figures_tell_the_same(served: HttpParts) -> None:
    refused = Imported(at=NOW, taken=False)
    text = asked(served, "/metrics", KeeperStatus(contact=NOW, imported=refused)).text
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(lines["gpu_rules_contact_timestamp_seconds"]) == pytest.approx(NOW.timestamp())
    assert (float(lines["gpu_rules_last_import_failed"]), float(lines["gpu_rules_last_load_failed"])) == (1, 0)


def test_what_others_count_is_exposed() -> None:
    metrics = parts().metrics
    for result in ("taken", "failed", "failed"):
        metrics.reloaded(result)
    metrics.recorded(5)
    metrics.dropped(2)
    metrics.examined("busy")
    lines = metrics.expose().decode().splitlines()
    for line in (
        'gpu_rules_reloads_total{result="taken"} 1.0',
        'gpu_rules_reloads_total{result="failed"} 2.0',
        'gpu_rules_records_total{result="written"} 5.0',
        'gpu_rules_records_total{result="dropped"} 2.0',
        'gpu_rules_examinations_total{result="busy"} 1.0',
    ):
        assert line in lines
