"""How a command ends: its exit code, and why there is no answer."""

import re
from collections.abc import Sequence
from enum import IntEnum

import click
from msgspec import Struct

from service.errors import (
    DecisionError,
    Issue,
    NotReadyError,
    RequestError,
    RuleNotFoundError,
    RuleRejectedError,
    ServiceError,
    SettingsError,
    VersionNotFoundError,
)


class Code(IntEnum):
    """The exit codes; scripts depend on them."""

    DONE = 0
    NO = 1
    """The answer is no: a check or a case failed, the question was refused, an input is still needed."""
    USAGE = 2
    """The command can't be carried out as it was written."""
    UNREACHABLE = 3
    """The service can't be reached, or gives no answer that can be used."""
    BROKEN_PIPE = 128 + 13
    """The reader of the output went away: 128 and the number of SIGPIPE, as shells count it."""
    INTERRUPTED = 128 + 2
    """Ctrl-C: 128 and the number of SIGINT."""


CODES: dict[type[ServiceError], Code] = {
    DecisionError: Code.NO,
    RuleRejectedError: Code.NO,
    RuleNotFoundError: Code.USAGE,
    VersionNotFoundError: Code.USAGE,
    SettingsError: Code.USAGE,
    RequestError: Code.USAGE,
    NotReadyError: Code.UNREACHABLE,
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
    code = next((CODES[base] for base in type(error).__mro__ if base in CODES), Code.UNREACHABLE)
    match error:
        case DecisionError(issues=issues):
            errors = issues
        case RuleRejectedError(diagnostics=diagnostics):
            errors = [Issue(one.code, one.path, str(one)) for one in diagnostics]
        case _:
            errors = []
    return Failure(Problem(type=kind(type(error)), detail=str(error), errors=errors), code)


def kind(error: type[ServiceError]) -> str:
    """The name of a kind of failure: `InputsRejectedError` is `inputs-rejected`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", error.__name__.removesuffix("Error")).lower()


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
