"""Timelines over HTTP that are refused, with where and why."""

import pytest

from tests.http.conftest import Client
from tests.timeline.shorthand import lines

PATH = "/v1/goodput/timeline"
NDJSON = {"content-type": "application/x-ndjson"}
JSON = {"content-type": "application/json"}
TEXT = b"".join(lines(["0 requested", "60 allocated", "90 initialized", "100 step 1", "100 released"]))
PROBLEM = "urn:gpu-rules:problem:"


@pytest.mark.parametrize(
    ("sent", "problem", "path"),
    [
        pytest.param(("", b"{", JSON), (400, "malformed-request"), None, id="no JSON"),
        pytest.param(("", b"[" * 100_000, JSON), (400, "malformed-request"), None, id="nested too deeply"),
        pytest.param(("", b"[]", JSON), (422, "request-rejected"), "$", id="no object"),
        pytest.param(("", b"{}", JSON), (422, "request-rejected"), "$", id="no events"),
        pytest.param(("", b'{"events":[],"events":[]}', JSON), (422, "request-rejected"), "$", id="events twice"),
        pytest.param(("", b'{"events":[],"price":1}', JSON), (422, "request-rejected"), "$", id="an unknown option"),
        pytest.param(
            ("", b'{"events":[],"accelerators":0}', JSON),
            (422, "request-rejected"),
            "$.accelerators",
            id="no accelerators",
        ),
        pytest.param(
            ("?accelerators=x", TEXT, NDJSON), (422, "request-rejected"), "$.query.accelerators", id="no number"
        ),
        pytest.param(("?price=1", TEXT, NDJSON), (422, "request-rejected"), "$.query.price", id="an unknown parameter"),
        pytest.param(
            ("?format=png", TEXT, NDJSON), (422, "request-rejected"), "$.query.format", id="an unknown format"
        ),
        pytest.param(("", TEXT, {"content-type": "text/plain"}), (415, "unsupported-media-type"), None, id="text"),
        pytest.param(("", TEXT, {}), (415, "unsupported-media-type"), None, id="no type"),
        pytest.param(("", b'{"events":[{}]}', JSON), (422, "timeline-rejected"), "$.events[0]", id="a wrong event"),
        pytest.param(("", b"\n{}\n", NDJSON), (422, "timeline-rejected"), "line 2", id="a wrong line"),
        pytest.param(("", b"", NDJSON), (422, "timeline-rejected"), "$.events", id="nothing"),
        pytest.param(
            ("?accelerator_hour_price=1", TEXT, NDJSON),
            (422, "timeline-rejected"),
            "$.accelerators",
            id="a price of nothing",
        ),
    ],
)
def test_what_is_wrong_is_a_problem(
    client: Client, sent: tuple[str, bytes, dict[str, str]], problem: tuple[int, str], path: str | None
) -> None:
    query, content, headers = sent
    answer = client.post(PATH + query, content=content, headers=headers)
    assert (answer.status_code, answer.json()["type"].removeprefix(PROBLEM)) == problem
    assert [one["path"] for one in answer.json().get("errors", [])] == ([path] if path else [])


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("", "$.query.events"),
        ("?events={}", "$"),
        ("?events=[1]", "$.events[0]"),
        ("?events=[]&frmat=svg", "$.query.frmat"),
    ],
)
def test_a_link_that_is_wrong_is_a_problem(client: Client, query: str, path: str) -> None:
    answer = client.get(PATH + query)
    assert answer.status_code == 422
    assert [one["path"] for one in answer.json()["errors"]] == [path]
