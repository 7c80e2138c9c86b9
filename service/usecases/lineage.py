"""One store is served, and no other: each state of it that is shown comes after the one before."""

import asyncio
from contextlib import suppress
from typing import Final

from service.errors import DataDamagedError, StoreUnavailableError
from service.model.publication import Bundle
from service.usecases.ports import Ledger
from service.usecases.sources import Shown

_WAY_OUT: Final = "restore it or, to serve what it has, move `bundle.json` out of the data directory and restart"


class Lineage:
    """Reads the store, as long as it is the one whose bundle is shown.

    A database that was lost, or restored from an old copy, or an address of another one, would else take back what is
    live, and with it versions and tokens, without a word.
    """

    def __init__(self, ledger: Ledger, shown: Shown) -> None:
        """What is shown is read at first use."""
        self._ledger = ledger
        self._shown = shown
        self._last: Bundle | None = None

    async def bundle(self) -> Bundle:
        """What the store holds now.

        Raises:
            StoreUnavailableError: it does not answer, or it is another store.
        """
        if self._last is None and self._shown.exists():
            with suppress(DataDamagedError):  # then nobody knows, and the store's word counts
                self._last = await asyncio.to_thread(self._shown.read)
        bundle = await self._ledger.bundle()
        if self._last and not _follows(bundle, self._last):
            message = f"the store has {bundle.sequence} events and lacks some that are served, of {self._last.sequence}"
            raise StoreUnavailableError(f"{message}: {_WAY_OUT}")
        return bundle

    async def show(self) -> Bundle:
        """Show what the store holds now.

        Raises:
            StoreUnavailableError: as for `bundle`; what is shown stays.
            DataDamagedError: a document in the store is not what its digest says.
            OSError: it can't be written.
        """
        bundle = await self.bundle()
        await asyncio.to_thread(self._shown.write, bundle)
        self._last = bundle
        return bundle


def _follows(now: Bundle, last: Bundle) -> bool:
    """Whether one state of a store can come after another: events only ever come, and versions stay as they are."""
    kept = {(one.name, one.version): one.digest for one in now.versions}
    return last.sequence <= now.sequence and all(
        kept.get((one.name, one.version)) == one.digest for one in last.versions
    )
