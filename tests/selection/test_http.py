"""Catalogs and selections over HTTP: read like all rules; a selection is asked, a catalog is not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from litestar import Litestar
from litestar.testing import TestClient

from service.http.app import create_app
from service.http.openapi import document
from service.model.text import read
from service.usecases.revision import Revision
from tests.http.served import parts
from tests.selection.world import NAMES, SAMPLES, check, sample

Client = TestClient[Litestar]
JOB: dict[str, Any] = {"chips": ["small-chip"], "machine_count": 2, "chip_count": 16, "sold": "spot"}
FIRST = "chips=%5B%22small-chip%22%5D"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A service whose rules are the samples."""
    rules = tmp_path_factory.mktemp("rules")
    for name in NAMES:
        (rules / name).mkdir()
        (rules / name / "1.0.0.yaml").write_text(sample(name))
    (rules / "live.yaml").write_text("".join(f"{name}: 1.0.0\n" for name in NAMES))
    with TestClient(create_app(parts(Path(rules)))) as one:
        yield one


def revision() -> Revision:
    """The samples as they are served."""
    found = check().revision
    assert found is not None
    return found


def test_they_are_listed_with_their_kinds(client: Client) -> None:
    items = client.get("/v1/rules").json()["items"]
    assert {item["name"]: item["kind"] for item in items} == {
        "choose-machine": "selection",
        "machines": "catalog",
        "prices": "catalog",
    }


@pytest.mark.parametrize("name", NAMES)
def test_they_have_a_history_and_can_be_read_as_json_and_as_yaml(client: Client, name: str) -> None:
    assert [item["version"] for item in client.get(f"/v1/rules/{name}/versions").json()["items"]] == ["1.0.0"]
    shown = client.get(f"/v1/rules/{name}").json()["document"]
    assert shown["kind"] == read(sample(name).encode()).value["kind"]
    raw = client.get(f"/v1/rules/{name}/versions/1.0.0", headers={"Accept": "application/yaml"})
    assert raw.content == (SAMPLES / name / "1.0.0.yaml").read_bytes()


def test_rows_are_shown_as_they_are_written(client: Client) -> None:
    shown = client.get("/v1/rules/machines").json()["document"]
    assert shown["rows"] == read(sample("machines").encode()).value["rows"]


def test_a_selection_is_asked_like_any_other_rule(client: Client) -> None:
    answer = client.post("/v1/decisions/choose-machine", json={"inputs": JOB}).json()
    assert [one["key"] for one in answer["selection"]["candidates"]] == ["s-8"]
    assert answer["selection"]["candidates"][0]["fields"]["price_per_hour"] == 9.6
    assert [one["id"] for one in answer["caveats"]] == ["quota", "taken_away"]
    assert [one["name"] for one in answer["rules"]] == ["choose-machine", "machines", "prices"]


@pytest.mark.parametrize("chips", ["%5B%22small-chip%22%2C%22large-chip%22%5D", "small-chip,large-chip"])
def test_a_list_of_texts_in_a_query_is_json_or_has_commas(client: Client, chips: str) -> None:
    answer = client.get(f"/v1/decisions/choose-machine?chips={chips}&chips_per_machine=4&sold=on_demand").json()
    assert [one["key"] for one in answer["selection"]["candidates"]] == ["l-4", "s-8"]


def test_a_batch_asks_a_selection(client: Client) -> None:
    items = [JOB, {**JOB, "memory_each": 100}, {"sold": "spot"}]
    answer = client.post("/v1/decisions/choose-machine/batch", json={"items": items}).json()
    assert [len(one["selection"]["candidates"]) for one in answer["results"][:2]] == [1, 0]
    assert answer["results"][2]["type"].endswith(":inputs-missing")
    assert answer["counts"] == {"decided": 2, "needs_input": 0, "refused": 1}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/decisions/machines", {"inputs": {}}),
        ("POST", "/v1/decisions/machines", {"inputs": {"machine": "s-1"}}),
        ("GET", "/v1/decisions/machines?machine=s-1", None),
        ("POST", "/v1/decisions/machines/batch", {"items": [{}]}),
        ("GET", "/v1/rules/machines/diagram?machine=s-1", None),
    ],
)
def test_a_catalog_says_what_it_is_for(client: Client, method: str, path: str, body: Any) -> None:
    response = client.request(method, path, json=body)
    problem = response.json()
    assert response.status_code == problem["status"] == 422
    assert problem["type"] == "urn:gpu-rules:problem:rule-not-asked"
    assert "its rows are there to be read by selections" in problem["detail"]


def test_only_a_tree_has_a_counterfactual(client: Client) -> None:
    for name in ("machines", "choose-machine"):
        body = {"inputs": {}, "wanted": "s-1"}
        problem = client.post(f"/v1/decisions/{name}/counterfactual", json=body).json()
        assert problem["errors"][0]["code"] == "no-outcomes"


