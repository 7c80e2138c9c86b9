"""The rules that are being served: built aside, swapped once, the last good revision kept."""

from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

from service.errors import Diagnostic, NotReadyError, RuleRejectedError
from service.model.places import failed
from service.usecases.check import check_files
from service.usecases.ports import RuleSource
from service.usecases.revision import Revision


class Attempt(Struct, frozen=True):
    """How the latest load went: when, and what was wrong (nothing, if it was taken)."""

    at: datetime
    diagnostics: list[Diagnostic]


class LiveRules:
    """Holds the current revision; readers take `snapshot` once per question."""

    def __init__(self, source: RuleSource, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Nothing is served until the first load."""
        self._source = source
        self._now = now
        self._snapshot: Revision | None = None
        self.since: datetime | None = None
        self.last: Attempt | None = None

    @property
    def snapshot(self) -> Revision:
        """The revision being served.

        Raises:
            NotReadyError: none has been loaded yet.
        """
        if self._snapshot is None:
            message = "no rules have been loaded yet"
            raise NotReadyError(message)
        return self._snapshot

    def load(self) -> Revision:
        """Build a revision from the source and serve it; whatever fails, what is being served stays.

        Raises:
            RuleRejectedError: some file is not right; the diagnostics are also kept in `last`.
        """
        report = check_files(self._source.read())
        self.last = Attempt(self._now(), report.diagnostics)
        if failed(report.diagnostics) or report.revision is None:
            raise RuleRejectedError([one for one in report.diagnostics if one.severity == "error"])
        self._snapshot, self.since = report.revision, self.last.at
        return report.revision
