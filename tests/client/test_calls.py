"""What each operation sends."""

from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from msgspec import json

from service.client import calls
from service.client.address import Address
from service.client.calls import Call
from service.client.line import Line, heads
from service.client.retries import PATIENT
from tests.client.scripted import URL

YAML = b"kind: tree\n"
JSON_TYPE, YAML_TYPE = {"content-type": "application/json"}, {"content-type": "application/yaml"}
SEEN = "sha256:0"
LINE = Line(address=Address(URL), timeout=30.0, retries=PATIENT)


@pytest.mark.parametrize(
    ("call", "place", "body", "headers"),
    [
        pytest.param(
            calls.decide("a", {"x": None, "y": [1, "b"]}, version="1.0.0"),
            "POST /v1/decisions/a",
            {"inputs": {"x": None, "y": [1, "b"]}, "version": "1.0.0"},
            JSON_TYPE,
            id="a question, in which nothing stands for what is missing",
        ),
        pytest.param(
            calls.decide_by_text("a", {"since": "2 h&x=1", "b": ""}, version="1.0.0"),
            "GET /v1/decisions/a?version=1.0.0&since=2+h%26x%3D1&b=",
            None,
            {},
            id="a question as text, of which nothing leaves its place",
        ),
        pytest.param(
            calls.decide_all("a", [{"x": 1}, {}], common={"y": 2}),
            "POST /v1/decisions/a/batch",
            {"items": [{"x": 1}, {}], "common": {"y": 2}},
            JSON_TYPE,
            id="a batch",
        ),
        pytest.param(
            calls.recommend("a", {"vms": 2}, constraints={"memory": {"parameters": 7e10}}, selection="b"),
            "POST /v1/recommendations/a",
            {"inputs": {"vms": 2}, "constraints": {"memory": {"parameters": 7e10}}, "selection": "b"},
            JSON_TYPE,
            id="machines",
        ),
        pytest.param(
            calls.represent(calls.recommend_by_text("a", {"vms": "2", "memory.parameters": "7e10"}), "tfstate"),
            "GET /v1/recommendations/a?vms=2&memory.parameters=7e10&format=tfstate",
            None,
            {},
            id="machines as text for a tool",
        ),
        pytest.param(
            calls.represent(calls.decide("a", {}), "env"),
            "POST /v1/decisions/a?format=env",
            {"inputs": {}},
            JSON_TYPE,
            id="a decision as text for a tool",
        ),
        pytest.param(
            calls.counterfactual("a", {"x": 1}, wanted="l4"),
            "POST /v1/decisions/a/counterfactual",
            {"inputs": {"x": 1}, "wanted": "l4"},
            JSON_TYPE,
            id="what would lead elsewhere",
        ),
        pytest.param(
            calls.solve("a", {}, unknown="x", target=("badput", "15 min")),
            "POST /v1/decisions/a/solve",
            {"inputs": {}, "unknown": "x", "target": {"output": "badput", "value": "15 min"}},
            JSON_TYPE,
            id="a formula turned around",
        ),
        pytest.param(
            calls.sensitivity("a", {"x": 1}, output="y", version="2.0.0"),
            "POST /v1/decisions/a/sensitivity",
            {"inputs": {"x": 1}, "output": "y", "version": "2.0.0"},
            JSON_TYPE,
            id="what matters",
        ),
        pytest.param(
            calls.timeline(iter([{"event": "requested", "time": 0}]), program_goodput=0.4, accelerators=None),
            "POST /v1/goodput/timeline",
            {"events": [{"event": "requested", "time": 0}], "program_goodput": 0.4},
            JSON_TYPE,
            id="a timeline",
        ),
        pytest.param(
            calls.timeline_picture([]),
            "POST /v1/goodput/timeline?format=svg",
            {"events": []},
            JSON_TYPE,
            id="a picture",
        ),
        pytest.param(calls.rule("a"), "GET /v1/rules/a", None, {"accept": "application/json"}, id="the live version"),
        pytest.param(calls.rule("a", "1.0.0"), "GET /v1/rules/a/versions/1.0.0", None, {}, id="a version"),
        pytest.param(calls.document("a"), "GET /v1/rules/a", None, {"accept": "application/yaml"}, id="a document"),
        pytest.param(calls.schema("a", "1.0.0"), "GET /v1/rules/a/schema?version=1.0.0", None, {}, id="a schema"),
        pytest.param(calls.diagram("a", {"x": "1"}), "GET /v1/rules/a/diagram?x=1", None, {}, id="a diagram"),
        pytest.param(calls.diff("a", None, "2.0.0"), "GET /v1/rules/a/diff?to=2.0.0", None, {}, id="against the live"),
        pytest.param(calls.audit(page=2, before=7), "GET /v1/audit?limit=2&next=7", None, {}, id="the audit log"),
        pytest.param(calls.check(YAML), "POST /v1/check", YAML, YAML_TYPE, id="a check"),
        pytest.param(
            calls.publish("a", "1.0.0", YAML, reason="a & b"),
            "PUT /v1/rules/a/versions/1.0.0?reason=a+%26+b",
            YAML,
            YAML_TYPE,
            id="a publication",
        ),
        pytest.param(
            calls.activate("a", "1.0.0", seen=SEEN, reason="b"),
            "PUT /v1/rules/a/live",
            {"version": "1.0.0", "reason": "b"},
            {**JSON_TYPE, "if-match": f'"{SEEN}"'},
            id="an activation",
        ),
        pytest.param(
            calls.activate("a", "1.0.0", seen=calls.ANY),
            "PUT /v1/rules/a/live",
            {"version": "1.0.0"},
            {"if-match": "*"},
            id="an activation of whatever is live",
        ),
        pytest.param(
            calls.retire("a", seen=SEEN, reason="b"),
            "DELETE /v1/rules/a/live?reason=b",
            None,
            {"if-match": f'"{SEEN}"'},
            id="a retirement",
        ),
        pytest.param(
            calls.replay("a", "1.0.0", limit=2),
            "POST /v1/rules/a/replay",
            {"version": "1.0.0", "limit": 2},
            JSON_TYPE,
            id="a replay",
        ),
        pytest.param(
            calls.replay("a", "1.0.0", document=YAML, before="x"),
            "POST /v1/rules/a/replay?version=1.0.0&before=x",
            YAML,
            YAML_TYPE,
            id="a replay of a draft",
        ),
    ],
)
def test_what_is_sent(call: Call[Any], place: str, body: Any, headers: Mapping[str, str]) -> None:
    with httpx.Client(headers=heads("")) as client:
        request = LINE.request(client, call)
    assert f"{request.method} {request.url.raw_path.decode()}" == place
    content = request.content if isinstance(body, bytes) or body is None else json.decode(request.content)
    assert content == (body or b"")
    assert headers.items() <= request.headers.items()
    assert ("if-match" in request.headers) == ("if-match" in headers)
    assert ("content-type" in request.headers) == (body is not None)
