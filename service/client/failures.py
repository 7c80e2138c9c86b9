"""How a call can fail.

ClientError
|- Refused        the service says no, and why: it answers with a problem (RFC 9457)
|- Unreachable    no answer comes: no connection, or not in time
|- Unexpected     an answer comes that is not one of this service: a page of a proxy, a redirect, broken JSON
`- Unsendable     the call can't be sent as it is: no URL, a name that does not fit one, a token that is none
"""

from service.model.problem import Problem


class ClientError(Exception):
    """Base of the failures of a client; its text is one line for people."""


class Refused(ClientError):  # noqa: N818 - read as `except Refused`
    """The service refuses a call, with a problem.

    Attributes:
        status: the status of HTTP.
        type: the URI of the kind of problem.
        title: the kind in words, which never vary.
        detail: what is wrong this time, in a sentence.
        errors: where several things are wrong: for each a stable code, a JSON path and a sentence.
        request_id: finds the request in the log of the service.
        scope: the scope that a token needs for this call where deciding is closed, or for a change; empty: none.
        retry_after: seconds after which the service would like to be asked again, where it says so.
    """

    def __init__(self, problem: Problem, *, scope: str = "", retry_after: float | None = None) -> None:
        """Take over the members of the problem."""
        super().__init__(problem.detail)
        self.status = problem.status
        self.type = problem.type
        self.title = problem.title
        self.detail = problem.detail
        self.errors = problem.errors
        self.request_id = problem.request_id
        self.scope = scope
        self.retry_after = retry_after

    @property
    def kind(self) -> str:
        """The last part of the type: `rule-not-found`."""
        return self.type.replace(":", "/").rpartition("/")[2]


class Unreachable(ClientError):  # noqa: N818
    """No answer comes from the service."""


class Unexpected(ClientError):  # noqa: N818
    """An answer comes that this service would not give; `status` is that of HTTP, if it was taken that far."""

    def __init__(self, message: str, status: int | None = None) -> None:
        """Keep the status."""
        super().__init__(message)
        self.status = status


class Unsendable(ClientError, ValueError):  # noqa: N818
    """The call can't be sent: it does not fit HTTP."""
