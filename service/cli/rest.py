"""A running service as commands see it: what a failure to ask it means for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from types import TracebackType
from typing import Self, TypeVar

import click

from service.cli.ending import Code, Failure, Problem, code_of, unreachable
from service.client import Client, Refused, Retries, Unexpected, Unreachable, Unsendable
from service.client.calls import Call
from service.model.pages import Page

T = TypeVar("T")

RETRIES = Retries(times=2, total=10.0)
"""Somebody sits there and waits."""

_NO = {
    HTTPStatus.CONFLICT,
    HTTPStatus.PRECONDITION_FAILED,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.PRECONDITION_REQUIRED,
}
"""By these a service says no, also where its kind of problem is not known here."""


class Service:
    """A running service, for as long as one command talks to it."""

    def __init__(self, url: str, token: str = "") -> None:
        """Connect when the first call is sent.

        Raises:
            UsageError: the URL is not one of HTTP.
        """
        with _ending():
            self._client = connect(url, token)

    def __enter__(self) -> Self:
        """Use it in a `with`, which closes its connections."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._client.close()

    def send(self, call: Call[T]) -> T:
        """The answer to a call.

        Raises:
            UsageError: the call does not fit a URL.
            Failure: the service refuses it, or gives no answer that can be used.
        """
        with _ending():
            return self._client.send(call)

    def each(self, call: Call[Page[T]]) -> Iterator[T]:
        """The entries of a list, page after page.

        Raises:
            Failure: as for `send`.
        """
        with _ending():
            yield from self._client.each(call)


def connect(url: str, token: str) -> Client:
    """A client of the service."""
    return Client(url, token=token, retries=RETRIES)


@contextmanager
def _ending() -> Iterator[None]:
    try:
        yield
    except Unsendable as error:
        raise click.UsageError(str(error)) from error
    except Refused as error:
        raise _refusal(error) from error
    except (Unreachable, Unexpected) as error:
        raise unreachable(str(error)) from error


def _refusal(error: Refused) -> Failure:
    detail = error.detail
    if error.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        detail = f"{detail}; {_how_to_be_allowed(error.scope)}"
    otherwise = Code.UNREACHABLE if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR else Code.USAGE
    code = code_of(error.kind, Code.NO if error.status in _NO else otherwise)
    return Failure(Problem(type=error.kind, detail=detail, errors=error.errors), code)


def _how_to_be_allowed(scope: str) -> str:
    command = f"`gpu-rules token new --name NAME --scope {scope or 'read'}`"
    return f"{command} makes a token where the store of the service is, and commands take it from `GPU_RULES_TOKEN`"
