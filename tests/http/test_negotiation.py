"""`Accept`: the document of a rule as JSON, or as published."""

import pytest

from service.http.negotiation import JSON, YAML, preferred
from tests.http.conftest import Client
from tests.http.served import RULES

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accepts", "expected"),
    [
        pytest.param([], JSON, id="no wish"),
        pytest.param(["*/*"], JSON, id="anything"),
        pytest.param([YAML], YAML, id="YAML"),
        pytest.param([JSON], JSON, id="JSON"),
        pytest.param([f"{JSON}, {YAML}"], JSON, id="both alike"),
        pytest.param([f"{JSON};q=0.5, {YAML}"], YAML, id="YAML rather"),
        pytest.param([f"{YAML};q=0.5, {JSON}; q=0.6"], JSON, id="JSON rather"),
        pytest.param([f"*/*;q=0.1, {YAML}"], YAML, id="YAML, else anything"),
        pytest.param([f"{YAML};q=0.2, application/*"], JSON, id="any application type rather than YAML"),
        pytest.param([f"{JSON};q=0, */*"], YAML, id="anything but JSON"),
        pytest.param([f"{JSON};q=0", YAML], YAML, id="two headers"),
        pytest.param(["APPLICATION/YAML"], YAML, id="names in capitals"),
        pytest.param([BROWSER], JSON, id="a browser"),
        pytest.param(["text/html"], JSON, id="neither is accepted"),
        pytest.param([f"{YAML};q=high, {JSON};q=0.1"], JSON, id="a weight that is no number counts for nothing"),
        pytest.param([" , "], JSON, id="an empty list"),
    ],
)
def test_what_a_caller_would_rather_have(accepts: list[str], expected: str) -> None:
    assert preferred(accepts, (JSON, YAML)) == expected


@pytest.mark.parametrize("path", ["/v1/rules/training-gpu", "/v1/rules/training-gpu/versions/1.0.0"])
def test_yaml_is_the_document_byte_by_byte(client: Client, path: str) -> None:
    response = client.get(path, headers={"Accept": YAML})
    assert response.headers["content-type"] == YAML
    assert response.headers["vary"] == "Accept"
    assert response.content == (RULES / "training-gpu" / "1.0.0.yaml").read_bytes()
