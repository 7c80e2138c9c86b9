"""Where failures meet HTTP: one table from each failure to its kind of problem.

`type` and `title` belong to the kind and never vary; they are part of the promise in `openapi/README.md`.
"""

from http import HTTPStatus
from typing import Final

from msgspec import Struct

from service.errors import (
    BusyError,
    ChangeError,
    ConversationFullError,
    ConversationNotFoundError,
    DataDamagedError,
    EngineError,
    EvaluationFailedError,
    ExpectationMissingError,
    ForgedRequestError,
    InputsMissingError,
    InputsRejectedError,
    LiveVersionMovedError,
    MalformedRequestError,
    NoBranchHoldsError,
    NoCandidateError,
    NotReadyError,
    NotRepresentableError,
    OriginRefusedError,
    ProblemMetError,
    RecordNotFoundError,
    RequestRejectedError,
    RequestTimeoutError,
    RequestTooLargeError,
    RequirementNotMetError,
    ResultRejectedError,
    RuleEnteredError,
    RuleNotAskedError,
    RuleNotFoundError,
    RuleNotLiveError,
    RuleRejectedError,
    SandboxError,
    ScopeNeededError,
    ServiceError,
    SettingsError,
    StoreUnavailableError,
    TimelineRejectedError,
    TokenNeededError,
    TooManyConversationsError,
    UnsupportedMediaTypeError,
    VersionNotFoundError,
    VersionTakenError,
    VersionUnusableError,
    WritingDisabledError,
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
_TOO_LATE, _TOO_LARGE = HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE
_MEDIA_TYPE, _CONFLICT = HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.CONFLICT
_MOVED, _EXPECTATION = HTTPStatus.PRECONDITION_FAILED, HTTPStatus.PRECONDITION_REQUIRED
_UNKNOWN, _FORBIDDEN = HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN
_BUG, _UNAVAILABLE = HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE

INTERNAL: Final = Kind("internal-error", "Internal error", _BUG)
"""A bug; the log says more, the caller is told only that."""

KINDS: Final[dict[type[ServiceError], Kind]] = {
    MalformedRequestError: Kind("malformed-request", "Malformed request", _BAD),
    TokenNeededError: Kind("token-needed", "Token needed", _UNKNOWN),
    ForgedRequestError: Kind("forged-request", "Forged request", _UNKNOWN),
    ScopeNeededError: Kind("scope-needed", "Scope needed", _FORBIDDEN),
    OriginRefusedError: Kind("origin-refused", "Origin refused", _FORBIDDEN),
    WritingDisabledError: Kind("writing-disabled", "Writing disabled", _FORBIDDEN),
    RuleNotFoundError: Kind("rule-not-found", "Rule not found", _LOST),
    RuleNotLiveError: Kind("rule-not-live", "Rule not live", _LOST),
    VersionNotFoundError: Kind("version-not-found", "Version not found", _LOST),
    RecordNotFoundError: Kind("record-not-found", "Record not found", _LOST),
    ConversationNotFoundError: Kind("conversation-not-found", "Conversation not found", _LOST),
    RequestTimeoutError: Kind("request-timeout", "Request timeout", _TOO_LATE),
    VersionUnusableError: Kind("version-unusable", "Version unusable", _CONFLICT),
    VersionTakenError: Kind("version-taken", "Version taken", _CONFLICT),
    RuleEnteredError: Kind("rule-entered", "Rule entered", _CONFLICT),
    ChangeError: Kind("change-refused", "Change refused", _CONFLICT),
    LiveVersionMovedError: Kind("live-version-moved", "Live version moved", _MOVED),
    ExpectationMissingError: Kind("expectation-missing", "Expectation missing", _EXPECTATION),
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
    NoCandidateError: Kind("no-candidate", "No candidate", _UNFIT),
    NotRepresentableError: Kind("not-representable", "Not representable", _UNFIT),
    RuleRejectedError: Kind("rule-rejected", "Rule rejected", _UNFIT),
    RuleNotAskedError: Kind("rule-not-asked", "Rule answers no questions", _UNFIT),
    ConversationFullError: Kind("conversation-full", "Conversation full", _UNFIT),
    TimelineRejectedError: Kind("timeline-rejected", "Timeline rejected", _UNFIT),
    TooManyConversationsError: Kind("too-many-conversations", "Too many conversations", HTTPStatus.TOO_MANY_REQUESTS),
    EngineError: INTERNAL,
    SettingsError: INTERNAL,
    DataDamagedError: INTERNAL,
    SandboxError: Kind("sandbox-failed", "Sandbox failed", _UNAVAILABLE),
    BusyError: Kind("busy", "Busy", _UNAVAILABLE),
    StoreUnavailableError: Kind("store-unavailable", "Store unavailable", _UNAVAILABLE),
    NotReadyError: Kind("not-ready", "Not ready", _UNAVAILABLE),
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