def test_the_schema_of_a_selection_is_that_of_its_inputs(client: Client) -> None:
    schema = client.get("/v1/rules/choose-machine/schema").json()
    Draft202012Validator.check_schema(schema)
    assert list(schema["properties"])[:3] == ["chips", "machine_count", "chip_count"]
    assert schema["required"] == ["chips"]
    valid = Draft202012Validator(schema).is_valid
    assert valid(JOB)
    assert valid({**JOB, "region": None})
    assert not valid({**JOB, "chips": None})
    assert not valid({**JOB, "chips": [""]})
    assert not valid({"sold": "spot"})


def test_the_schema_of_a_catalog_is_that_of_a_row(client: Client) -> None:
    schema = client.get("/v1/rules/machines/schema").json()
    Draft202012Validator.check_schema(schema)
    valid = Draft202012Validator(schema).is_valid
    rows = read(sample("machines").encode()).value["rows"]
    assert [valid(row) for row in rows] == [True] * 6
    without = {key: value for key, value in rows[0].items() if key != "memory_each"}
    assert not valid(without)
    assert valid({key: value for key, value in rows[0].items() if key not in ("network", "short_formats")})
    assert valid({**rows[0], "network": None, "short_formats": None})
    for wrong in ({"chip": "chip"}, {"sold": "spot"}, {"as_of": "soon"}, {"source": "nobody"}, {"chips": 0}, {"x": 1}):
        assert not valid({**rows[0], **wrong}), wrong


def test_a_selection_is_drawn_as_the_checks_that_rows_pass(client: Client) -> None:
    text = client.get("/v1/rules/choose-machine/diagram").text
    assert 'v_row[["row: machines"]]' in text
    assert 'v_price[["price: prices"]]' in text
    assert "v_row --> match" in text
    assert 'k_memory{"memory<br/>row.memory_each #62;= memory_each"}' in text
    assert "i_memory_each --> k_memory" in text
    assert "k_price --> candidates" in text
    drawn = client.get(f"/v1/rules/choose-machine/diagram?{FIRST}&memory_each=20").text
    assert "class k_memory,candidates taken" in drawn


def test_a_catalog_is_drawn_with_its_sources_and_columns(client: Client) -> None:
    text = client.get("/v1/rules/machines/diagram").text
    assert 'rows[["Which machines are there?<br/>6 rows"]]' in text
    assert 's_0 -->|"6 rows"| rows' in text
    assert 'c_network["network<br/>number or unknown, in Gbit/s"]' in text
    assert 'rows -->|"key"| c_machine' in text


def test_the_contract_has_an_operation_for_a_selection_and_none_for_a_catalog() -> None:
    made = document(revision())
    assert [path for path in made["paths"] if path.startswith("/v1/decisions/")] == [
        "/v1/decisions/choose-machine",
        "/v1/decisions/choose-machine/batch",
    ]
    operation = made["paths"]["/v1/decisions/choose-machine"]["post"]
    answers = operation["responses"]["200"]["content"]["application/json"]["examples"]
    assert len(answers) == 2
    shown = [made["components"]["examples"][one["$ref"].rpartition("/")[2]]["value"] for one in answers.values()]
    assert [bool(one["selection"]["candidates"]) for one in shown] == [True, False]
    documents = made["components"]["schemas"]["PublishedRule"]["properties"]["document"]
    assert {one["$ref"].rpartition("/")[2] for one in documents["anyOf"]} == {
        "TreeDocument",
        "FormulaDocument",
        "AdviceDocument",
        "CatalogDocument",
        "SelectionDocument",
    }


def test_answers_are_as_the_contract_says() -> None:
    made = document(revision())
    schema = {"$ref": "#/components/schemas/Decision", "components": made["components"]}
    for name, example in made["components"]["examples"].items():
        if "selection" in example["value"]:
            assert [str(one) for one in Draft202012Validator(schema).iter_errors(example["value"])] == [], name


def test_what_comes_out_is_counted(client: Client) -> None:
    for inputs in (JOB, {**JOB, "memory_each": 100}, {}):
        client.post("/v1/decisions/choose-machine", json={"inputs": inputs})
    client.post("/v1/decisions/machines", json={"inputs": {}})
    lines = client.get("/metrics").text.splitlines()
    counted = {
        line.partition("{")[2].partition("}")[0] for line in lines if line.startswith("gpu_rules_decisions_total")
    }
    for outcome in ("candidates", "no-candidate", "inputs-missing"):
        assert f'outcome="{outcome}",rule="choose-machine",version="1.0.0"' in counted
    assert 'outcome="rule-not-asked",rule="machines",version="1.0.0"' in counted


def test_versions_are_compared(client: Client) -> None:
    found = client.get("/v1/rules/machines/diff?from=1.0.0&to=1.0.0").json()
    assert (found["verdict"], found["rows"]) == ("equal", [])
