"""Every way in which the service can fail.

    ServiceError
    |- SettingsError              the environment asks for something that does not exist
    |- RuleError
    |  |- RuleNotFoundError       no rule has this name
    |  |- VersionNotFoundError    the rule has no such version
    |  `- RuleRejectedError       a rule document is not right; carries every diagnostic
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
    |  `- RequestRejectedError    the body is JSON of another form than the operation takes
    |- EngineError                the inference engine broke its contract: a bug
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


class RuleRejectedError(RuleError):
    """A rule document was refused; `diagnostics` says everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Keep the diagnostics in the order of their places."""
        self.diagnostics = list(diagnostics)
        more = f", and {len(self.diagnostics) - 1} more" if len(self.diagnostics) > 1 else ""
        super().__init__(f"{self.diagnostics[0]}{more}")


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


class RequestRejectedError(RequestError):
    """The body is JSON of another form than the operation takes; `issues` says where."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        """Use the issues' own words as the message."""
        self.issues = list(issues)
        super().__init__("; ".join(issue.message for issue in self.issues[:3]))


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
