"""Every way in which the service can fail.

    ServiceError
    |- SettingsError              the environment asks for something that does not exist
    |- RuleError
    |  |- RuleNotFoundError       no rule has this name
    |  |- VersionNotFoundError    the rule has no such version
    |  |- RuleNotLiveError        the rule has versions, and none of them is live
    |  |- VersionUnusableError    the version enters a rule whose live version does not fit it any more
    |  `- RuleRejectedError       a rule document is not right; carries every diagnostic
    |- ChangeError                a change of the rules was not made
    |  |- VersionTakenError       the version was published before, with another content
    |  |- LiveVersionMovedError   another version is live than the one that the change expects
    |  |- ExpectationMissingError the change does not say which live version it expects
    |  `- RuleEnteredError        rules that are live enter the one that is to be retired
    |- AccessError
    |  |- TokenNeededError        no token, or one that is not valid
    |  |- ScopeNeededError        the token is valid, and not for this
    |  `- WritingDisabledError    no token exists at all, so nobody can write
    |- DecisionError              this question can't be answered; carries one issue for each thing that is wrong
    |  |- InputsRejectedError     an input has a wrong name, type or range
    |  |- InputsMissingError      a formula lacks inputs
    |  |- RequirementNotMetError  a `requires` check of the rule does not hold
    |  |- ProblemMetError         a `problems` condition of the rule holds
    |  |- ResultRejectedError     a result is not finite or outside its range
    |  |- EvaluationFailedError   an expression has no value, such as a division by zero
    |  `- NoBranchHoldsError      no branch of a node holds for these inputs
    |- RequestError
    |  |- MalformedRequestError   the body is not JSON
    |  |- UnsupportedMediaTypeError
    |  |- RequestTooLargeError
    |  |- RequestTimeoutError     the body does not arrive
    |  `- RequestRejectedError    the body is JSON of another form than the operation takes
    |- RecordNotFoundError        no decision was recorded under this identity
    |- EngineError                the inference engine broke its contract: a bug
    |- SandboxError               a document could not be examined: a bug, or a machine without room
    |- BusyError                  as many documents are being examined as may be at once
    |- StoreUnavailableError      the database does not answer
    |- DataDamagedError           a file in the data directory is not as the service wrote it
    `- NotReadyError              no revision of the rules is being served

An exception carries facts; the message is one line that a person can act on.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Literal

from msgspec import Struct

_COMPARED = 100
"""Characters of a name that are compared with others; longer ones are nobody's slip of the pen."""

_LISTED = 20
"""Names that a message lists."""


class Issue(Struct, frozen=True):
    """One thing that is wrong with a request: a stable code, a JSON path such as `$.inputs.vms`, and a sentence."""

    code: str
    path: str
    message: str


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One finding about a rule file.

    `code` is stable and documented in `rules/README.md`; `message` may improve. `path` says where in the document
    (`nodes.scale.branches[0].when`), `line` and `column` where in the file, both from 1.
    """

    code: str
    message: str
    path: str = ""
    line: int = 1
    column: int = 1
    severity: Literal["error", "warning"] = "error"
    file: str = ""

    def __str__(self) -> str:
        """The line that a terminal, an editor and a log can show: `file:line: code: message`."""
        where = f"{self.file}:{self.line}" if self.file else f"line {self.line}"
        mark = "" if self.severity == "error" else "warning: "
        return f"{where}: {mark}{self.code}: {self.message}"


class ServiceError(Exception):
    """Base of everything that the service raises on purpose."""


class SettingsError(ServiceError):
    """A setting has an unknown name or a value that does not fit."""


class RuleError(ServiceError):
    """Something is wrong with a rule."""


class RuleNotFoundError(RuleError):
    """No live rule has this name; `nearest` is the most similar name that exists, or nothing."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        """Look for the nearest of the `known` names."""
        names = sorted(known)
        self.name = name
        self.nearest = nearest(name, names)
        some = ", ".join(f"`{one}`" for one in names[:_LISTED]) + (" ..." if len(names) > _LISTED else "")
        hint = f"the nearest is `{self.nearest}`" if self.nearest else f"there are {some or 'none'}"
        super().__init__(f"no rule is named `{name[:_COMPARED]}`; {hint}")


class VersionNotFoundError(RuleError):
    """The rule exists, this version of it does not."""

    def __init__(self, name: str, version: str, known: Sequence[str]) -> None:
        """Name the versions that exist."""
        self.name = name
        self.version = version
        super().__init__(f"rule `{name}` has no version `{version}`; it has {', '.join(f'`{one}`' for one in known)}")


class RuleNotLiveError(RuleError):
    """The rule has versions, and none of them is live: it was never activated, or it was retired."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Name the versions that can still be asked."""
        self.name = name
        listed = ", ".join(f"`{one}`" for one in known[-_LISTED:])
        super().__init__(f"no version of rule `{name}` is live; name one of its versions: {listed}")


