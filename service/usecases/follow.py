"""Follow the bundle that the keeper writes: each process that answers does so by itself, and without a database."""

import asyncio
import gc
from collections.abc import Callable, Hashable
from typing import Final, Protocol

import structlog

from service.errors import DataDamagedError
from service.model.publication import Bundle
from service.usecases.live import LiveRules
from service.usecases.revision import Revision

LOOK: Final = 0.05
"""Seconds between two looks at the bundle."""
AGAIN: Final = 1.0
"""Seconds until a bundle that could not be served is tried again."""


class Written(Protocol):
    """A bundle that somebody else writes."""

    def stamp(self) -> Hashable:
        """What differs once it has been written anew; nothing, while there is none."""
        ...

    def read(self) -> Bundle:
        """The bundle; may raise DataDamagedError."""
        ...


class Reloads(Protocol):
    """Sees every reload go by, for metrics."""

    def reloaded(self, result: str) -> None:
        """A bundle was `taken`, or has `failed`."""
        ...


class Follower:
    """Serves the bundle that was written last; one that can't be served leaves what is being served as it is."""

    def __init__(
        self, written: Written, live: LiveRules, watcher: Reloads, settle: Callable[[], None] = lambda: None
    ) -> None:
        """Nothing is read before the first `take`; `settle` is called after each that brings a new revision."""
        self._written = written
        self._live = live
        self._watcher = watcher
        self._settle = settle
        self._stamp: Hashable = None
        self._told: object = None
        self._settled: Revision | None = None

    def take(self) -> None:
        """Serve the bundle as it is now; what fails is in `LiveRules.last` and in the log, nothing is raised."""
        try:
            self._take()
            self._tell()
        except Exception as error:  # whoever counts may fail, on a full disk for one; the next bundle is taken still
            _log().error("a bundle could not be told of", exc_info=error)

    async def run(self) -> None:
        """Take each bundle that is written from now on, beside the requests; it ends by being canceled."""
        while True:
            if self._written.stamp() != self._stamp:
                await asyncio.to_thread(self.take)
            await asyncio.sleep(AGAIN if self._stamp is None else LOOK)

    def _take(self) -> None:
        stamp, self._stamp = self._written.stamp(), None
        try:
            taken = self._live.take(self._written.read())
            self._stamp = stamp
            if taken and self._live.snapshot is not self._settled:
                self._settled = self._live.snapshot
                self._settle()
        except DataDamagedError as error:
            self._live.miss(str(error))
        except Exception as error:  # a bug must not end the process that answers
            self._live.miss(f"a bundle could not be taken, which is a bug: {error!r}")
            _log().error("a bundle could not be taken", exc_info=error)

    def _tell(self) -> None:
        """Count the outcome; log it, unless it is the same as before."""
        last = self._live.last
        if last is None:
            return
        self._watcher.reloaded("taken" if last.taken else "failed")
        found = [last.failure] if last.failure else [str(one) for one in last.diagnostics]
        told = self._live.snapshot.digest if last.taken else found
        if told == self._told:
            return
        self._told = told
        if last.taken:
            _log().info("serving", revision=told, sequence=self._live.sequence)
        else:
            _log().error("the rules can't be taken; what was served before stays", reasons=found)


def settle() -> None:
    """Spare the garbage collector what was just made, which stays: for a process that does nothing else.

    It would look at the compiled rules again and again while requests come and go: that was a fifth of a request,
    measured. What is replaced holds no cycles, so it is freed without the collector, and the long pause of a full
    collection (100 milliseconds and more) is never needed. The young objects are collected first, so that the rubbish
    of requests does not stay.
    """
    gc.collect(1)
    gc.freeze()


def _log() -> structlog.stdlib.BoundLogger:
    log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.rules")
    return log
