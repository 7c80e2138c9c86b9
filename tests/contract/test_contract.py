"""Schemathesis asks every operation with data that fits the contract and with data that does not."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import BaseSchema

from service.http.app import create_app
from service.http.openapi import document
from tests.contract.acceptance import Case, validate
from tests.http.served import parts

PARTS = parts()
SETTINGS: dict[str, Any] = {"seed": 20241109, "generation": {"max-examples": 100}}
"""The same data every time: examples, the edges of every schema, and a hundred at random for each operation."""


def contract() -> BaseSchema:
    """The document of the shipped rules."""
    config = SchemathesisConfig.from_dict(SETTINGS)
    return schemathesis.openapi.from_dict(document(PARTS.live.snapshot), config=config)


in_process, over_http = contract(), contract()
in_process.app = create_app(PARTS)


@pytest.fixture(scope="session")
def session() -> Iterator[requests.Session]:
    """A connection that is kept."""
    with requests.Session() as one:
        one.trust_env = False
        yield one


@in_process.parametrize()
def test_the_application_keeps_the_contract(case: Case) -> None:
    validate(case, case.call())


@over_http.parametrize()
def test_a_real_server_keeps_the_contract(case: Case, server: str, session: requests.Session) -> None:
    validate(case, case.call(base_url=server, session=session))
