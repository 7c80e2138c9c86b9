"""A client for ledgers."""

from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from service.http.app import create_app
from tests.http.conftest import Client
from tests.http.served import parts


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """A client that keeps the application up."""
    with TestClient(create_app(parts())) as one:
        yield one
