"""Every way in which the service can fail.

    ServiceError
    |- SettingsError              the environment asks for something that does not exist
    |- RuleError
    |  |- RuleNotFoundError       no rule has this name
    |  |- VersionNotFoundError    the rule has no such version
    |  |- RuleNotLiveError        the rule has versions, and none of them is live
    |  |- VersionUnusableError    the version enters a rule whose live version does not fit it any more
    |  |- RuleNotAskedError       the rule is a catalog, which answers no questions
    |  `- RuleRejectedError       a rule document is not right; carries every diagnostic
    |- ChangeError                a change of the rules was not made
    |  |- VersionTakenError       the version was published before, with another content
    |  |- LiveVersionMovedError   another version is live than the one that the change expects
    |  |- ExpectationMissingError the change does not say which live version it expects
    |  `- RuleEnteredError        rules that are live enter the one that is to be retired
    |- AccessError
    |  |- TokenNeededError        no token, or one that is not valid
    |  |- ScopeNeededError        the token is valid, and not for this
    |  |- ForgedRequestError      the request does not prove that it comes from the platform that it names
    |  |- OriginRefusedError      the request comes from a page that may not send it
    |  `- WritingDisabledError    no token exists at all, so nobody can write
    |- DecisionError              this question can't be answered; carries one issue for each thing that is wrong
    |  |- InputsRejectedError     an input has a wrong name, type or range
    |  |- InputsMissingError      a formula or a selection lacks inputs
    |  |- RequirementNotMetError  a `requires` check of the rule does not hold
    |  |- ProblemMetError         a `problems` condition of the rule holds
    |  |- ResultRejectedError     a result is not finite or outside its range
    |  |- EvaluationFailedError   an expression has no value, such as a division by zero
    |  |- NoBranchHoldsError      no branch of a node holds for these inputs
    |  |- NoCandidateError        no machine meets all constraints, so no form of one can be given
    |  `- NotRepresentableError   the answer can't be told in the form that was asked for
    |- RequestError
    |  |- MalformedRequestError   the body is not JSON
    |  |- UnsupportedMediaTypeError
    |  |- RequestTooLargeError
    |  |- RequestTimeoutError     the body does not arrive
    |  `- RequestRejectedError    the body is JSON of another form than the operation takes
    |- TimelineRejectedError      no ledger can be made of these events; carries one issue for each event in the way
    |- RecordNotFoundError        no decision was recorded under this identity
    |- ConversationNotFoundError  there is no such conversation, or no more
    |- ConversationFullError      the conversation has had as many turns as one may have
    |- TooManyConversationsError  somebody has as many conversations open as one may have
    |- EngineError                the inference engine broke its contract: a bug
    |- SandboxError               a document could not be examined: a bug, or a machine without room
    |- BusyError                  as much work of a kind is being done as may be at once
    |- StoreUnavailableError      the database does not answer
    |- DataDamagedError           a file in the data directory is not as the service wrote it
    `- NotReadyError              no revision of the rules is being served

An exception carries facts; the message is one line that a person can act on.
"""

from service.errors.changes import (
    AccessError,
    ChangeError,
    ExpectationMissingError,
    ForgedRequestError,
    LiveVersionMovedError,
    OriginRefusedError,
    RuleEnteredError,
    ScopeNeededError,
    TokenNeededError,
    VersionTakenError,
    WritingDisabledError,
)
from service.errors.findings import (
    Diagnostic,
    Issue,
)
from service.errors.names import (
    nearest,
)
from service.errors.questions import (
    DecisionError,
    EvaluationFailedError,
    InputsMissingError,
    InputsRejectedError,
    MalformedRequestError,
    NoBranchHoldsError,
    NoCandidateError,
    NotRepresentableError,
    ProblemMetError,
    RequestError,
    RequestRejectedError,
    RequestTimeoutError,
    RequestTooLargeError,
    RequirementNotMetError,
    ResultRejectedError,
    TimelineRejectedError,
    UnsupportedMediaTypeError,
)
from service.errors.rules import (
    RuleError,
    RuleNotAskedError,
    RuleNotFoundError,
    RuleNotLiveError,
    RuleRejectedError,
    VersionNotFoundError,
    VersionUnusableError,
)
from service.errors.service import (
    BusyError,
    ConversationFullError,
    ConversationNotFoundError,
    DataDamagedError,
    EngineError,
    NotReadyError,
    RecordNotFoundError,
    SandboxError,
    ServiceError,
    SettingsError,
    StoreUnavailableError,
    TooManyConversationsError,
)

__all__ = [
    "AccessError",
    "BusyError",
    "ChangeError",
    "ConversationFullError",
    "ConversationNotFoundError",
    "DataDamagedError",
    "DecisionError",
    "Diagnostic",
    "EngineError",
    "EvaluationFailedError",
    "ExpectationMissingError",
    "ForgedRequestError",
    "InputsMissingError",
    "InputsRejectedError",
    "Issue",
    "LiveVersionMovedError",
    "MalformedRequestError",
    "NoBranchHoldsError",
    "NoCandidateError",
    "NotReadyError",
    "NotRepresentableError",
    "OriginRefusedError",
    "ProblemMetError",
    "RecordNotFoundError",
    "RequestError",
    "RequestRejectedError",
    "RequestTimeoutError",
    "RequestTooLargeError",
    "RequirementNotMetError",
    "ResultRejectedError",
    "RuleEnteredError",
    "RuleError",
    "RuleNotAskedError",
    "RuleNotFoundError",
    "RuleNotLiveError",
    "RuleRejectedError",
    "SandboxError",
    "ScopeNeededError",
    "ServiceError",
    "SettingsError",
    "StoreUnavailableError",
    "TimelineRejectedError",
    "TokenNeededError",
    "TooManyConversationsError",
    "UnsupportedMediaTypeError",
    "VersionNotFoundError",
    "VersionTakenError",
    "VersionUnusableError",
    "WritingDisabledError",
    "nearest",
]
