"""Answers in the form of a tool: by `format=` in the query, or by `Accept`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import Request
from msgspec import Struct

from service.errors import Issue, RequestRejectedError, nearest
from service.http.answers import NOT_KEPT, Answer, by_rules
from service.http.negotiation import JSON, weight
from service.http.queries import FORMAT, read_query
from service.language.values import MAX_SHOWN
from service.model.decision import Decision
from service.model.recommendation import Recommendation
from service.representations.forms import FORMS, OWN, Form, represent
from service.usecases.revision import Revision

NAMES: Final = ("json", *FORMS)
BY_ACCEPT: Final = (b"vary", b"Accept")
"""The header of an answer that another `Accept` would have given another form."""
_OURS: Final = OWN.encode()
_BY_TYPE: Final = {one.own_media_type: one for one in FORMS.values()}


class Chosen(Struct, frozen=True):
    """The form that a caller wants, and the media type that it comes in."""

    form: Form
    media_type: str


def chosen_format(request: Request[Any, Any, Any], query: Mapping[str, str]) -> Chosen | None:
    """The form that is wanted; nothing for JSON. What the query says counts more than `Accept`.

    Raises:
        RequestRejectedError: the query names a form that is not known.
    """
    name = query.get(FORMAT)
    if name is None:
        return _accepted(request.headers.getall("accept", []))
    if name == NAMES[0]:
        return None
    if name not in FORMS:
        close = nearest(name, NAMES)
        hint = f"; the nearest is `{close}`" if close else ""
        message = f"`{name[:MAX_SHOWN]}` is not a format{hint}; known are {', '.join(f'`{one}`' for one in NAMES)}"
        raise RequestRejectedError([Issue("unknown-format", "$.query.format", message)])
    return Chosen(FORMS[name], FORMS[name].media_type)


def format_of_post(request: Request[Any, Any, Any]) -> Chosen | None:
    """The form that is wanted, where the query has nothing else to say; who wants JSON does not wait for the question.

    Raises:
        RequestRejectedError: the query names a form that is not known, or has other parameters.
    """
    if not request.scope["query_string"]:
        for name, value in request.scope["headers"]:
            if name == b"accept" and _OURS in value.lower():
                break
        else:
            return None
    return chosen_format(request, read_query(request, (FORMAT,)))


def represented(answer: Decision | Recommendation, chosen: Chosen, revision: Revision) -> Answer:
    """The answer in that form.

    Raises:
        InputsMissingError, NoCandidateError, NotRepresentableError: it can't be told so.
    """
    text = represent(answer, chosen.form)
    return Answer(text.encode(), chosen.media_type.encode(), headers=[by_rules(revision), NOT_KEPT, BY_ACCEPT])


def _accepted(accepts: Sequence[str]) -> Chosen | None:
    """The form that `Accept` names with the highest weight, if JSON has no higher one, nor the same and is named too.

    A range such as `*/*` is no wish for a form: that would be a surprise to whoever takes anything.
    """
    named = {one.partition(";")[0].strip().lower() for header in accepts for one in header.split(",")}
    weights = {one: weight(accepts, one) for one in _BY_TYPE if one in named}
    best = max(weights, key=weights.__getitem__, default=JSON)
    least = weight(accepts, JSON)
    if not weights.get(best) or weights[best] < least or (weights[best] == least and JSON in named):
        return None
    return Chosen(_BY_TYPE[best], best)
