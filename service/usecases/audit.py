"""Audit: what was changed, when, by whom, and why."""

from service.model.publication import Event
from service.usecases.ports import Ledger


class Audit:
    """Reads the log of all changes."""

    def __init__(self, ledger: Ledger) -> None:
        """Take the parts."""
        self._ledger = ledger

    async def __call__(self, *, limit: int, before: int | None = None, rule: str | None = None) -> list[Event]:
        """Up to `limit` events, the newest first: those with a sequence below `before`, of one rule or of all.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        return await self._ledger.events(before=before, limit=limit, rule=rule)
