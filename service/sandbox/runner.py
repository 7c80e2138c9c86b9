"""Examines documents in child processes: the port `Examiner` for everyone who serves."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from service.errors import RuleRejectedError, SandboxError
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.files import Key, RuleFiles, key_of
from service.model.nearest import Nearest
from service.model.publication import Record
from service.model.replay import Replayed
from service.model.rule import RuleId
from service.sandbox.jobs import (
    Approach,
    Approached,
    Assignment,
    Compare,
    Compared,
    Examine,
    Examined,
    Job,
    Made,
    Rejected,
    Replay,
    encode_assignment,
)
from service.sandbox.process import Ending
from service.sandbox.spare import Spare
from service.sandbox.verdicts import Broken, Limits, verdict
from service.usecases.line import Line

_WAITING: Final = 4
"""Jobs that may wait for each one that is being done."""

Wanted = TypeVar("Wanted", Examined, Compared, Approached, Made)

_log = logging.getLogger(__name__)


class Sandbox:
    """Does each job in a child of its own; belongs to one event loop, and is to be closed there.

    `spare_seconds` keeps the next child ready for a while after each job.
    """

    def __init__(self, *, seconds: int, memory_mb: int, at_once: int, spare_seconds: float = 0.0) -> None:
        """Start nothing yet."""
        self._limits = Limits(seconds, memory_mb)
        self._line = Line(at_once, waiting=at_once * _WAITING, busy="documents are being examined")
        self._spare = Spare(spare_seconds)

    async def __aenter__(self) -> Self:
        """Ready at once."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        await self.close()

    async def close(self) -> None:
        """End the child that is kept ready."""
        await self._spare.close()

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        """As the port says; where there is no answer, the document that was being read has one diagnostic."""
        found = await self._ask(Examine(only, moved), files, Examined)
        if isinstance(found, Broken):
            asked = [one for one in files.documents if only is None or key_of(one) in only]
            place = found.file if found.file in asked or not asked else asked[0]
            return Examination(diagnostics=[found.diagnostic(place)], cases={})
        return found.found

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Difference:
        """As the port says."""
        found = await self._ask(Compare(old, new), files, Compared)
        if isinstance(found, Broken):
            return Difference(verdict="not-proved", lines=[], turns=[], outcomes=[], not_proved=[found.message])
        return found.found

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        """As the port says."""
        found = await self._ask(Approach(rule, dict(given), wanted), files, Approached)
        if isinstance(found, Broken):
            return Nearest(status="not-proved", wanted=wanted, changes=[], inputs={}, not_proved=[found.message])
        return found.found

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        """As the port says."""
        found = await self._ask(Replay(rule, list(records)), files, Made)
        if isinstance(found, Broken):
            raise RuleRejectedError([found.diagnostic(f"{rule.name}/{rule.version}.yaml")])
        return found.found

    async def _ask(self, job: Job, files: RuleFiles, wanted: type[Wanted]) -> Wanted | Broken:
        """Have a job done, and end the child whatever happens.

        Raises:
            RuleRejectedError: a version does not fit the rules that it enters.
            BusyError: too many wait already.
            SandboxError: no child can be started, or it gives another kind of answer.
        """
        async with self._line.place():  # who is sent away, or waits, costs nothing yet
            assignment = encode_assignment(Assignment(job, files, self._limits.seconds, self._limits.memory_mb))
            ending, late = await self._performed(assignment)
            await self._spare.renew()
        found = verdict(ending, self._limits, late=late)
        if isinstance(found, Rejected):
            raise RuleRejectedError(found.diagnostics)
        if isinstance(found, Broken):
            if found.code == "crashed":
                _log.error("%s (%s): %s", found.message, found.file or "no file yet", ending.errors.strip())
            return found
        if not isinstance(found, wanted):
            message = f"the process that examines documents gave another kind of answer: {type(found).__name__}"
            raise SandboxError(message)
        return found

    async def _performed(self, assignment: bytes) -> tuple[Ending, bool]:
        """How the child ended, and whether its time was over."""
        try:
            child = await self._spare.take()
        except OSError as error:
            message = f"no process can be started to examine documents: {(error.strerror or str(error)).lower()}"
            raise SandboxError(message) from error
        late = False
        try:
            async with asyncio.timeout(self._limits.seconds):
                await child.perform(assignment)
        except TimeoutError:
            late = True
        finally:
            await child.end()
        return child.ending(), late
