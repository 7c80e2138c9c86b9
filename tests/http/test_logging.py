"""Logs: one event a line, with the identity of the request."""

import asyncio
import logging
import logging.config
import sys
from collections.abc import Iterator

import pytest
import structlog
from msgspec import json
from structlog.contextvars import bound_contextvars

from service.http.app import create_app
from service.http.parts import HttpParts
from service.logs import Format, configure, server_config
from tests.http.asking import Asked
from tests.http.served import served

Logged = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """What is configured here writes to a stream of one test, and must not outlive it."""
    root = logging.getLogger()
    handlers, level, chosen = root.handlers, root.level, structlog.get_config()
    yield
    root.handlers, root.level = handlers, level
    structlog.configure(**chosen)


def test_json_is_one_line_an_event(capsys: Logged) -> None:
    configure("json", "info")
    with bound_contextvars(request_id="mine"):
        structlog.get_logger("gpu_rules.test").info("something", number=3, path="a\nb", of={1})
    (line,) = capsys.readouterr().err.splitlines()
    event = json.decode(line)
    assert event.pop("timestamp").endswith("Z")
    assert event == {
        "event": "something",
        "level": "info",
        "logger": "gpu_rules.test",
        "request_id": "mine",
        "number": 3,
        "path": "a\nb",
        "of": "{1}",
    }


def test_the_lines_of_the_server_come_the_same_way(capsys: Logged) -> None:
    configure("json", "info")
    logging.config.dictConfig(server_config())
    logging.getLogger("_granian").info("started %s", "worker-1")
    event = json.decode(capsys.readouterr().err)
    assert (event["event"], event["level"], event["logger"]) == ("started worker-1", "info", "_granian")


def test_less_severe_events_are_left_out(capsys: Logged) -> None:
    configure("json", "warning")
    structlog.get_logger("gpu_rules.test").info("something")
    logging.getLogger("other").info("something")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_shows_no_values_of_variables(capsys: Logged, form: Format) -> None:
    configure(form, "info")
    password = "hunter" + "2"
    try:
        raise ValueError(len(password))
    except ValueError:
        structlog.get_logger("gpu_rules.test").exception("failed")
    logged = capsys.readouterr().err
    assert "ValueError: 7" in logged
    assert password not in logged


@pytest.mark.parametrize(
    ("form", "terminal", "is_json"),
    [("auto", True, False), ("auto", False, True), ("json", True, True), ("console", False, False)],
)
def test_the_format(
    capsys: Logged, monkeypatch: pytest.MonkeyPatch, form: Format, terminal: bool, is_json: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    configure(form, "info")
    structlog.get_logger("gpu_rules.test").info("something")
    assert capsys.readouterr().err.startswith("{") is is_json


def test_each_request_is_logged_where_that_is_wanted() -> None:
    asked = Asked("/nowhere", [])
    with structlog.testing.capture_logs() as logs:
        asyncio.run(asked.of(served(access_log=True)))
    refused, event = logs
    assert (refused["event"], refused["status"]) == ("refused", 404)
    assert event.pop("seconds") >= 0
    assert event == {"event": "request", "log_level": "info", "method": "POST", "path": "/nowhere", "status": 404}


def test_elsewhere_only_what_is_refused_is_logged(http_parts: HttpParts) -> None:
    app = create_app(http_parts)
    well = Asked("/healthz", [])
    well.scope["method"] = "GET"
    with structlog.testing.capture_logs() as logs:
        asyncio.run(well.of(app))
        asyncio.run(Asked("/healthz", []).of(app))
    assert [(one["event"], one["status"], one["type"]) for one in logs] == [
        ("refused", 405, "urn:gpu-rules:problem:method-not-allowed")
    ]
