"""Query strings: each parameter once, none that is unknown."""

from collections.abc import Collection, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from litestar import Request

from service.errors import Issue, MalformedRequestError, RequestRejectedError, nearest
from service.language.reading import from_text
from service.language.values import MAX_SHOWN
from service.model.inputs import AnyInput

MAX_PARAMETERS: Final = 300
"""More than any rule has inputs."""

VERSION, SELECTION, FORMAT = "version", "selection", "format"
"""Parameters that are no inputs."""


def read_query(request: Request[Any, Any, Any], known: Collection[str] | None = None) -> dict[str, str]:
    """The parameters as text; where `known` is given, no others are taken.

    Raises:
        MalformedRequestError: the query string is not UTF-8, or has too many parameters.
        RequestRejectedError: a parameter is repeated or unknown.
    """
    try:
        text = request.scope["query_string"].decode()
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
    except ValueError as error:
        message = f"the query string is not UTF-8, or has more than {MAX_PARAMETERS} parameters"
        raise MalformedRequestError(message) from error
    query: dict[str, str] = {}
    issues = []
    for name, value in pairs:
        if name in query:
            issues.append(_issue("repeated-parameter", name, "is given more than once"))
        elif known is not None and name not in known:
            close = nearest(name, known)
            hint = f"; the nearest is `{close}`" if close else ""
            issues.append(_issue("unknown-parameter", name, f"is not a parameter of this operation{hint}"))
        query[name] = value
    if issues:
        raise RequestRejectedError(issues)
    return query


def needed(query: Mapping[str, str], name: str) -> str:
    """A parameter that must be there.

    Raises:
        RequestRejectedError: it is not.
    """
    if name not in query:
        raise RequestRejectedError([_issue("missing-parameter", name, "is missing")])
    return query[name]


def read_inputs(query: Mapping[str, str], inputs: Mapping[str, AnyInput]) -> dict[str, Any]:
    """The parameters as inputs: the same as in a body, as text; `null` is no text of any input."""
    return {name: from_text(inputs[name], text) if name in inputs else text for name, text in query.items()}


def _issue(code: str, name: str, words: str) -> Issue:
    shown = name[:MAX_SHOWN]
    return Issue(code, f"$.query.{shown}", f"`{shown}` {words}")
