"""The calls of the client are operations of the contract, and all that it claims to know are among them."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator
from msgspec import json

from service.client import calls
from service.client.calls import Call
from tests.client.running import running

CLAIMED = {"deciding", "rules", "changing", "records"}
"""The parts of the contract, by their tags, of which the client knows every operation."""
LEFT_OUT = {"accountForTimeFromQuery", "listTools"}
"""A link to a picture, and a list for agents, which need no client."""
TREE, FORMULA, DOCUMENT = "training-gpu", "program-goodput", b"kind: tree\n"
JOB = {"model": "other", "vms": 2, "gpus": 16, "latency_critical": False}
SHARES = {"tokens_per_second": 1e6, "flops_per_token": 3e12, "accelerators": 6144}
PEAK = {**SHARES, "peak_flops": 2.75e14}

SAMPLES: list[Call[Any]] = [
    calls.decide(TREE, {}, version="1.0.0"),
    calls.decide(FORMULA, PEAK, version="1.0.0"),
    calls.decide_by_text(TREE, {"vms": "3"}, version="1.0.0"),
    calls.decide_by_text(FORMULA, {"accelerators": "8"}),
    calls.recommend(TREE, JOB, constraints={"number_format": "bf16"}, version="1.0.0", selection="gcp-machines"),
    calls.recommend_by_text(TREE, {"vms": "2", "gpus": "16"}, version="1.0.0", selection="gcp-machines"),
    *(
        calls.represent(call, "terraform")
        for call in (
            calls.decide(TREE, JOB),
            calls.decide_by_text(TREE, {"vms": "2"}),
            calls.recommend(TREE, JOB),
            calls.recommend_by_text(TREE, {"vms": "2"}),
        )
    ),
    *(calls.decide_all(rule, [{}], common={}, version="1.0.0") for rule in (TREE, FORMULA)),
    calls.counterfactual(TREE, {"vms": 6}, wanted="l4", version="1.0.0"),
    calls.solve(FORMULA, SHARES, unknown="peak_flops", target=("program_goodput", 0.5), version="1.0.0"),
    calls.sensitivity(FORMULA, PEAK, output="program_goodput", version="1.0.0"),
    calls.timeline([{"event": "requested", "time": 0}], program_goodput=0.5),
    calls.timeline_picture([{"event": "requested", "time": 0}]),
    calls.rules(),
    calls.rule(TREE),
    calls.rule(TREE, "1.0.0"),
    calls.document(TREE),
    calls.versions(TREE),
    calls.schema(TREE, "1.0.0"),
    calls.diagram(TREE, decision="x"),
    calls.live(TREE),
    calls.diff(TREE, "1.0.0", "2.0.0"),
    calls.records(TREE),
    calls.record("x"),
    calls.audit(TREE, before=7),
    calls.check(DOCUMENT),
    calls.publish(TREE, "3.0.0", DOCUMENT, reason="a"),
    calls.activate(TREE, "3.0.0", seen="sha256:0", reason="a"),
    calls.retire(TREE, seen="sha256:0", reason="a"),
    calls.replay(TREE, "2.0.0", limit=10, before="x"),
    calls.replay(TREE, "2.0.0", document=DOCUMENT, limit=10, before="x"),
]


class Operation(NamedTuple):
    """An operation of the contract."""

    path: str
    method: str
    said: dict[str, Any]

    @property
    def name(self) -> str:
        name: str = self.said["operationId"]
        return name

    def has(self, call: Call[Any]) -> bool:
        place = re.escape(self.path).replace(r"\{", "{").replace(r"\}", "}")
        pattern = re.sub(r"{\w+}", "[^/]+", place)
        return self.method == call.method and re.fullmatch(pattern, f"/v1/{'/'.join(call.path)}") is not None


@pytest.fixture(scope="module")
def contract() -> Iterator[dict[str, Any]]:
    with running() as service:
        document: dict[str, Any] = service.get("/openapi.json").json()
        yield document


@pytest.fixture(scope="module")
def operations(contract: dict[str, Any]) -> list[Operation]:
    found = [
        Operation(path, method.upper(), {**said, "parameters": [*shared(methods), *said.get("parameters", [])]})
        for path, methods in contract["paths"].items()
        for method, said in methods.items()
        if method in ("get", "put", "post", "delete")
    ]
    rules = re.compile(r"/v1/(decisions|recommendations)/(.*)")
    return [one for one in found if not (of := rules.match(one.path)) or of[2].split("/")[0] in (TREE, FORMULA)]


def test_every_operation_that_is_claimed_has_a_call(operations: list[Operation]) -> None:
    claimed = {one.name for one in operations if CLAIMED & set(one.said["tags"])} - LEFT_OUT
    assert {one.name for one in operations for call in SAMPLES if one.has(call)} == claimed


@pytest.mark.parametrize("call", SAMPLES, ids=lambda one: f"{one.method} {'/'.join(one.path)}")
def test_a_call_is_as_the_contract_says(contract: dict[str, Any], operations: list[Operation], call: Call[Any]) -> None:
    [operation] = [one for one in operations if one.has(call)]
    parameters = [followed(contract, one) for one in operation.said["parameters"]]
    assert set(call.query) <= {one["name"] for one in parameters if one["in"] == "query"}
    scopes = [scope for one in operation.said.get("security", []) for scope in one.get("token", [])]
    assert call.scope in scopes or not scopes
    taken = operation.said.get("requestBody", {}).get("content", {})
    sent = call.headers.get("content-type")
    assert (sent in taken) if taken else (sent is None and call.content is None)
    if sent == "application/json" and call.content:
        schema = {**taken[sent]["schema"], "components": contract["components"]}
        Draft202012Validator(schema).validate(json.decode(call.content))


def shared(place: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters that all operations of a path have."""
    found: list[dict[str, Any]] = place.get("parameters", [])
    return found


def followed(contract: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """What a reference means."""
    if "$ref" not in part:
        return part
    found: Any = contract
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)
