"""Logs as the service writes them in a container."""

import pytest

from service.logs import configure


@pytest.fixture(scope="session", autouse=True)
def _logs() -> None:
    configure("json", "info")
