"""Where failures meet HTTP: one table from each failure to its kind of problem.

`type` and `title` belong to the kind and never vary; they are part of the promise in `openapi/README.md`.
"""

from http import HTTPStatus
from typing import Final

from msgspec import Struct

from service.errors import (
    EngineError,
    EvaluationFailedError,
    InputsMissingError,
    InputsRejectedError,
    MalformedRequestError,
    NoBranchHoldsError,
    NotReadyError,
    ProblemMetError,
    RequestRejectedError,
    RequestTooLargeError,
    RequirementNotMetError,
    ResultRejectedError,
    RuleNotFoundError,
    RuleRejectedError,
    ServiceError,
    SettingsError,
    UnsupportedMediaTypeError,
    VersionNotFoundError,
)

TYPE_PREFIX: Final = "urn:gpu-rules:problem:"
"""Types are names, not addresses: they stay equal wherever the service is deployed."""


class Kind(Struct, frozen=True):
    """A kind of problem."""

    slug: str
    title: str
    status: HTTPStatus

    @property
    def type(self) -> str:
        """The URI by which programs tell kinds apart."""
        return TYPE_PREFIX + self.slug


_BAD, _LOST, _UNFIT = HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY
_TOO_LARGE, _MEDIA_TYPE = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE
_BUG, _NOT_READY = HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE

INTERNAL: Final = Kind("internal-error", "Internal error", _BUG)
"""A bug; the log says more, the caller is told only that."""

KINDS: Final[dict[type[ServiceError], Kind]] = {
    MalformedRequestError: Kind("malformed-request", "Malformed request", _BAD),
    RuleNotFoundError: Kind("rule-not-found", "Rule not found", _LOST),
    VersionNotFoundError: Kind("version-not-found", "Version not found", _LOST),
    RequestTooLargeError: Kind("request-too-large", "Request too large", _TOO_LARGE),
    UnsupportedMediaTypeError: Kind("unsupported-media-type", "Unsupported media type", _MEDIA_TYPE),
    RequestRejectedError: Kind("request-rejected", "Request rejected", _UNFIT),
    InputsRejectedError: Kind("inputs-rejected", "Inputs rejected", _UNFIT),
    InputsMissingError: Kind("inputs-missing", "Inputs missing", _UNFIT),
    RequirementNotMetError: Kind("requirement-not-met", "Requirement not met", _UNFIT),
    ProblemMetError: Kind("problem-met", "Problem met", _UNFIT),
    ResultRejectedError: Kind("result-rejected", "Result rejected", _UNFIT),
    EvaluationFailedError: Kind("evaluation-failed", "Evaluation failed", _UNFIT),
    NoBranchHoldsError: Kind("no-branch-holds", "No branch holds", _UNFIT),
    RuleRejectedError: Kind("rule-rejected", "Rule rejected", _UNFIT),
    EngineError: INTERNAL,
    SettingsError: INTERNAL,
    NotReadyError: Kind("not-ready", "Not ready", _NOT_READY),
}


UNROUTED: Final = {
    HTTPStatus.BAD_REQUEST: Kind("bad-request", "Bad request", HTTPStatus.BAD_REQUEST),
    HTTPStatus.NOT_FOUND: Kind("not-found", "Not found", HTTPStatus.NOT_FOUND),
    HTTPStatus.METHOD_NOT_ALLOWED: Kind("method-not-allowed", "Method not allowed", HTTPStatus.METHOD_NOT_ALLOWED),
}
"""Requests that reach no operation."""


def kind_of(error: Exception) -> Kind:
    """The kind of a failure; what is not in the table is a bug."""
    for one in type(error).__mro__:
        if one in KINDS:
            return KINDS[one]
    return INTERNAL


def kind_of_status(status: HTTPStatus) -> Kind:
    """The kind of a failure that the framework tells by its status alone."""
    return UNROUTED.get(status, Kind("bad-request", "Bad request", status))
