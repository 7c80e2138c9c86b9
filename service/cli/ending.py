"""How a command ends: its exit code, and why there is no answer."""

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache

import click
from msgspec import Struct

from service.errors import (
    AccessError,
    BusyError,
    ChangeError,
    DecisionError,
    Issue,
    NotReadyError,
    RecordNotFoundError,
    RequestError,
    RequestRejectedError,
    RuleNotAskedError,
    RuleNotFoundError,
    RuleNotLiveError,
    RuleRejectedError,
    SandboxError,
    ServiceError,
    SettingsError,
    StoreUnavailableError,
    TimelineRejectedError,
    VersionNotFoundError,
    VersionUnusableError,
)


class Code(IntEnum):
    """The exit codes; scripts depend on them."""

    DONE = 0
    NO = 1
    """The answer is no: a check or a case failed, the question or the change was refused, an input is still needed."""
    USAGE = 2
    """The command can't be carried out as it was written, or not with this token."""
    UNREACHABLE = 3
    """The service or the store can't be reached, or gives no answer that can be used."""
    BROKEN_PIPE = 128 + 13
    """The reader of the output went away: 128 and the number of SIGPIPE, as shells count it."""
    INTERRUPTED = 128 + 2
    """Ctrl-C: 128 and the number of SIGINT."""


CODES: dict[type[ServiceError], Code] = {
    DecisionError: Code.NO,
    RuleRejectedError: Code.NO,
    TimelineRejectedError: Code.NO,
    VersionUnusableError: Code.NO,
    ChangeError: Code.NO,
    RuleNotFoundError: Code.USAGE,
    RuleNotAskedError: Code.USAGE,
    VersionNotFoundError: Code.USAGE,
    RuleNotLiveError: Code.USAGE,
    RecordNotFoundError: Code.USAGE,
    SettingsError: Code.USAGE,
    RequestError: Code.USAGE,
    AccessError: Code.USAGE,
    NotReadyError: Code.UNREACHABLE,
    StoreUnavailableError: Code.UNREACHABLE,
    BusyError: Code.UNREACHABLE,
    SandboxError: Code.UNREACHABLE,
}
"""Codes of the failures, by the nearest base class that is listed; anything else is a fault of the service itself."""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A failure as `--json` prints it: its kind as the REST API names it, a sentence, and what is wrong one by one."""

    type: str
    detail: str
    errors: Sequence[Issue] = ()


class Failure(Exception):  # noqa: N818 - it is how a command ends, not an error of the program
    """Ends a command without an answer."""

    def __init__(self, problem: Problem, code: Code) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.code = code

    @property
    def lines(self) -> list[str]:
        """What to say, one thing to a line."""
        return [issue.message for issue in self.problem.errors] or [self.problem.detail]


def failure(error: ServiceError) -> Failure:
    """The end that an error of the service means."""
    code = _code(type(error))
    match error:
        case DecisionError(issues=issues) | RequestRejectedError(issues=issues) | TimelineRejectedError(issues=issues):
            errors = issues
        case RuleRejectedError(diagnostics=diagnostics):
            errors = [Issue(one.code, one.path, str(one)) for one in diagnostics]
        case _:
            errors = []
    return Failure(Problem(type=kind(type(error)), detail=str(error), errors=errors), code)


_NAMES: dict[type[ServiceError], str] = {ChangeError: "change-refused", SandboxError: "sandbox-failed"}
"""Kinds that the REST API does not call as their classes."""


def kind(error: type[ServiceError]) -> str:
    """The name of a kind of failure: `InputsRejectedError` is `inputs-rejected`."""
    return _NAMES.get(error) or re.sub(r"(?<!^)(?=[A-Z])", "-", error.__name__.removesuffix("Error")).lower()


def code_of(name: str, otherwise: Code) -> Code:
    """The exit code of a kind of failure that a service names, the same as if it had happened here."""
    return _codes().get(name, otherwise)


def misuse(error: click.UsageError) -> Failure:
    """The end that a command line means which click can't read; click's sentence in our form."""
    words = (
        re.sub(r"'([^']*)'", r"`\1`", error.format_message())
        .replace(". Did", "; did")
        .replace(". (Did", " (did")
        .rstrip(".")
    )
    hint = f"; see `{error.ctx.command_path} --help`" if error.ctx else ""
    return Failure(Problem(type="usage", detail=f"{words[:1].lower()}{words[1:]}{hint}"), Code.USAGE)


def unreachable(detail: str) -> Failure:
    """The end when a service gives no answer that can be used."""
    return Failure(Problem(type="unreachable", detail=detail), Code.UNREACHABLE)


def _code(error: type[ServiceError]) -> Code:
    return next((CODES[base] for base in error.__mro__ if base in CODES), Code.UNREACHABLE)


@cache
def _codes() -> dict[str, Code]:
    return {kind(one): _code(one) for one in _descendants(ServiceError)}


def _descendants(error: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for one in error.__subclasses__():
        yield one
        yield from _descendants(one)


def unwritable(error: OSError) -> Failure:
    """The end when the answer can't be written down."""
    reason = str(error.strerror or error).lower()
    return Failure(Problem(type="unwritable", detail=f"the output can't be written: {reason}"), Code.UNREACHABLE)
