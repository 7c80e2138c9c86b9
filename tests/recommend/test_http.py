"""Recommendations over HTTP: both ways to ask, the forms of answers, and how they are refused."""

from typing import Any, Final

import pytest
from litestar.testing import TestClient
from msgspec import json

from service.http.app import create_app
from service.representations.forms import FORMS
from tests.http.conftest import Client, client, http_parts  # noqa: F401 - fixtures
from tests.http.served import parts

PATH: Final = "/v1/recommendations/training-gpu"
QUERY: Final = (
    "model=other&latency_critical=false&vms=2&gpus=16&number_format=bf16&memory_gb_per_accelerator=20"
    "&consumption=on_demand"
)
BODY: Final[dict[str, Any]] = {
    "inputs": {"model": "other", "latency_critical": False, "vms": 2, "gpus": 16},
    "constraints": {"number_format": "bf16", "memory_gb_per_accelerator": 20, "consumption": "on_demand"},
}
PROBLEM: Final = "urn:gpu-rules:problem:"


def test_both_ways_give_the_same_machines(client: Client) -> None:  # noqa: F811 - the fixture
    posted, got = client.post(PATH, json=BODY), client.get(f"{PATH}?{QUERY}")
    assert (posted.status_code, got.status_code) == (200, 200)
    found, same = posted.json(), got.json()
    assert found["status"] == "recommended"
    [machine] = found["candidates"]
    assert {name: machine[name] for name in ("rank", "machine_type", "accelerator_type", "vms", "consumption")} == {
        "rank": 1,
        "machine_type": "g2-standard-96",
        "accelerator_type": "nvidia-l4",
        "vms": 2,
        "consumption": "on_demand",
    }
    assert machine["because"]
    assert found["rejected"][0]["because"][0].startswith("it comes with 1 x L4")
    assert found["decision"]["outcome"]["id"] == "l4"
    assert found["selection"]["name"] == "gcp-machines"
    assert [one["name"] for one in found["rules"]][:2] == ["training-gpu", "gcp-machines"]
    assert found["candidates"] == same["candidates"]
    assert found["constraints"] == same["constraints"]
    assert posted.headers["rules-revision"] == got.headers["rules-revision"]


def test_no_machine_is_an_answer(client: Client) -> None:  # noqa: F811
    wanting = {**BODY, "constraints": {**BODY["constraints"], "memory_gb_per_accelerator": 60}}
    response = client.post(PATH, json=wanting)
    assert response.status_code == 200
    found = response.json()
    assert (found["status"], found["candidates"], found["nearest"]) == ("no-candidate", [], ["g2-standard-96"])
    assert len(found["rejected"]) == 8
    assert found["relax"] == [
        {"input": "memory_gb_per_accelerator", "given": 60.0, "to": 24.0, "candidates": ["g2-standard-96"]}
    ]
    refused = client.post(f"{PATH}?format=tfstate", json=wanting)
    assert (refused.status_code, refused.json()["type"]) == (422, f"{PROBLEM}no-candidate")
    assert "`memory_gb_per_accelerator` = 24" in refused.json()["detail"]


def test_an_estimate_in_a_query(client: Client) -> None:  # noqa: F811
    path = "/v1/recommendations/choose-gpu?version=2.0.0&workload=training&model=large-transformer&number_format=bf16"
    found = client.get(f"{path}&memory.parameters=7e10").json()
    assert found["estimates"][0]["values"]["memory_gb_per_accelerator"] == pytest.approx(1288)
    assert found["status"] == "no-candidate"


@pytest.mark.parametrize("name", FORMS)
def test_a_form_by_its_name_and_by_accept(client: Client, name: str) -> None:  # noqa: F811
    by_name = client.get(f"{PATH}?{QUERY}&format={name}")
    assert (by_name.status_code, by_name.headers["content-type"]) == (200, FORMS[name].media_type)
    own = FORMS[name].own_media_type
    by_accept = client.post(PATH, json=BODY, headers={"accept": own})
    assert (by_accept.status_code, by_accept.headers["content-type"]) == (200, own)
    assert by_accept.text == by_name.text
    assert "g2-standard-96" in by_name.text or name == "slurm"


def test_a_state_is_the_same_byte_by_byte(client: Client) -> None:  # noqa: F811
    one, other = (client.get(f"{PATH}?{QUERY}&format=tfstate").content for _ in range(2))
    assert one == other
    assert json.decode(one)["outputs"]["machine_type"]["value"] == "g2-standard-96"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_decision_in_a_form(client: Client, method: str) -> None:  # noqa: F811
    path = "/v1/decisions/training-gpu"
    if method == "get":
        response = client.get(f"{path}?model=small&format=env")
    else:
        response = client.post(f"{path}?format=env", json={"inputs": {"model": "small"}})
    assert response.headers["content-type"].startswith("text/plain")
    assert "GPU_OUTCOME=t4_l4\n" in response.text


@pytest.mark.parametrize(
    ("path", "kind", "words"),
    [
        (f"{PATH}?model=small&format=tfstat", "request-rejected", "nearest is `tfstate`"),
        (f"{PATH}?model=small&vmz=2", "inputs-rejected", "nearest is `vms`"),
        (f"{PATH}?model=small&memory=7e10", "inputs-rejected", "name one of them, such as `memory."),
        (f"{PATH}?model=other&format=gcloud", "inputs-missing", "`vms` is missing"),
        (f"{PATH}?model=small&selection=gcp-machine", "rule-not-found", "gcp-machines"),
        (f"{PATH}?model=small&selection=training-time", "request-rejected", "only a selection chooses"),
        ("/v1/recommendations/training-gpo?model=small", "rule-not-found", "training-gpu"),
        ("/v1/recommendations/runtime-goodput", "request-rejected", "only a tree recommends"),
        ("/v1/decisions/training-gpu?model=small&format=gke", "not-representable", "/v1/recommendations/training-gpu"),
    ],
)
def test_a_wrong_question(client: Client, path: str, kind: str, words: str) -> None:  # noqa: F811
    problem = client.get(path).json()
    assert problem["type"] == f"{PROBLEM}{kind}"
    assert words in problem["detail"]


def test_where_deciding_needs_a_token_so_does_recommending() -> None:
    with TestClient(create_app(parts(closed=True))) as closed:
        assert closed.get(f"{PATH}?{QUERY}").status_code in {401, 403}
