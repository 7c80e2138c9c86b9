"""Where the keeper tells the workers, and the log, how it stands with the store and the directory of rules."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

import structlog
from msgspec import structs

from service.errors import Diagnostic, RuleRejectedError, ServiceError
from service.model.status import Imported, KeeperStatus


class Wall(Protocol):
    """Where a status hangs that other processes read."""

    def write_status(self, status: KeeperStatus) -> None:
        """Replace it; may raise OSError."""
        ...


class NoticeBoard:
    """Keeps the status; the log gets what changes in it."""

    def __init__(self, wall: Wall, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Begin with an empty one."""
        self._wall = wall
        self._now = now
        self.status = KeeperStatus()

    def reached(self) -> None:
        """The store has answered."""
        if self.status.failure:
            _log().info("the store answers again")
        self._show(contact=self._now(), failure=None)

    def lost(self, error: ServiceError) -> None:
        """The store does not answer."""
        if not self.status.failure:
            _log().warning("the store does not answer; decisions go on, changes wait", reason=str(error))
        self._show(failure=str(error))

    def imported(self, warnings: list[Diagnostic]) -> None:
        """The directory of rules was taken."""
        if self.status.imported and not self.status.imported.taken:
            _log().info("the directory of rules is taken again")
        self._show(imported=Imported(at=self._now(), taken=True, diagnostics=warnings))

    def refused(self, error: ServiceError) -> None:
        """The directory of rules was not taken."""
        found = error.diagnostics if isinstance(error, RuleRejectedError) else []
        failure = None if found else str(error)
        before = self.status.imported
        if before is None or (before.diagnostics, before.failure) != (found, failure):
            reasons = [str(one) for one in found] or [str(error)]
            _log().error("the directory of rules is not taken; what is live stays", reasons=reasons)
        self._show(imported=Imported(at=self._now(), taken=False, diagnostics=found, failure=failure))

    def _show(self, **changes: object) -> None:
        self.status = structs.replace(self.status, **changes)
        try:
            self._wall.write_status(self.status)
        except OSError as error:
            _log().error("the status can't be written", reason=str(error))


def _log() -> structlog.stdlib.BoundLogger:
    log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.keeper")
    return log
