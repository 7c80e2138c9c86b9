"""Answers as they arrive: whole, in bounds, and with a last one."""

from time import monotonic
from typing import Final

import httpx
from httpx_retries import Retry

from service.client.retries import STATUSES, Retries

LARGEST: Final = 200_000_000
"""Bytes of an answer at most: more than the service sends, and less than a machine holds."""
PACE: Final = 100_000
"""Bytes of an answer that come in a second at least, once the time to wait for it is over."""
BEGUN: Final = "gpu_rules.begun"
"""The extension of a request that says when it was sent first, by the clock that only goes on."""


class LastReply(Exception):  # noqa: N818 - an answer, and no error, that goes past those who would ask again
    """An answer after which nothing is sent again, although others like it would be reason to."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response.status_code)
        self.response = response


class Gathering:
    """The body of one answer, as far as it has come."""

    def __init__(self, response: httpx.Response) -> None:
        """Nothing has come yet."""
        self._response = response
        self._patience = response.request.extensions["timeout"]["read"]
        self._begun = monotonic()
        self._content = bytearray()

    def add(self, piece: bytes) -> None:
        """Take a piece.

        Raises:
            DecodingError: the body is larger than any answer.
            ReadTimeout: it comes, but too slowly.
        """
        self._content += piece
        if len(self._content) > LARGEST:
            message = f"more than {LARGEST} bytes"
            raise httpx.DecodingError(message, request=self._response.request)
        if monotonic() - self._begun > self._patience + len(self._content) / PACE:
            message = "the answer comes too slowly"
            raise httpx.ReadTimeout(message, request=self._response.request)

    def end(self, retries: Retries) -> httpx.Response:
        """The whole answer; what was said about the form in which its body traveled is not true of it any more.

        Raises:
            LastReply: this is the answer, and it would take too long to ask again.
        """
        headers = httpx.Headers(self._response.headers)
        for name in ("content-encoding", "transfer-encoding", "content-length"):
            headers.pop(name, None)
        asked = pause(self._response)
        if asked is None:
            headers.pop("retry-after", None)
        request, status = self._response.request, self._response.status_code
        whole = httpx.Response(status, headers=headers, content=bytes(self._content), request=request)
        elapsed = monotonic() - request.extensions[BEGUN]
        if status in STATUSES and retries.ends(elapsed=elapsed, asked=asked):
            raise LastReply(whole)
        return whole


class Whole(httpx.BaseTransport):
    """Sends a request by a client, with all that it does for a request, and reads the answer to its end."""

    def __init__(self, client: httpx.Client, retries: Retries) -> None:
        """The client is closed by those who made it."""
        self._client = client
        self._retries = retries

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """One try."""
        response = self._client.send(request, stream=True)
        try:
            gathering = Gathering(response)
            for piece in response.iter_bytes():
                gathering.add(piece)
        finally:
            response.close()
        return gathering.end(self._retries)


class AsyncWhole(httpx.AsyncBaseTransport):
    """The same for a client that waits asynchronously."""

    def __init__(self, client: httpx.AsyncClient, retries: Retries) -> None:
        """The client is closed by those who made it."""
        self._client = client
        self._retries = retries

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """One try."""
        response = await self._client.send(request, stream=True)
        try:
            gathering = Gathering(response)
            async for piece in response.aiter_bytes():
                gathering.add(piece)
        finally:
            await response.aclose()
        return gathering.end(self._retries)


def pause(response: httpx.Response) -> float | None:
    """The seconds after which a service wants to be asked again; nothing if it does not say so, or not in the form."""
    text = response.headers.get("retry-after", "")
    try:
        return Retry().parse_retry_after(text) if text else None
    except (ValueError, OverflowError):
        return None
