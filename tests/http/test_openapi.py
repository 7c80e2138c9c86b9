"""The OpenAPI document: it is the committed one, it is complete, and its examples are real."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import json, structs

from service.engine.engine import Engine
from service.http.openapi import document, render
from service.http.openapi.samples import samples
from service.model.decision import Decision
from service.model.text import read
from service.model.tree import TreeDocument
from tests.http.conftest import Client
from tests.http.served import RULES, parts, served

REVISION = parts().live.snapshot
DOCUMENT = document(REVISION)
COMMITTED = RULES.parent / "openapi" / "openapi.yaml"
BESIDE = {"/docs/{asset:str}"}
"""Files of a page, which are nobody's operation."""


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of each operation."""
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield path, method, operation


OPERATIONS = list(operations())
IDS = [operation["operationId"] for _, _, operation in OPERATIONS]


def resolved(part: Any) -> Any:
    """What a reference leads to."""
    while isinstance(part, dict) and "$ref" in part:
        name = part["$ref"].removeprefix("#/")
        part = DOCUMENT
        for step in name.split("/"):
            part = part[step]
    return part


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    """A validator that knows the components."""
    return Draft202012Validator({**schema, "components": DOCUMENT["components"]})


def test_the_committed_document_is_the_one_that_is_made() -> None:
    made = render(REVISION, as_json=False)
    assert COMMITTED.read_text() == made, "run `make openapi`"


def test_json_and_yaml_say_the_same() -> None:
    assert read(render(REVISION, as_json=False).encode()).value == json.decode(render(REVISION, as_json=True))


def test_the_service_serves_it(client: Client) -> None:
    assert client.get("/openapi.json").json() == DOCUMENT


def test_every_route_is_an_operation_and_every_operation_a_route() -> None:
    assert sorted(routed(served())) == sorted({(templated(path), method) for path, method, _ in OPERATIONS})


def routed(app: Litestar) -> set[tuple[str, str]]:
    """The routes of the application; `HEAD` goes with `GET`, and `OPTIONS` with everything."""
    return {
        (re.sub(r":str\}", "}", route.path), method.lower())
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path not in BESIDE
        for method in set(route.methods) - {"HEAD", "OPTIONS"}
    }


def templated(path: str) -> str:
    """The route behind the operation of one rule."""
    return re.sub(r"^/v1/(decisions|recommendations)/[a-z-]+", r"/v1/\1/{rule}", path)


def test_operations_have_names_of_their_own() -> None:
    assert len(IDS) == len(set(IDS))
    assert [one for one in IDS if not re.fullmatch(r"[a-z]+([A-Z][a-z0-9]*)+", one)] == []


BEFORE_THE_SERVICE = {"414", "431"}
"""Statuses of the server itself, for requests that it does not pass on: no body, no header of ours."""


@pytest.mark.parametrize("operation", [one for _, _, one in OPERATIONS], ids=IDS)
def test_an_operation_is_described(operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert operation["tags"]
    for status, response in operation["responses"].items():
        described = resolved(response)
        assert described["description"]
        if status in BEFORE_THE_SERVICE:
            assert described.keys() == {"description"}
            continue
        assert "X-Request-Id" in described["headers"]
        assert bool(described.get("content")) is (status not in {"204", "304"})
        for kind in described.get("content", {}):
            assert (kind == "application/problem+json") is (int(status) >= 400)


@pytest.mark.parametrize("operation", [one for _, _, one in OPERATIONS], ids=IDS)
def test_examples_keep_to_their_schemas(operation: dict[str, Any]) -> None:
    contents = [operation.get("requestBody", {}), *map(resolved, operation["responses"].values())]
    for content in (one for part in contents for one in part.get("content", {}).values()):
        for example in content.get("examples", {}).values():
            validator(content["schema"]).validate(resolved(example)["value"])
    for parameter in operation.get("parameters", []):
        holder = parameter.get("content", {}).get("application/json", parameter)
        if "example" in holder:
            validator(holder["schema"]).validate(holder["example"])


@pytest.mark.parametrize("name", [one for one in REVISION.rules if f"/v1/decisions/{one}" in DOCUMENT["paths"]])
def test_examples_are_what_the_service_answers(client: Client, name: str) -> None:
    operation = DOCUMENT["paths"][f"/v1/decisions/{name}"]["post"]
    answers = operation["responses"]["200"]["content"]["application/json"]["examples"]
    asked = operation["requestBody"]["content"]["application/json"]["examples"]
    assert asked
    for key, question in asked.items():
        answer = client.post(f"/v1/decisions/{name}", json=question["value"]).json()
        assert {**answer, "decision_id": ""} == {**resolved(answers[key])["value"], "decision_id": ""}


def test_of_many_cases_only_those_that_are_shown_are_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    decide = Engine.decide

    def counted(*given: Any) -> Decision:
        asked.append(given)
        return decide(*given)

    monkeypatch.setattr(Engine, "decide", counted)
    version = REVISION.version("training-gpu")
    assert isinstance(version.document, TreeDocument)
    case = version.document.cases[0]
    many = [structs.replace(case, name=f"case {index}") for index in range(2_000)]
    document_ = structs.replace(version.document, cases=[*many, *version.document.cases])
    shown = samples(structs.replace(version, document=document_))
    assert len(asked) == len(shown.answered) + 1 == 5


def test_schemas_are_schemas() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere() -> None:
    for reference in set(re.findall(r'"\$ref":"([^"]+)"', json.encode(DOCUMENT).decode())):
        assert resolved({"$ref": reference})


@pytest.mark.parametrize(
    ("rule", "name", "expected"),
    [
        ("training-gpu", "vms", {"type": "integer", "minimum": 1, "maximum": 100000}),
        ("training-gpu", "model", {"type": "string", "enum": ["small", "large-transformer", "other"]}),
        ("training-gpu", "latency_critical", {"type": "boolean"}),
    ],
)
def test_a_query_is_typed(rule: str, name: str, expected: dict[str, Any]) -> None:
    parameters = {one["name"]: one for one in DOCUMENT["paths"][f"/v1/decisions/{rule}"]["get"]["parameters"]}
    assert parameters[name]["schema"] == expected
    assert parameters[name]["required"] is False
    assert list(parameters) == ["model", "vms", "gpus", "latency_critical", "version", "format"]


def test_a_list_in_a_query_is_json() -> None:
    parameters = {one["name"]: one for one in DOCUMENT["paths"]["/v1/decisions/runtime-goodput"]["get"]["parameters"]}
    assert list(parameters["interruptions"]["content"]) == ["application/json"]
    assert parameters["interruptions"]["required"] is True
