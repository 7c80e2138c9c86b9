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
from service.http.parts import HttpParts
from tests.contract.acceptance import Case, validate
from tests.http.places import kept, ledger
from tests.http.served import bearer, parts

MOST, SOME, FEW = 100, 30, 20
"""Random questions to each operation that reads, to each that has documents examined, and to each over a real server.

The real server gets the same examples and the edges of every schema as well; what random ones find in an operation,
they find in the application.
"""
CHANGING = ["changing", "records"]
"""Tags of the operations that change rules, or need a store."""
EXAMINED = "^findChange"
"""Operations that take a second each on a real server, where a process of its own looks for the answer."""

READ = parts()
CHANGED = parts(ledger=ledger(), records=kept())


def contract(served: HttpParts, *, in_process: bool, random: int = MOST) -> BaseSchema:
    """The document of the rules that are served.

    The questions are the same every time: examples, the edges of every schema, and some at random.
    """
    settings: dict[str, Any] = {"seed": 20241109, "generation": {"max-examples": random}}
    config = SchemathesisConfig.from_dict(settings)
    made = schemathesis.openapi.from_dict(document(served.live.snapshot), config=config)
    if in_process:
        made.app = create_app(served)
    return made


reading = contract(READ, in_process=True).exclude(tag=CHANGING).exclude(operation_id_regex=EXAMINED)
examined = contract(READ, in_process=True, random=SOME).include(operation_id_regex=EXAMINED)
changing = contract(CHANGED, in_process=True, random=SOME).include(tag=CHANGING)
over_http = contract(READ, in_process=False, random=FEW).exclude(tag=CHANGING).exclude(operation_id_regex=EXAMINED)


@pytest.fixture(scope="session")
def session() -> Iterator[requests.Session]:
    """A connection that is kept."""
    with requests.Session() as one:
        one.trust_env = False
        yield one


@reading.parametrize()
def test_the_application_keeps_the_contract(case: Case) -> None:
    validate(case, case.call())


@examined.parametrize()
def test_what_is_examined_keeps_the_contract(case: Case) -> None:
    validate(case, case.call())


@changing.parametrize()
def test_changes_keep_the_contract(case: Case) -> None:
    validate(case, case.call(headers=bearer()))


@over_http.parametrize()
def test_a_real_server_keeps_the_contract(case: Case, server: str, session: requests.Session) -> None:
    validate(case, case.call(base_url=server, session=session))
