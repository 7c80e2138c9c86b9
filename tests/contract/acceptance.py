"""Which refusals of data that fits the contract are right: those for reasons that JSON Schema has no words for."""

from typing import Any

import schemathesis
from schemathesis.checks import CheckContext
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.specs.openapi.checks import positive_data_acceptance

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
}
schemathesis.serializer.alias("application/x-ndjson", "text/plain")  # any text may be sent as lines

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
    unexpected = [one for one in errors if one["code"] not in JOINED and not too_long(one)]
    if unexpected or not problem["errors"]:
        raise RejectedPositiveData(
            operation=case.operation.label, message=str(unexpected), status_code=422, allowed_statuses=["2xx"]
        )


def beside(error: dict[str, str]) -> bool:
    """Whether a parameter is not taken though the operation has it, or is needed though it is left out elsewhere."""
    return error["code"] in {"unknown-parameter", "missing-parameter"}


def too_long(error: dict[str, str]) -> bool:
    """Whether a duration is out of its range: as a number the schema says so, as text it can't."""
    return error["code"] == "out-of-range" and " s, above the maximum of " in error["message"]


def validate(case: Case, response: schemathesis.Response) -> None:
    """All checks of Schemathesis, with ours in place of the one that knows no exceptions."""
    case.validate_response(
        response, additional_checks=[positive_data_is_answered], excluded_checks=[positive_data_acceptance]
    )
