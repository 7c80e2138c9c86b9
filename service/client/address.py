"""Where a service is, and where its operations are."""

from collections.abc import Sequence
from urllib.parse import quote

import httpx

from service.client.failures import Unsendable


class Address:
    """The URL of a service, perhaps with a path before `/v1`, as a proxy may have put it there."""

    def __init__(self, text: str) -> None:
        """Read it; a query or a fragment in it is passed over.

        Raises:
            Unsendable: it is not the URL of a service.
        """
        try:
            url = httpx.URL(text)
        except httpx.InvalidURL as error:
            message = f"`{text}` is not a URL: {error}"
            raise Unsendable(message) from error
        if url.scheme not in ("http", "https") or not url.host:
            message = f"`{text}` is not a URL of a service, such as `http://127.0.0.1:8000`"
            raise Unsendable(message)
        self._base = url

    def __str__(self) -> str:
        """For people, without a password that may stand in it."""
        return f"{self._base.scheme}://{self._base.netloc.decode()}"

    def of(self, segments: Sequence[str]) -> httpx.URL:
        """The URL of an operation; each segment stays one, whatever is in it.

        Raises:
            Unsendable: it does not fit a URL.
        """
        try:
            path = "/".join(quote(one, safe="") for one in segments)
            return self._base.copy_with(path=f"{self._base.path.rstrip('/')}/v1/{path}", query=None, fragment=None)
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            message = f"this question does not fit a URL: {error}"
            raise Unsendable(message) from error
