"""When a call is sent again, and after which pause."""

from http import HTTPStatus

import httpx
from httpx_retries import Retry
from msgspec import Struct

STATUSES = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""What may be otherwise in a moment. Any other refusal stays the same however often one asks; a 500 is a bug."""

_UNDONE = frozenset({HTTPStatus.TOO_MANY_REQUESTS})
"""The one of them that says for certain that nothing was done."""

_BROKEN = (httpx.NetworkError, httpx.ConnectTimeout, httpx.RemoteProtocolError)
"""The connection does not come about, or breaks. A service that takes too long is not asked for the same once more."""

_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout)

_METHODS = ("GET", "POST", "PUT", "DELETE")


class Retries(Struct, frozen=True, kw_only=True):
    """How patient a client is with a service that is not there, or busy.

    Attributes:
        times: how often a call is sent again at most.
        pause: seconds; before the nth time up to `pause * 2 ** n` of them pass, as chance will have it, so that many
            clients do not come back at once.
        longest: seconds of one pause at most. A service that asks for more (`Retry-After`) is not asked again.
        total: seconds since the call was sent first, after which it is not sent again.
    """

    times: int = 3
    pause: float = 0.25
    longest: float = 10.0
    total: float = 30.0

    def policy(self, *, repeatable: bool) -> Retry:
        """The same for the library: what may not be done twice is sent again only if it was not done at all."""
        return Retry(
            total=self.times,
            allowed_methods=_METHODS,
            status_forcelist=STATUSES if repeatable else _UNDONE,
            retry_on_exceptions=_BROKEN if repeatable else _UNSENT,
            backoff_factor=self.pause,
            max_backoff_wait=self.longest,
            total_timeout=self.total,
        )

    def ends(self, *, elapsed: float, asked: float | None) -> bool:
        """Whether an answer is the last one, so long after the first try, if the service asked for this pause."""
        pause = asked or 0.0
        return pause > self.longest or elapsed + pause > self.total


PATIENT = Retries()
"""The patience of a client that is told nothing else."""

NEVER = Retries(times=0)
"""Send everything once."""
