"""Ledgers over HTTP: of JSON, of NDJSON, and of links; as JSON, and as pictures."""

from typing import Any
from urllib.parse import urlencode

import pytest
from litestar.testing import TestClient
from msgspec import json

from service.http.app import create_app
from tests.http.conftest import Client
from tests.http.served import bearer, parts
from tests.timeline.shorthand import event, lines

PATH = "/v1/goodput/timeline"
NDJSON = {"content-type": "application/x-ndjson"}
JSON = {"content-type": "application/json"}
SVG = "image/svg+xml"
JOB = ["0 requested", "60 allocated", "90 initialized", "100 step 1", "110 step 2", "110 released"]
EVENTS = [event(text) for text in JOB]
TEXT = b"".join(lines(JOB))


def test_a_list_of_events_has_a_ledger(client: Client) -> None:
    answer = client.post(PATH, json={"events": EVENTS, "program_goodput": 0.5})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["seconds"]["productive"] == 20
    assert answer.json()["ml_productivity_goodput"] == pytest.approx(20 / 110 / 2)


@pytest.mark.parametrize("kind", ["application/x-ndjson", "application/jsonl; charset=utf-8"])
def test_lines_have_the_same_ledger(client: Client, kind: str) -> None:
    query = "?accelerators=8&accelerator_hour_price=9"
    by_lines = client.post(PATH + query, content=TEXT, headers={"content-type": kind})
    by_list = client.post(PATH, json={"events": EVENTS, "accelerators": 8, "accelerator_hour_price": 9})
    assert by_lines.json() == by_list.json()
    assert by_lines.json()["badput_price"]["start_up"] == pytest.approx(30 / 3600 * 8 * 9)


def test_a_link_has_the_same_ledger_and_may_be_kept(client: Client) -> None:
    query = urlencode({"events": json.encode(EVENTS).decode(), "accelerators": "8", "accelerator_hour_price": "9"})
    first = client.get(f"{PATH}?{query}")
    assert first.json()["badput_price"]["start_up"] == pytest.approx(30 / 3600 * 8 * 9)
    again = client.get(f"{PATH}?{query}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head(f"{PATH}?{query}").headers["etag"] == first.headers["etag"]


def test_what_the_query_says_goes_before_the_body(client: Client) -> None:
    answer = client.post(f"{PATH}?program_goodput=0.25", json={"events": EVENTS, "program_goodput": 0.5})
    assert answer.json()["program_goodput"] == 0.25


@pytest.mark.parametrize(
    ("query", "accept", "kind"),
    [
        pytest.param("?format=svg", "*/*", SVG, id="by format"),
        pytest.param("", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", SVG, id="an image"),
        pytest.param("", "text/html,application/xml;q=0.9,*/*;q=0.8", "application/json", id="a browser"),
        pytest.param("?format=json", SVG, "application/json", id="format goes before Accept"),
    ],
)
def test_the_answer_is_a_picture_where_that_is_wanted(client: Client, query: str, accept: str, kind: str) -> None:
    headers = {**NDJSON, "accept": accept}
    answers = [
        client.post(PATH + query, content=TEXT, headers=headers),
        client.get(f"{PATH}{query or '?'}&{urlencode({'events': json.encode(EVENTS).decode()})}", headers=headers),
    ]
    for answer in answers:
        assert answer.headers["content-type"] == kind
        assert answer.headers["vary"] == "Accept"
        assert ("content-security-policy" in answer.headers) is (kind == SVG)
        assert ("x-content-type-options" in answer.headers) is (kind == SVG)
        assert answer.content.startswith(b"<" if kind == SVG else b"{")


def test_closed_decisions_need_a_token() -> None:
    with TestClient(create_app(parts(closed=True))) as client:
        for ask in (lambda **sent: client.post(PATH, json={"events": EVENTS}, **sent), _linked(client)):
            assert ask().status_code == 401
            assert ask(headers=bearer("reader")).status_code == 403
            assert ask(headers=bearer("asker")).status_code == 200


def _linked(client: Client) -> Any:
    return lambda **sent: client.get(f"{PATH}?{urlencode({'events': json.encode(EVENTS).decode()})}", **sent)


def test_ledgers_are_counted() -> None:
    with TestClient(create_app(parts())) as client:
        client.post(PATH, json={"events": EVENTS})
        client.post(PATH, json={"events": []})
        figures = client.get("/metrics").text
    assert 'gpu_rules_timelines_total{result="made"} 1.0' in figures
    assert 'gpu_rules_timelines_total{result="rejected"} 1.0' in figures
    assert "gpu_rules_timeline_seconds_count 2.0" in figures
