"""The REST API of a running service: requests to it, and what its refusals mean for a command."""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Any, Generic, Self, TypeVar
from urllib.parse import quote

import click
import httpx
from msgspec import DecodeError, Struct, json, structs

from service.cli.ending import Code, Failure, Problem, code_of, unreachable
from service.errors import Issue

T = TypeVar("T")

TIMEOUT = 30.0
"""Seconds to wait for the service, for each of connecting, sending and receiving."""

EXAMINATION_TIMEOUT = 600.0
"""Seconds to wait where the service examines documents first: its own limits end that sooner."""

_NO = {
    HTTPStatus.CONFLICT,
    HTTPStatus.PRECONDITION_FAILED,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.PRECONDITION_REQUIRED,
}
"""By these a service says no, also where its kind of problem is not known here."""


class Answered(Struct, frozen=True):
    """The members of a problem (RFC 9457) that are shown."""

    type: str = "about:blank"
    title: str = ""
    detail: str = ""
    errors: Sequence[Issue] = ()


class Request(Struct, frozen=True, kw_only=True):
    """What is asked of a service; `path` comes as segments, `scope` is the one that its token needs, if not any."""

    path: Sequence[str]
    method: str = "GET"
    query: Mapping[str, str] = {}
    content: bytes | None = None
    headers: Mapping[str, str] = {}
    timeout: float = TIMEOUT
    scope: str = ""


class ListPage(Struct, Generic[T], frozen=True):
    """A part of a list, and where the next one begins."""

    items: list[T]
    next: str | None


class Service:
    """A running service, for as long as one command talks to it."""

    def __init__(self, url: str, token: str = "") -> None:
        """Connect when the first request is sent.

        Raises:
            UsageError: the URL is not one of HTTP.
        """
        self._base = _base(url)
        self._client = connect({"accept": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {}))

    def __enter__(self) -> Self:
        """Use it in a `with`, which closes its connections."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._client.close()

    @property
    def name(self) -> str:
        """The service in words, without a password that may stand in its URL."""
        return f"`{self._base.scheme}://{self._base.netloc.decode()}`"

    def send(self, request: Request) -> httpx.Response:
        """The answer to a request.

        Raises:
            UsageError: the request does not fit a URL.
            Failure: the service refuses it, or can't be reached.
        """
        try:
            response = self._client.request(
                request.method,
                self._url(request.path),
                params=dict(request.query) or None,
                content=request.content,
                headers=dict(request.headers),
                timeout=request.timeout,
            )
        except httpx.RequestError as error:
            raise unreachable(f"no answer from {self.name}: {_reason(error, request.timeout)}") from error
        except httpx.InvalidURL as error:
            message = f"this question does not fit a URL: {error}"
            raise click.UsageError(message) from error
        if not response.is_success:
            raise self._refusal(response, request)
        return response

    def read(self, response: httpx.Response, what: type[T], noun: str) -> T:
        """The body of an answer; `noun` is what it should be, in words.

        Raises:
            Failure: it is something else.
        """
        try:
            return json.decode(response.content, type=what)
        except DecodeError as error:
            raise unreachable(f"{self.name} answers with something that is no {noun}: {error}") from error

    def entries(self, request: Request, what: type[T]) -> Iterator[T]:
        """The entries of a list, page after page.

        Raises:
            Failure: the service refuses it, can't be reached, or answers with something else.
        """
        following: str | None = ""
        while following is not None:
            query = {**request.query, **({"next": following} if following else {})}
            page = self.read(self.send(structs.replace(request, query=query)), ListPage[what], "list")  # type: ignore[valid-type]
            yield from page.items
            following = page.next

    def _url(self, segments: Sequence[str]) -> httpx.URL:
        path = "/".join(quote(one, safe="") for one in segments)
        return self._base.copy_with(path=f"{self._base.path.rstrip('/')}/v1/{path}", query=None, fragment=None)

    def _refusal(self, response: httpx.Response, request: Request) -> Failure:
        status = response.status_code
        try:
            problem = json.decode(response.content, type=Answered)
        except DecodeError:
            return unreachable(f"{self.name} answers with status {status}, and not as this service does")
        kind = problem.type.replace(":", "/").rpartition("/")[2]
        detail = problem.detail or problem.title or f"{self.name} answers with status {status}"
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            detail = f"{detail}; {_how_to_be_allowed(request.scope)}"
        code = code_of(kind, Code.NO if status in _NO else _code_of(response))
        return Failure(Problem(type=kind, detail=detail, errors=problem.errors), code)


def _how_to_be_allowed(scope: str) -> str:
    command = f"`gpu-rules token new --name NAME --scope {scope or 'read'}`"
    return f"{command} makes a token where the store of the service is, and commands take it from `GPU_RULES_TOKEN`"


def _code_of(response: httpx.Response) -> Code:
    return Code.USAGE if response.is_client_error else Code.UNREACHABLE


def connect(headers: Mapping[str, str]) -> httpx.Client:
    """A client that sends these headers with each request, and follows no redirect: the token is not for others."""
    return httpx.Client(headers=headers, follow_redirects=False)


def as_json(body: Any) -> tuple[bytes, dict[str, str]]:
    """A body in JSON, and the header that says so."""
    return json.encode(body), {"content-type": "application/json"}


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


def _reason(error: httpx.RequestError, timeout: float) -> str:
    if isinstance(error, httpx.TimeoutException):
        return f"nothing came within {timeout:g} s"
    reason = re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
    return f"{reason[:1].lower()}{reason[1:]}"
