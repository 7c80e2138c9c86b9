"""`/docs`: a page that asks nobody but this service, under a policy that allows nothing else."""

import re
from importlib.metadata import distribution
from pathlib import Path

import pytest
from litestar.testing import TestClient

from service.http.app import create_app
from service.http.docs import ASSETS
from tests.http.conftest import Client
from tests.http.served import parts


def test_the_page_holds_no_script_and_no_style_of_its_own(client: Client) -> None:
    page = client.get("/docs").text
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == ["", ""]
    assert "<style" not in page
    assert not re.search(r"\son\w+=|style=", page)


def test_the_page_loads_from_this_service_alone(client: Client) -> None:
    page = client.get("/docs").text
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert links == ["data:,", "/docs/swagger.css", "/docs/swagger.js", "/docs/start.js"]
    assert [client.get(link).status_code for link in links[1:]] == [200, 200, 200]


@pytest.mark.parametrize("path", ["/docs", "/docs/start.js", "/docs/swagger.js", "/docs/swagger.css"])
def test_the_policy_allows_nothing_from_elsewhere(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert {policy[name] for name in ("script-src", "style-src", "connect-src")} == {"'self'"}
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", sorted(ASSETS))
def test_a_file_of_the_page(client: Client, name: str) -> None:
    response = client.get(f"/docs/{name}")
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    assert response.headers["content-type"] == f"{kind}; charset=utf-8"
    assert len(response.content) > 100


def test_swagger_is_the_packaged_one(client: Client) -> None:
    packaged = Path(str(distribution("offapi").locate_file("offapi/swagger_bundle.js")))
    assert client.get("/docs/swagger.js").content == packaged.read_bytes()


def test_behind_a_prefix_every_link_has_it() -> None:
    with TestClient(create_app(parts(root_path="/gpu-rules"))) as client:
        assert 'src="/gpu-rules/docs/start.js"' in client.get("/docs").text
        assert client.get("/openapi.json").json()["servers"] == [{"url": "/gpu-rules"}]
