"""What sending a call and reading its answer have in common, however one waits in between."""

import re
from time import monotonic
from typing import Any, Final, TypeVar

import httpx
from msgspec import DecodeError, Struct, json, structs

from service.client.address import Address
from service.client.calls.call import Call, Reply
from service.client.failures import ClientError, Refused, Unexpected, Unreachable, Unsendable
from service.client.replies import BEGUN, pause
from service.client.retries import Retries
from service.errors import Issue
from service.model.pages import Page
from service.model.problem import Problem

T = TypeVar("T")

CONNECTING: Final = 5.0
"""Seconds to wait for a connection: a service that is there takes one long before it has an answer."""
UNREADABLE: Final = (DecodeError, UnicodeDecodeError, RecursionError)
"""What is raised of bytes that are something else than was expected."""


class Said(Struct, frozen=True):
    """The members of a problem as they come: what stands between the service and its callers may say less."""

    type: str = "about:blank"
    title: str = ""
    detail: str = ""
    errors: tuple[Issue, ...] = ()
    request_id: str | None = None


class Line(Struct, frozen=True, kw_only=True):
    """The way to one service: where it is, seconds to wait for an answer, and how patient the client is."""

    address: Address
    timeout: float
    retries: Retries

    def request(self, client: httpx.Client | httpx.AsyncClient, call: Call[Any]) -> httpx.Request:
        """A call as a request.

        Raises:
            Unsendable: it does not fit HTTP.
        """
        seconds = call.timeout or self.timeout
        try:
            return client.build_request(
                call.method,
                self.address.of(call.path),
                params=dict(call.query) or None,
                content=call.content,
                headers=dict(call.headers),
                timeout=httpx.Timeout(seconds, connect=min(seconds, CONNECTING)),
                extensions={"retry": self.retries.policy(repeatable=call.repeatable), BEGUN: monotonic()},
            )
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            message = f"this question does not fit a URL: {error}"
            raise Unsendable(message) from error

    def answer(self, call: Call[T], response: httpx.Response) -> T:
        """What a response says.

        Raises:
            Refused: the service refuses the call.
            Unexpected: it is no answer to this call.
        """
        status = response.status_code
        if not response.is_success:
            raise self._refusal(call, response)
        try:
            return call.read(Reply(status, response.content))
        except UNREADABLE as error:
            message = f"`{self.address}` answers with something that is no {call.noun}: {error}"
            raise Unexpected(message, status) from error

    def failure(self, error: httpx.RequestError) -> ClientError:
        """What it means that there is no response."""
        match error:
            case httpx.DecodingError():
                return Unexpected(f"`{self.address}` answers with something that can't be taken: {error}")
            case _:
                return Unreachable(f"no answer from `{self.address}`: {_reason(error)}")

    def following(self, call: Call[Page[T]], page: Page[T]) -> Call[Page[T]] | None:
        """The call for the next page of a list; nothing after the last one.

        Raises:
            Unexpected: the next page would be the same one again.
        """
        if page.next is None:
            return None
        if page.next == call.query.get("next"):
            message = f"`{self.address}` answers with a list that has no end"
            raise Unexpected(message, 200)
        return structs.replace(call, query={**call.query, "next": page.next})

    def _refusal(self, call: Call[Any], response: httpx.Response) -> ClientError:
        status = response.status_code
        answers = f"`{self.address}` answers with status {status}"
        said = _said(response) if response.is_error else None
        if said is None:
            return Unexpected(f"{answers}, and not as this service does", status)
        problem = Problem(
            type=said.type,
            title=said.title,
            status=status,
            detail=said.detail or said.title or answers,
            errors=said.errors,
            request_id=said.request_id,
        )
        return Refused(problem, scope=call.scope, retry_after=pause(response))


def _said(response: httpx.Response) -> Said | None:
    try:
        return json.decode(response.content, type=Said)
    except UNREADABLE:
        return None


def heads(token: str) -> dict[str, str]:
    """The head of every request.

    Raises:
        Unsendable: the token can't stand there.
    """
    if not (token.isascii() and token.isprintable()):
        message = "the bearer token has characters that no token has"
        raise Unsendable(message)
    return {"accept": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})


def _reason(error: httpx.RequestError) -> str:
    match error:
        case httpx.ConnectTimeout():
            return f"no connection came about within {_waited(error, 'connect'):g} s"
        case httpx.TimeoutException():
            return f"nothing came within {_waited(error, 'read'):g} s"
        case _:
            reason = re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
            return f"{reason[:1].lower()}{reason[1:]}"


def _waited(error: httpx.TimeoutException, what: str) -> float:
    seconds: float = error.request.extensions["timeout"][what]
    return seconds
