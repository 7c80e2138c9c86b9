"""Times of a timeline as whole microseconds, so that a ledger can close to the last one."""

from datetime import UTC, datetime, timedelta
from typing import Final

from service.model.ledger import Moment

SECOND: Final = 1_000_000
_DAY: Final = 86_400 * SECOND
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
LATEST: Final = 1e11
"""Seconds; as a time since 1970 this is the year 5138, so what is beyond is a number of another unit."""


def from_datetime(time: datetime) -> int:
    """Microseconds since 1970."""
    since = time - _EPOCH
    return since.days * _DAY + since.seconds * SECOND + since.microseconds


def from_seconds(seconds: float) -> int:
    """Microseconds; what is finer is rounded."""
    return round(seconds * SECOND)


def to_seconds(microseconds: int) -> float:
    """Seconds."""
    return microseconds / SECOND


def to_datetime(microseconds: int) -> datetime:
    """The time in UTC."""
    return _EPOCH + timedelta(microseconds=microseconds)


def to_moment(microseconds: int, *, as_text: bool) -> Moment:
    """The time as it was given: RFC 3339 text, in UTC, or a number of seconds."""
    if not as_text:
        return to_seconds(microseconds)
    return to_datetime(microseconds).isoformat().replace("+00:00", "Z")
