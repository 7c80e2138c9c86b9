"""A question can't be answered, or is no question."""

from collections.abc import Sequence

from service.errors.findings import Issue
from service.errors.service import ServiceError


class DecisionError(ServiceError):
    """A question to a rule can't be answered; `issues` says why, one by one."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        """Use the issues' own words as the message."""
        self.issues = list(issues)
        super().__init__("; ".join(issue.message for issue in self.issues[:3]))


class InputsRejectedError(DecisionError):
    """Inputs have a wrong name, type or range."""


class InputsMissingError(DecisionError):
    """A formula lacks inputs that it reads, or a selection those that say which rows are meant."""


class RequirementNotMetError(DecisionError):
    """A check under `requires` does not hold."""


class ProblemMetError(DecisionError):
    """A condition under `problems` holds."""


class ResultRejectedError(DecisionError):
    """A result is not a finite number or lies outside the range of its output."""


class EvaluationFailedError(DecisionError):
    """An expression that was needed has no value for these inputs."""


class NoBranchHoldsError(DecisionError):
    """No branch of a node holds, and the node has no `otherwise`."""


class NoCandidateError(DecisionError):
    """No machine meets all constraints, and what was asked for is the form of one; `issues` says why of each."""


class NotRepresentableError(DecisionError):
    """The answer can't be told in the form that was asked for."""


class RequestError(ServiceError):
    """The request itself is wrong, before any rule is asked."""


class MalformedRequestError(RequestError):
    """The body is not JSON in UTF-8."""


class UnsupportedMediaTypeError(RequestError):
    """The body's content type is not the one that the operation takes."""


class RequestTooLargeError(RequestError):
    """The body, or the number of items in it, is over the limit."""


class RequestTimeoutError(RequestError):
    """The body, or the rest of it, did not arrive in time."""


class RequestRejectedError(RequestError):
    """The body is JSON of another form than the operation takes; `issues` says where."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        """Use the issues' own words as the message."""
        self.issues = list(issues)
        super().__init__("; ".join(issue.message for issue in self.issues[:3]))


class TimelineRejectedError(ServiceError):
    """No ledger can be made of a timeline for certain; `issues` says which event is in the way, and what to do."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        """Use the issues' own words as the message."""
        self.issues = list(issues)
        super().__init__("; ".join(issue.message for issue in self.issues[:3]))
