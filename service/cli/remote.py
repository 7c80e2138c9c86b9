"""Asks a running service over its REST API."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import quote

import click
import httpx
from msgspec import DecodeError, Struct, json

from service.cli.ending import Code, Failure, Problem, unreachable
from service.cli.question import Question
from service.errors import Issue
from service.model.decision import Decision

TIMEOUT = 30.0
"""Seconds to wait for the service, for each of connecting, sending and receiving."""

LONGEST_QUERY = 8_000
"""Characters: RFC 9110 (4.1) asks every server to take URLs of that length, so a proxy on the way does too."""


class Answered(Struct, frozen=True):
    """The members of a problem (RFC 9457) that are shown."""

    type: str = "about:blank"
    title: str = ""
    detail: str = ""
    errors: Sequence[Issue] = ()


def ask_service(url: str, question: Question) -> bytes:
    """The decision as the service words it, in JSON.

    Raises:
        UsageError: the URL is not one of HTTP, or the inputs are too long for it.
        Failure: the service refuses the question, or can't be reached.
    """
    base = _base(url)
    try:
        with httpx.Client(timeout=TIMEOUT, headers={"accept": "application/json"}) as client:
            response = client.send(_request(client, base, question))
    except httpx.RequestError as error:
        raise unreachable(f"no answer from {_name(base)}: {_reason(error)}") from error
    except httpx.InvalidURL as error:
        message = f"this question does not fit a URL: {error}"
        raise click.UsageError(message) from error
    if not response.is_success:
        raise _refusal(response, base)
    try:
        json.decode(response.content, type=Decision)
    except DecodeError as error:
        raise unreachable(f"{_name(base)} answers with something that is no decision: {error}") from error
    return response.content


def _base(text: str) -> httpx.URL:
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        message = f"'{text}' is not a URL: {error}"
        raise click.UsageError(message) from error
    if url.scheme not in ("http", "https") or not url.host:
        message = f"'{text}' is not a URL of a service, such as 'http://127.0.0.1:8000'"
        raise click.UsageError(message)
    return url


def _request(client: httpx.Client, base: httpx.URL, question: Question) -> httpx.Request:
    """A GET for inputs as text, which the service reads by their types; a POST for inputs that have types."""
    path = f"{base.path.rstrip('/')}/v1/decisions/{quote(question.rule, safe='')}"
    url = base.copy_with(path=path, query=None, fragment=None)
    version = {"version": question.version} if question.version else {}
    if question.inputs is None:
        query = httpx.QueryParams({**version, **question.texts})
        if len(str(query)) > LONGEST_QUERY:
            message = f"the inputs are longer than the {LONGEST_QUERY} characters that fit a URL: use '--inputs'"
            raise click.UsageError(message)
        return client.build_request("GET", url, params=query)
    content = json.encode({"inputs": question.inputs, **version})
    return client.build_request("POST", url, content=content, headers={"content-type": "application/json"})


def _refusal(response: httpx.Response, base: httpx.URL) -> Failure:
    status = response.status_code
    try:
        problem = json.decode(response.content, type=Answered)
    except DecodeError:
        return unreachable(f"{_name(base)} answers with status {status}, and not as this service does")
    kind = problem.type.replace(":", "/").rpartition("/")[2]
    detail = problem.detail or problem.title or f"{_name(base)} answers with status {status}"
    if status == HTTPStatus.UNPROCESSABLE_ENTITY:
        code = Code.NO
    else:
        code = Code.USAGE if response.is_client_error else Code.UNREACHABLE
    return Failure(Problem(type=kind, detail=detail, errors=problem.errors), code)


def _name(base: httpx.URL) -> str:
    """The service in words, without a password that may stand in its URL."""
    return f"`{base.scheme}://{base.netloc.decode()}`"


def _reason(error: httpx.RequestError) -> str:
    if isinstance(error, httpx.TimeoutException):
        return f"nothing came within {TIMEOUT:g} s"
    reason = re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
    return f"{reason[:1].lower()}{reason[1:]}"
