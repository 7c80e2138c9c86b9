"""The arguments of the tools that are no rules."""

from typing import Any, Final, TypeVar

from msgspec import ValidationError, convert

from service.errors import Issue, RequestRejectedError
from service.language.forms import Body, faults

B = TypeVar("B", bound=Body)


class Listing(Body, frozen=True, kw_only=True):
    """Which rules there are: nothing has to be said for that."""


class Explaining(Body, frozen=True, kw_only=True):
    """A rule; the inputs of a decision, if one is to be explained; and whether the document is wanted as well."""

    rule: str
    inputs: dict[str, Any] | None = None
    version: str | None = None
    document: bool | None = None


class Goal(Body, frozen=True, kw_only=True):
    """An output, and the value that it is to have: a number in its unit, or a duration as text."""

    output: str
    value: float | str


class Solving(Body, frozen=True, kw_only=True):
    """A formula, the inputs but for one, and what that one is to bring about."""

    rule: str
    inputs: dict[str, Any]
    unknown: str
    target: Goal
    version: str | None = None


class Recommending(Body, frozen=True, kw_only=True):
    """A tree and its inputs, and what the machines must meet."""

    rule: str
    inputs: dict[str, Any]
    constraints: dict[str, Any] | None = None
    version: str | None = None
    selection: str | None = None


LIST_RULES, EXPLAIN, SOLVE, RECOMMEND = "list_rules", "explain", "solve", "recommend"
OWN: Final[dict[str, type[Body]]] = {
    LIST_RULES: Listing,
    EXPLAIN: Explaining,
    SOLVE: Solving,
    RECOMMEND: Recommending,
}
"""The tools that are no rules, and their arguments."""


def read(arguments: dict[str, Any], form: type[B]) -> B:
    """Arguments of that form.

    Raises:
        RequestRejectedError: they have another one.
    """
    try:
        return convert(arguments, form)
    except ValidationError as error:
        found = faults(arguments, form) or [Issue("wrong-type", "$", str(error))]
        raise RequestRejectedError(found) from error
