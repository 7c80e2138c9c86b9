"""Which form a caller gets: by `format=` in the query, or by `Accept`."""

from typing import Final

import pytest

from service.http.representing import NAMES
from service.representations.forms import FORMS
from tests.http.conftest import Client, client, http_parts  # noqa: F401 - fixtures

PATH: Final = "/v1/decisions/training-gpu"
BODY: Final = {"inputs": {"model": "small"}}
JSON: Final = "application/json"
ENV, STATE = "application/vnd.gpu-rules.env", "application/vnd.gpu-rules.tfstate+json"


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        pytest.param(None, JSON, id="who says nothing gets JSON"),
        pytest.param("*/*", JSON, id="so does who takes anything"),
        pytest.param("application/json;q=0.5, */*", JSON, id="a range is no wish for a form"),
        pytest.param("text/html, application/*;q=0.9", JSON, id="nor is one of applications"),
        pytest.param("text/plain", JSON, id="nor is plain text"),
        pytest.param(ENV, ENV, id="a form by its media type"),
        pytest.param(ENV.upper(), ENV, id="in capitals"),
        pytest.param(f"{ENV}, */*;q=0.1", ENV, id="or anything else"),
        pytest.param(f"*/*, {ENV}", ENV, id="what is named comes before what is taken as well"),
        pytest.param(f"{JSON}, {ENV}", JSON, id="of two that weigh the same JSON is the usual one"),
        pytest.param(f"{JSON};q=0.5, {ENV};q=0.6", ENV, id="weights count"),
        pytest.param(f"{ENV};q=0.2, {STATE};q=0.3", STATE, id="among forms too"),
        pytest.param(f"{ENV};q=0", JSON, id="a weight of 0 is a refusal"),
        pytest.param(f"{ENV}elope", JSON, id="what is nearly a form is none"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_accepted(client: Client, method: str, accept: str | None, content_type: str) -> None:  # noqa: F811
    client.headers.pop("accept", None)
    headers = {} if accept is None else {"Accept": accept}
    if method == "GET":
        response = client.get(PATH, params={"model": "small"}, headers=headers)
    else:
        response = client.post(PATH, json=BODY, headers=headers)
    assert (response.status_code, response.headers["content-type"]) == (200, content_type)
    assert response.headers["vary"] == "Accept"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["rules-revision"]


def test_what_the_query_says_counts_more(client: Client) -> None:  # noqa: F811
    response = client.post(f"{PATH}?format=json", json=BODY, headers={"Accept": ENV})
    assert response.json()["outcome"]["id"] == "t4_l4"
    response = client.post(f"{PATH}?format=tfvars", json=BODY, headers={"Accept": ENV})
    assert response.headers["content-type"] == FORMS["tfvars"].media_type
    assert "\naccelerators  = " in response.text


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", [PATH, "/v1/recommendations/training-gpu"])
def test_an_unknown_form_is_told_which_there_are(client: Client, path: str, method: str) -> None:  # noqa: F811
    for name, hint in (("tfvar", "; the nearest is `tfvars`"), ("pulumi", "")):
        query = {"format": name, **({"model": "small"} if method == "GET" else {})}
        response = client.request(method, path, params=query, json=BODY if method == "POST" else None)
        [error] = response.json()["errors"]
        assert (response.status_code, error["code"], error["path"]) == (422, "unknown-format", "$.query.format")
        known = ", ".join(f"`{one}`" for one in NAMES)
        assert error["message"] == f"`{name}` is not a format{hint}; known are {known}"


def test_a_question_in_a_body_has_no_other_parameter(client: Client) -> None:  # noqa: F811
    response = client.post(f"{PATH}?model=small", json=BODY)
    assert (response.status_code, response.json()["errors"][0]["code"]) == (422, "unknown-parameter")


def test_a_selection_that_is_asked_itself_has_forms_of_machines(client: Client) -> None:  # noqa: F811
    query = {"accelerators": '["nvidia-l4"]', "gpus": "8", "vms": "1", "format": "gcloud"}
    response = client.get("/v1/decisions/gcp-machines", params=query)
    assert response.status_code == 200
    assert "--machine-type=g2-standard-96" in response.text


def test_head_is_told_the_form(client: Client) -> None:  # noqa: F811
    response = client.head(PATH, params={"model": "small", "format": "env"})
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["content-type"] == FORMS["env"].media_type
