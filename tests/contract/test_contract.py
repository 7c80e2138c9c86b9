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

MOST, SOME, FEW = 30, 15, 6
"""Random questions to an operation. With its examples and the edges of its schema, `MOST` makes more than a hundred.

`SOME` go to operations that have documents examined. `FEW`, without edges, go to rules of a kind that another has shown
already, and with them over a real server: what random questions find in an operation, they find in the application.
"""
SHOWN = ["choose-gpu", "training-gpu", "cost-efficiency", "runtime-goodput", "flops-per-token", "goodput-levers"]
"""Rules of each kind: composed, with a default, with `repeat`, with a list, with a choice, with advice."""
MACHINES = "training-gpu"
"""The rule of which machines are asked for all questions."""
CHANGING = ["changing", "records"]
"""Tags of the operations that change rules, or need a store."""
BESIDE = [*CHANGING, "conversing"]
"""The same, and what `test_conversing.py` asks."""
EXAMINED = "^(findChange|solve|weighInputs|accountForTime)"
"""Operations that take a while each: on a real server, a process or a thread of its own looks for the answer."""

READ = parts()
CHANGED = parts(ledger=ledger(), records=kept())


def contract(served: HttpParts, *, in_process: bool, random: int = MOST, edges: bool = True) -> BaseSchema:
    """The document of the rules that are served.

    The questions are the same every time: examples, the edges of every schema, and some at random.
    """
    settings: dict[str, Any] = {
        "seed": 20241109,
        "generation": {"max-examples": random},
        "phases": {"coverage": {"enabled": edges}},
    }
    config = SchemathesisConfig.from_dict(settings)
    made = schemathesis.openapi.from_dict(document(served.live.snapshot), config=config)
    if in_process:
        made.app = create_app(served)
    return made


ALIKE = f"^/v1/(decisions/(?!({'|'.join(SHOWN)})(/|$))|recommendations/(?!{MACHINES}$))"
reading = contract(READ, in_process=True).exclude(tag=BESIDE).exclude(operation_id_regex=EXAMINED)
shown = reading.exclude(path_regex=ALIKE)
alike = contract(READ, in_process=True, random=FEW, edges=False).include(path_regex=ALIKE)
examined = contract(READ, in_process=True, random=SOME).include(operation_id_regex=EXAMINED).exclude(path_regex=ALIKE)
changing = contract(CHANGED, in_process=True, random=SOME).include(tag=CHANGING)
over_http = contract(READ, in_process=False, random=FEW).exclude(tag=BESIDE).exclude(operation_id_regex=EXAMINED)
over_http = over_http.exclude(path_regex=ALIKE)


@pytest.fixture(scope="session")
def session() -> Iterator[requests.Session]:
    """A connection that is kept."""
    with requests.Session() as one:
        one.trust_env = False
        yield one


@shown.parametrize()
def test_the_application_keeps_the_contract(case: Case) -> None:
    validate(case, case.call())


@alike.parametrize()
def test_further_rules_keep_the_contract(case: Case) -> None:
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
