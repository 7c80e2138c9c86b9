"""Someone who changes rules over HTTP, as a program would."""

from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from service.http.parts import HttpParts
from service.model.rule import digest
from tests.http.documents import FRONT, small_job
from tests.http.memory import MemoryLedger, QuickExaminer
from tests.http.served import bearer

PROBLEM = "urn:gpu-rules:problem:"
YAML = {"Content-Type": "application/yaml"}
PLACE = "/v1/rules/small-job"
ANYTHING = {"inputs": {"memory": 30}}


class Author:
    """Changes rules over HTTP, as a program would."""

    def __init__(self, client: TestClient[Litestar], parts: HttpParts) -> None:
        self.client = client
        self.parts = parts
        self.ledger: MemoryLedger = parts.ledger  # type: ignore[assignment]  # `served` puts one there
        self.examiner: QuickExaminer = parts.examiner  # type: ignore[assignment]

    def publish(self, content: bytes, version: str = "1.0.0", rule: str = "small-job", reason: str = "") -> Response:
        place = f"/v1/rules/{rule}/versions/{version}" + (f"?reason={reason}" if reason else "")
        return self.client.put(place, content=content, headers={**bearer("publisher"), **YAML})

    def activate(self, version: str, seen: str | None = None, rule: str = "small-job", **body: Any) -> Response:
        headers = bearer("activator") | ({"If-Match": seen} if seen else {})
        return self.client.put(f"/v1/rules/{rule}/live", json={"version": version, **body}, headers=headers)

    def retire(self, seen: str | None = None, rule: str = "small-job") -> Response:
        headers = bearer("activator") | ({"If-Match": seen} if seen else {})
        return self.client.delete(f"/v1/rules/{rule}/live", headers=headers)

    def ask(self, **question: Any) -> Response:
        return self.client.post("/v1/decisions/small-job", json={**ANYTHING, **question})

    def log(self) -> list[tuple[str, str, str, str | None, str | None, str]]:
        events = self.client.get("/v1/audit?limit=100", headers=bearer()).json()["items"]
        told = [
            (one["action"], one["who"], one["rule"], one["previous"], one["version"], one["why"])
            for one in events
            if one["who"] != "directory"
        ]
        return told[::-1]


def tag(content: bytes) -> str:
    """The tag of a version."""
    return f'"{digest(content)}"'


def kind(response: Response) -> tuple[int, str]:
    """Status and kind of a problem."""
    return response.status_code, response.json()["type"].removeprefix(PROBLEM)


def enter(author: Author) -> None:
    """Make `small-job` live, and `front`, which enters it."""
    assert author.publish(small_job()).status_code == 201
    assert author.activate("1.0.0").status_code == 200
    assert author.publish(FRONT.encode(), rule="front").status_code == 201
    assert author.activate("1.0.0", rule="front").status_code == 200
