"""Those who send calls: one waits for each answer, the other lets others work meanwhile."""

from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Final, Self, TypeVar

import httpx
from httpx_retries import RetryTransport

from service.client.address import Address
from service.client.calls.call import Call
from service.client.line import Line, heads
from service.client.replies import AsyncWhole, LastReply, Whole
from service.client.retries import PATIENT, Retries
from service.model.pages import Page

T = TypeVar("T")

TIMEOUT: Final = 30.0
"""Seconds to wait for a service, for each of sending and receiving."""


class Sender:
    """Sends calls to one service, and waits for the answers; usable by several threads at once."""

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        timeout: float = TIMEOUT,
        retries: Retries = PATIENT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Connect when the first call is sent.

        Args:
            url: where the service is, such as `http://127.0.0.1:8000`; a path in it goes before `/v1`.
            token: the bearer token; empty: none.
            timeout: seconds to wait for an answer; a connection takes no more than five of them. What takes a service
                longer, such as to examine a document, is waited for longer.
            retries: when a call is sent again.
            transport: what carries requests instead of the network, such as `httpx.WSGITransport` in a test.

        Raises:
            Unsendable: the URL is not one of HTTP, or the token is none.
        """
        self._line = Line(address=Address(url), timeout=timeout, retries=retries)
        self._client = httpx.Client(headers=heads(token), follow_redirects=False, transport=transport)
        self._trying = RetryTransport(Whole(self._client, retries))

    def __enter__(self) -> Self:
        """Use it in a `with`, which closes its connections."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def send(self, call: Call[T]) -> T:
        """The answer to a call.

        Raises:
            Unsendable: the call does not fit HTTP.
            Refused: the service refuses it.
            Unreachable: no answer comes.
            Unexpected: the answer is none of this service.
        """
        request = self._line.request(self._client, call)
        try:
            response = self._trying.handle_request(request)
        except LastReply as last:
            response = last.response
        except httpx.RequestError as error:
            raise self._line.failure(error) from error
        return self._line.answer(call, response)

    def each(self, call: Call[Page[T]]) -> Iterator[T]:
        """The entries of a list, from the page that the call asks for to the last one; pages come as they are needed.

        Raises:
            ClientError: as for `send`.
        """
        following: Call[Page[T]] | None = call
        while following:
            page = self.send(following)
            yield from page.items
            following = self._line.following(following, page)


class AsyncSender:
    """The same for asyncio."""

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        timeout: float = TIMEOUT,
        retries: Retries = PATIENT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """As for the other one."""
        self._line = Line(address=Address(url), timeout=timeout, retries=retries)
        self._client = httpx.AsyncClient(headers=heads(token), follow_redirects=False, transport=transport)
        self._trying = RetryTransport(AsyncWhole(self._client, retries))

    async def __aenter__(self) -> Self:
        """Use it in an `async with`, which closes its connections."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def send(self, call: Call[T]) -> T:
        """The answer to a call.

        Raises:
            ClientError: as for the other one.
        """
        request = self._line.request(self._client, call)
        try:
            response = await self._trying.handle_async_request(request)
        except LastReply as last:
            response = last.response
        except httpx.RequestError as error:
            raise self._line.failure(error) from error
        return self._line.answer(call, response)

    async def each(self, call: Call[Page[T]]) -> AsyncIterator[T]:
        """The entries of a list, page after page.

        Raises:
            ClientError: as for `send`.
        """
        following: Call[Page[T]] | None = call
        while following:
            page = await self.send(following)
            for one in page.items:
                yield one
            following = self._line.following(following, page)
