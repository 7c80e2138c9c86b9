"""A client of the application with the shipped rules."""

from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from service.http.app import create_app
from service.http.parts import HttpParts
from service.logs import configure
from tests.http.authoring import Author
from tests.http.memory import MemoryLedger
from tests.http.served import TOKENS, parts

Client = TestClient[Litestar]


@pytest.fixture(scope="session", autouse=True)
def _logs() -> None:
    """Logs as the service writes them in a container."""
    configure("json", "info")


@pytest.fixture(scope="session")
def http_parts() -> HttpParts:
    """What the application of `client` is made of."""
    return parts()


@pytest.fixture(scope="session")
def client(http_parts: HttpParts) -> Iterator[Client]:
    """A client that keeps the application up."""
    with TestClient(create_app(http_parts)) as one:
        yield one


@pytest.fixture
def author() -> Iterator[Author]:
    """Someone who may change everything, and begins with the shipped rules."""
    chosen = parts(ledger=MemoryLedger(TOKENS))
    with TestClient(create_app(chosen)) as client:
        yield Author(client, chosen)
