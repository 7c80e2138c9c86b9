"""The ledger of a timeline as a picture, over HTTP."""

from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json

from tests.http.conftest import Client

PATH = "/v1/goodput/timeline"
EVENTS: list[dict[str, Any]] = [
    {"event": "requested", "time": 0},
    {"event": "allocated", "time": 600},
    {"event": "initialized", "time": 900},
    {"event": "step", "time": 5_000, "step": 1},
    {"event": "checkpoint_saved", "time": 5_045, "duration": 45, "step": 1},
    {"event": "interrupted", "time": 5_945, "cause": "<b>$ECC$</b>"},
    {"event": "allocated", "time": 6_095},
    {"event": "checkpoint_restored", "time": 6_165, "duration": 70, "step": 1},
    {"event": "step", "time": 14_400, "step": 2},
    {"event": "released", "time": 14_400},
]
LIST = json.encode(EVENTS).decode()
OBJECT = {"events": EVENTS}
LINES = "\n".join(json.encode(one).decode() for one in EVENTS)
SVG = "image/svg+xml"


@pytest.mark.parametrize(
    ("format_", "accept", "media_type"),
    [
        ("svg", "*/*", SVG),
        ("svg", "application/json", SVG),
        (None, SVG, SVG),
        (None, "text/html, image/avif, image/svg+xml, image/*;q=0.8, */*;q=0.5", SVG),
        (None, "*/*", "application/json"),
        ("json", SVG, "application/json"),
    ],
)
def test_the_format_decides_and_else_what_is_accepted(
    client: Client, format_: str | None, accept: str, media_type: str
) -> None:
    asked = {"format": format_} if format_ else {}
    posted = client.post(PATH, json=OBJECT, params=asked, headers={"accept": accept})
    linked = client.get(PATH, params={"events": LIST, **asked}, headers={"accept": accept})
    assert [one.headers["content-type"] for one in (posted, linked)] == [media_type] * 2


def test_all_ways_to_ask_lead_to_the_same_picture(client: Client) -> None:
    asked = {"format": "svg"}
    ndjson = {"content-type": "application/x-ndjson"}
    pictures = [
        client.post(PATH, json=OBJECT, params=asked).content,
        client.post(PATH, content=LINES, params=asked, headers=ndjson).content,
        client.get(PATH, params={"events": LIST, **asked}).content,
    ]
    assert pictures[0] == pictures[1] == pictures[2]
    assert ElementTree.fromstring(pictures[0]).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - it is ours
    assert b"1 interruption marked: &lt;b&gt;$ECC$&lt;/b&gt;<" in pictures[0]


def test_a_browser_that_opens_a_picture_runs_and_loads_nothing(client: Client) -> None:
    for answer in (
        client.post(PATH, json=OBJECT, params={"format": "svg"}),
        client.get(PATH, params={"events": LIST, "format": "svg"}),
    ):
        assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "Accept" in answer.headers["vary"]


def test_a_picture_that_is_linked_is_sent_once(client: Client) -> None:
    first = client.get(PATH, params={"events": LIST, "format": "svg"})
    again = client.get(PATH, params={"events": LIST, "format": "svg"}, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
