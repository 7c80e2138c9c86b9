"""The rules that are being served: built aside, swapped once, the last good revision kept."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct, structs

from service.errors import Diagnostic, NotReadyError, RuleRejectedError
from service.model.places import failed
from service.model.publication import Bundle, Event, Token
from service.usecases.build import Builder
from service.usecases.check import check_files, read_files
from service.usecases.ports import RuleSource
from service.usecases.revision import Revision

_LOOK: Final = 0.01
"""Seconds between two looks of somebody who waits for a change to be served."""


class Attempt(Struct, frozen=True):
    """How the latest load went: when, and what was wrong (nothing, if it was taken).

    `failure` says in a sentence what `diagnostics` can't, because no rule is at fault.
    """

    at: datetime
    diagnostics: list[Diagnostic]
    failure: str | None = None

    @property
    def taken(self) -> bool:
        """Whether what was loaded is being served."""
        return self.failure is None and not failed(self.diagnostics)


class Served(Struct, frozen=True, kw_only=True, eq=False):
    """All that is served at one moment: replaced as a whole, never changed."""

    revision: Revision
    since: datetime
    sequence: int = 0
    tokens: Mapping[str, Token] = {}
    activations: Mapping[tuple[str, str], Event] = {}


class LiveRules:
    """Holds the current revision; readers take `snapshot` once per question."""

    def __init__(
        self,
        source: RuleSource | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        build: Builder | None = None,
    ) -> None:
        """Nothing is served until the first load from the source, or until the first bundle is taken.

        `build` is a builder that may have read some of the rules before.
        """
        self._source = source
        self._now = now
        self._build = build or Builder()
        self._served: Served | None = None
        self.last: Attempt | None = None

    @property
    def snapshot(self) -> Revision:
        """The revision being served.

        Raises:
            NotReadyError: none has been loaded yet.
        """
        served = self._served
        if served is None:
            message = "no rules have been loaded yet"
            raise NotReadyError(message)
        return served.revision

    @property
    def since(self) -> datetime | None:
        """Since when that revision is being served."""
        return self._served.since if self._served else None

    @property
    def sequence(self) -> int:
        """The event after which the rules stand as they are served; 0 for a directory."""
        return self._served.sequence if self._served else 0

    @property
    def tokens(self) -> Mapping[str, Token]:
        """The tokens by identity that had not been revoked after that event; some may have expired."""
        return self._served.tokens if self._served else {}

    @property
    def activations(self) -> Mapping[tuple[str, str], Event]:
        """The events by which versions were made live last, by name and version."""
        return self._served.activations if self._served else {}

    def load(self, *, cases: bool = True) -> Revision:
        """Build a revision from the source and serve it; whatever fails, what is being served stays.

        Without `cases` those of the rules are not run, which takes most of the time: who asks one question of a
        directory wants what it says now, and `gpu-rules check` tells whether it holds.

        Raises:
            NotReadyError: there is no source.
            RuleRejectedError: some file is not right; the diagnostics are also kept in `last`.
        """
        if self._source is None:
            message = "these rules come in bundles, not from a directory"
            raise NotReadyError(message)
        report = check_files(self._source.read()) if cases else read_files(self._source.read())
        self.last = Attempt(self._now(), report.diagnostics)
        if failed(report.diagnostics) or report.revision is None:
            raise RuleRejectedError([one for one in report.diagnostics if one.severity == "error"])
        self._served = Served(revision=report.revision, since=self.last.at)
        return report.revision

    def take(self, bundle: Bundle) -> bool:
        """Serve the revision that a bundle makes; if it makes none, what is being served stays, and `last` says why.

        Its tokens count in any case: one that was revoked must not live on because some rule can't be compiled.
        """
        tokens = {token.id: token for token in bundle.tokens}
        if self._served is not None:
            self._served = structs.replace(self._served, tokens=tokens)
        try:
            revision = self._build(bundle)
        except RuleRejectedError as error:
            self.last = Attempt(self._now(), error.diagnostics)
            return False
        self.last = Attempt(self._now(), [])
        before = self._served
        self._served = Served(
            revision=revision,
            since=before.since if before and before.revision.digest == revision.digest else self.last.at,
            sequence=bundle.sequence,
            tokens=tokens,
            activations={(event.rule, event.version): event for event in bundle.activations if event.version},
        )
        return True

    def miss(self, failure: str) -> None:
        """Note that there was something to serve, and why it could not even be read."""
        self.last = Attempt(self._now(), [], failure)

    async def reached(self, sequence: int, timeout: float) -> bool:
        """Wait until what is served has come to an event, at most `timeout` seconds; whether it has."""
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while self.sequence < sequence and loop.time() < end:
            await asyncio.sleep(_LOOK)
        return self.sequence >= sequence
