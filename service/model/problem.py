"""A failure as callers get it."""

from msgspec import Struct

from service.errors import Issue


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A failure, as RFC 9457 has it: tell kinds apart by `type`, show `detail` to people.

    `errors` says where several things are wrong: for each a stable code, a JSON path and a sentence. `request_id` finds
    the request in the log; the problem of one item of a batch has none.
    """

    type: str
    title: str
    status: int
    detail: str
    errors: tuple[Issue, ...] = ()
    request_id: str | None = None
