"""Look up recorded decisions."""

from typing import Final

from msgspec import Struct

from service.errors import RecordNotFoundError
from service.model.publication import Record
from service.usecases.ports import Records

_SHOWN: Final = 60
"""Characters of an identity that a message shows."""


class RecordPage(Struct, frozen=True):
    """Some records, the newest first; `next` is where older ones begin, nothing if there are none."""

    records: list[Record]
    next: str | None


async def find_record(records: Records, decision_id: str) -> Record:
    """The record of a decision.

    Raises:
        RecordNotFoundError: there is none.
        StoreUnavailableError: as the port says.
    """
    record = await records.get(decision_id)
    if record is None:
        message = (
            f"no decision is recorded as `{decision_id[:_SHOWN]}`: it was not in the sample, or not written yet, "
            "or its record is removed by now"
        )
        raise RecordNotFoundError(message)
    return record


async def records_of(records: Records, rule: str, *, limit: int, before: str | None = None) -> RecordPage:
    """The records of a rule; `before` is the `next` of an earlier page.

    Raises:
        StoreUnavailableError: as the port says.
    """
    found = await records.page(rule, before=before, limit=limit + 1)
    more = len(found) > limit
    return RecordPage(found[:limit], found[limit - 1].decision_id if more else None)
