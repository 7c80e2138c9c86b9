"""An examiner in this process, which checks documents as quickly as it can; what it finds otherwise, tests set."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.engine.engine import Engine
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.nearest import Nearest
from service.model.publication import Record
from service.model.replay import Replayed
from service.model.rule import RuleId
from service.usecases.check import check_files
from service.usecases.replay import replay


class Plain:
    """No proofs and no child process: only what commands need to be told."""

    def __init__(self, difference: Difference | None = None, nearest: Nearest | None = None) -> None:
        self._difference = difference
        self._nearest = nearest
        self.compared: tuple[RuleFiles, RuleId, RuleId] | None = None
        self.asked: tuple[RuleFiles, RuleId, Mapping[str, Any], str] | None = None

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        return check_files(files, only, moved=moved).examination

    async def compare(self, files: RuleFiles, old: RuleId, new: RuleId) -> Difference:
        assert self._difference is not None
        self.compared = files, old, new
        return self._difference

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        assert self._nearest is not None
        self.asked = files, rule, given, wanted
        return self._nearest

    async def replay(self, files: RuleFiles, rule: RuleId, records: Sequence[Record]) -> list[Replayed]:
        revision = check_files(files).revision
        assert revision is not None
        return replay(revision.version(rule.name, rule.version).program, Engine(memo_size=0), records)
