"""Schemathesis holds conversations: each operation by itself, and then from link to link, as the contract says."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckContext
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.stateful import APIStateMachine
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.http.app import create_app
from service.http.openapi import document
from service.usecases.conversing.limits import Limits
from tests.contract.acceptance import Case, positive_data_is_answered
from tests.http.places import kept, ledger
from tests.http.served import parts

SERVED = parts(ledger=ledger(), records=kept(), limits=Limits(rule="front", per_person=1), stream_seconds=0.01)
"""Two small rules, and somebody who soon has too many conversations."""


def contract() -> BaseSchema:
    """The operations on conversations; the questions are the same every time."""
    chosen: dict[str, Any] = {"seed": 20241109, "generation": {"max-examples": 30}}
    made = schemathesis.openapi.from_dict(
        document(SERVED.live.snapshot), config=SchemathesisConfig.from_dict(chosen)
    ).include(tag="conversing")
    made.app = create_app(SERVED)
    return made


conversing = contract()


def what_fits_is_heard(_: CheckContext, response: schemathesis.Response, case: Case) -> None:
    """What is said in the right form is refused only where it does not fit to the rule that is talked about."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    problem = response.json()
    if problem["type"].endswith((":conversation-full", ":rule-not-asked")):
        return
    unexpected = [one for one in problem["errors"] if not depends(one)]
    if unexpected or not problem["errors"]:
        raise RejectedPositiveData(
            operation=case.operation.label, message=str(unexpected), status_code=422, allowed_statuses=["2xx"]
        )


def depends(error: dict[str, str]) -> bool:
    """Whether it depends on the rule, or on another member that is not there."""
    return error["path"].startswith("$.answers") or error["code"] == "missing-member"


def validate(case: Case, response: schemathesis.Response) -> None:
    """All checks of Schemathesis, with ours in place of those that know no conversations."""
    case.validate_response(
        response,
        additional_checks=[what_fits_is_heard],
        excluded_checks=[positive_data_acceptance, positive_data_is_answered],
    )


@conversing.parametrize()
def test_conversations_keep_the_contract(case: Case) -> None:
    validate(case, case.call())


class Conversations(conversing.as_state_machine()):  # type: ignore[misc]  # a class that is made of the contract
    """Starts conversations, and goes on with them by the links of the answers."""

    def validate_response(self, response: schemathesis.Response, case: Case, **_: Any) -> None:
        validate(case, response)


assert issubclass(Conversations, APIStateMachine)
TestFromLinkToLink = Conversations.TestCase
TestFromLinkToLink.settings = settings(
    max_examples=25,
    stateful_step_count=6,
    derandomize=True,
    deadline=None,
    suppress_health_check=[*HealthCheck],
)
