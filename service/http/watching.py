"""Work in other processes and threads, counted."""

from collections.abc import Awaitable, Mapping, Sequence
from time import perf_counter
from typing import IO, Any, TypeVar

from service.errors import BusyError, RequestError, RuleRejectedError, TimelineRejectedError
from service.http.metrics import Metrics
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.nearest import Nearest
from service.model.places import failed
from service.model.publication import Record
from service.model.replay import Replayed
from service.model.rule import RuleId
from service.model.timeline import Asked
from service.usecases.account import Account
from service.usecases.ports import Examiner

T = TypeVar("T")


class WatchedExaminer:
    """Examines by another examiner, and counts how it went."""

    def __init__(self, examiner: Examiner, metrics: Metrics) -> None:
        """Take the parts."""
        self._examiner = examiner
        self._metrics = metrics

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        """As the port says."""
        return await self._counted(self._examiner.examine(files, only, moved=moved))

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Difference:
        """As the port says."""
        return await self._counted(self._examiner.compare(files, old, new))

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        """As the port says."""
        return await self._counted(self._examiner.nearest(files, rule, given, wanted))

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        """As the port says."""
        return await self._counted(self._examiner.replay(files, rule, records))

    async def _counted(self, examined: Awaitable[T]) -> T:
        result = "failed"
        try:
            found = await examined
            rejected = isinstance(found, Examination) and failed(found.diagnostics)
            result = "rejected" if rejected else "passed"
        except RuleRejectedError:
            result = "rejected"
            raise
        except BusyError:
            result = "busy"
            raise
        finally:
            self._metrics.examined(result)
        return found


class WatchedAccount:
    """Makes ledgers by another, and counts how it went and how long it took."""

    def __init__(self, account: Account, metrics: Metrics) -> None:
        """Take the parts."""
        self._account = account
        self._metrics = metrics

    async def __call__(self, timeline: bytes | IO[bytes], asked: Asked) -> bytes:
        """As the use case says."""
        result, begun = "failed", perf_counter()
        try:
            made = await self._account(timeline, asked)
            result = "made"
        except BusyError:
            result = "busy"
            raise
        except (TimelineRejectedError, RequestError):
            result = "rejected"
            raise
        finally:
            self._metrics.accounted(result, perf_counter() - begun)
        return made
