"""Examiners without a child process and without proofs."""

from collections.abc import Mapping, Sequence
from typing import Any, Never

from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.publication import Record
from service.model.rule import RuleId
from service.usecases.check import check_files


class Plain:
    """Checks in this process; `asked` are the versions that it was asked about, one set for each time.

    `failures` are raised instead, one each time.
    """

    def __init__(self) -> None:
        self.asked: list[frozenset[Key]] = []
        self.failures: list[Exception] = []

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        """What can be seen without proofs."""
        self.asked.append(only or frozenset())
        if self.failures:
            raise self.failures.pop(0)
        return check_files(files, only, moved=moved).examination

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Never:
        """Nobody compares."""
        raise NotImplementedError

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Never:
        """Nobody looks for changes."""
        raise NotImplementedError

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> Never:
        """Nobody replays."""
        raise NotImplementedError