class VersionUnusableError(RuleError):
    """The version enters rules whose live versions do not fit it any more; `reason` says which and why."""

    def __init__(self, name: str, version: str, reason: str) -> None:
        """Say what does not fit."""
        self.name = name
        self.version = version
        super().__init__(f"`{name}` {version} can't be asked while the live rules do not fit it: {reason}")


class RuleRejectedError(RuleError):
    """A rule document was refused; `diagnostics` says everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Keep the diagnostics in the order of their places."""
        self.diagnostics = list(diagnostics)
        more = f", and {len(self.diagnostics) - 1} more" if len(self.diagnostics) > 1 else ""
        super().__init__(f"{self.diagnostics[0]}{more}")


class ChangeError(ServiceError):
    """A change of the rules was not made, because of how they stand."""


class VersionTakenError(ChangeError):
    """The version was published before with another content; versions never change."""

    def __init__(self, name: str, version: str, published: str, offered: str) -> None:
        """Name both digests."""
        self.name = name
        self.version = version
        super().__init__(
            f"`{name}` {version} was published before with another content (`{published}`, now `{offered}`): "
            "a version never changes, so give the document a new version number"
        )


class LiveVersionMovedError(ChangeError):
    """Another version is live than the one that the change expects; `live` is its digest, or nothing."""

    def __init__(self, name: str, live: str | None) -> None:
        """Say what is live."""
        self.name = name
        self.live = live
        now = f"the live version has the digest `{live}`" if live else "no version is live"
        super().__init__(f"`{name}` has changed meanwhile: {now}; look at it and decide anew")


class ExpectationMissingError(ChangeError):
    """A change of a rule that is live must say which live version it expects; `live` is the digest of that."""

    def __init__(self, name: str, live: str) -> None:
        """Say what is live."""
        self.name = name
        self.live = live
        super().__init__(f"`{name}` is live: say which live version the change expects (`If-Match`); it is `{live}`")


class RuleEnteredError(ChangeError):
    """Rules that are live enter the one that is to be retired."""

    def __init__(self, name: str, by: Sequence[str]) -> None:
        """Name them."""
        self.name = name
        self.by = list(by)
        super().__init__(f"`{name}` can't be retired: it is entered by {', '.join(f'`{one}`' for one in by)}")


class AccessError(ServiceError):
    """The caller may not do this."""


class TokenNeededError(AccessError):
    """No token was sent, or one (`sent`) that does not exist, has expired or was revoked."""

    def __init__(self, *, sent: bool) -> None:
        """Say what to do; what was sent is not repeated."""
        self.sent = sent
        message = "the bearer token is not valid: there is none like it, or it has expired or was revoked"
        super().__init__(message if sent else "this needs a bearer token: send it as `Authorization: Bearer gr_...`")


class ScopeNeededError(AccessError):
    """The token is valid, but its scopes do not include this one."""

    def __init__(self, name: str, scope: str, held: Sequence[str]) -> None:
        """Name the token, the scope that is needed, and those that it has."""
        self.scope = scope
        listed = ", ".join(f"`{one}`" for one in held)
        super().__init__(f"this needs the scope `{scope}`; the token `{name}` has {listed or 'none'}")


class WritingDisabledError(AccessError):
    """No token exists at all, so nobody can write."""

    def __init__(self, scope: str) -> None:
        """Say which command makes a token for this."""
        command = f"gpu-rules token new --name NAME --scope {scope}"
        super().__init__(f"no token exists, so nobody can change the rules: make one with `{command}`")


class DecisionError(ServiceError):
    """A question to a rule can't be answered; `issues` says why, one by one."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        """Use the issues' own words as the message."""
        self.issues = list(issues)
        super().__init__("; ".join(issue.message for issue in self.issues[:3]))


class InputsRejectedError(DecisionError):
    """Inputs have a wrong name, type or range."""


class InputsMissingError(DecisionError):
    """A formula lacks inputs that it reads."""


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


class RecordNotFoundError(ServiceError):
    """No decision was recorded under this identity, or its record has been removed since."""


class SandboxError(ServiceError):
    """The process that examines documents failed by itself: a bug, or a machine without room for it."""


class BusyError(ServiceError):
    """As many documents are being examined as may be at once; try again in a moment."""


class StoreUnavailableError(ServiceError):
    """The database does not answer; what is being served is not touched by that."""


class DataDamagedError(ServiceError):
    """A file in the data directory is not as the service wrote it; what is being served is not touched by that."""


class EngineError(ServiceError):
    """The inference engine did something outside its envelope."""


class NotReadyError(ServiceError):
    """No revision of the rules has been loaded yet."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of the known names that looks most like this one, or begins with it, or nothing."""
    names = list(known)
    close = get_close_matches(name[:_COMPARED], names, n=1, cutoff=0.55)
    longer = [one for one in names if name and one.startswith(name)]
    return next(iter([*close, *longer]), None)
