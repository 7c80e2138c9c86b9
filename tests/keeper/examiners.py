"""Examiners without a child process and without proofs."""

from typing import Any, Never

from service.model.examination import Examination
from service.model.files import Key, RuleFiles
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

    async def compare(self, *_: Any) -> Never:
        """Nobody compares."""
        raise AssertionError("a keeper asked for `compare`, and only ever examines")

    async def nearest(self, *_: Any) -> Never:
        """Nobody looks for changes."""
        raise AssertionError("a keeper asked for `nearest`, and only ever examines")

    async def replay(self, *_: Any) -> Never:
        """Nobody replays."""
        raise AssertionError("a keeper asked for `replay`, and only ever examines")
