"""Which refusals of data that fits the contract are right: those for reasons that JSON Schema has no words for."""

from typing import Any

import schemathesis
import yaml
from schemathesis.checks import CheckContext
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.http.served import RULES

Case = schemathesis.Case[Any]

JOINED = {
    "requirement-not-met",  # `requires` joins inputs
    "problem-met",  # so do `problems`
    "missing-input",  # what a formula needs may depend on a choice
    "result-out-of-range",  # a result depends on all inputs
    "result-not-finite",
    "evaluation-failed",  # a division by zero, say
    "no-branch-holds",
    "unknown-given",  # what is looked for is not among the inputs
    "not-a-time",  # which form a target may have depends on the output
    "unknown-cursor",  # cursors come from answers
    "given-twice",  # an input and a constraint of one name have one value
    "no-candidate",  # whether there is a machine depends on everything
    "rejected",
    "not-representable",  # whether a form fits depends on the rule and on the machine
    "nothing-recommended",  # some outcomes recommend no machine
}
OF_VERSIONS = {"unknown-input", "unknown-output", "unknown-outcome", "unknown-choice", "not-numeric"}
"""Refusals of what another version than the live one does not have; an operation is that of the live version."""
LIVE: dict[str, str] = yaml.safe_load((RULES / "live.yaml").read_text())
schemathesis.serializer.alias("application/x-ndjson", "text/plain")  # any text may be sent as lines

LEFT_OUT = {"missing-field"}
"""Of a list, a column may be left out if it is what is looked for."""
REPLAY = "POST /v1/rules/{name}/replay"
"""Its parameters go with a document alone; a question in JSON has them as members."""


@schemathesis.check
def positive_data_is_answered(_: CheckContext, response: schemathesis.Response, case: Case) -> None:
    """Data that fits is answered, or refused for a reason that the contract can't express."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    problem = response.json()
    if problem["type"].endswith((":rule-rejected", ":timeline-rejected")):  # they have a language of their own
        return
    errors = [one for one in problem["errors"] if not (case.operation.label == REPLAY and beside(one))]
    allowed = JOINED | (OF_VERSIONS if of_another_version(case) else set()) | (LEFT_OUT if solves(case) else set())
    unexpected = [one for one in errors if one["code"] not in allowed and not too_long(one)]
    if unexpected or not problem["errors"]:
        raise RejectedPositiveData(
            operation=case.operation.label, message=str(unexpected), status_code=422, allowed_statuses=["2xx"]
        )


def of_another_version(case: Case) -> bool:
    """Whether another version of a rule is asked for than the one that is live."""
    asked = case.body if isinstance(case.body, dict) else case.query
    version = (asked or {}).get("version")
    return version is not None and version != LIVE.get(case.path.split("/")[3])


def solves(case: Case) -> bool:
    """Whether an input is looked for."""
    return case.path.endswith("/solve")


def beside(error: dict[str, str]) -> bool:
    """Whether a parameter is not taken though the operation has it, or is needed though it is left out elsewhere."""
    return error["code"] in {"unknown-parameter", "missing-parameter"}


def too_long(error: dict[str, str]) -> bool:
    """Whether a duration is out of its range: as a number the schema says so, as text it can't."""
    bounds = (" s, above the maximum of ", " s, below the minimum of ")
    return error["code"] == "out-of-range" and any(one in error["message"] for one in bounds)


def validate(case: Case, response: schemathesis.Response) -> None:
    """All checks of Schemathesis, with ours in place of the one that knows no exceptions."""
    case.validate_response(
        response, additional_checks=[positive_data_is_answered], excluded_checks=[positive_data_acceptance]
    )
