"""Recommendations in process, by the shipped rules or by others."""

from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import Any

from service.engine.engine import Engine
from service.engine.program import Program
from service.model.decision import Decision
from service.model.recommendation import Recommendation
from service.model.rule import RuleId
from service.store.directory import Directory
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ports import RuleSource
from service.usecases.recommend import Recommend, Wanted
from service.usecases.revision import Revision
from tests.rules.shipped import RULES


class Watched:
    """Keeps what was decided, and what was recorded of it."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.results: list[tuple[str, str]] = []
        self.records: list[tuple[RuleId, Mapping[str, Any]]] = []

    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        """One question."""
        del seconds
        self.results.append((rule.name, result))

    def batched(self, rule: RuleId, results: Mapping[str, int], seconds: float) -> None:
        """Many."""

    def __call__(self, program: Program, given: Mapping[str, Any], decision: Decision) -> None:
        """A record."""
        assert program.common.id == decision.rule
        self.records.append((decision.rule, given))


class Recommending:
    """The use case over the rules of a source."""

    def __init__(self, source: RuleSource) -> None:
        """Load them."""
        live = LiveRules(source)
        self.revision: Revision = live.load(cases=False)
        self.watched = Watched()
        numbers = count()
        decide = Decide(live, Engine(), lambda: f"decision-{next(numbers)}", self.watched, recorder=self.watched)
        self._recommend = Recommend(decide)

    def __call__(
        self,
        rule: str,
        inputs: Mapping[str, Any],
        version: str | None = None,
        *,
        selection: str | None = None,
        **constraints: Any,
    ) -> Recommendation:
        """A recommendation."""
        wanted = Wanted(rule=rule, inputs=inputs, constraints=constraints, version=version, selection=selection)
        return self._recommend(wanted, self.revision)


@cache
def shipped() -> Recommending:
    """The rules as they are shipped."""
    return Recommending(Directory(RULES))


def recommend(rule: str, inputs: Mapping[str, Any], version: str | None = None, **constraints: Any) -> Recommendation:
    """A recommendation by the shipped rules."""
    return shipped()(rule, inputs, version, **constraints)


def keys(found: Recommendation) -> list[str]:
    """The candidates, in order."""
    return [one.key for one in found.candidates]


def why_not(found: Recommendation) -> dict[str, list[str]]:
    """For each rejected row the checks that it does not meet."""
    return {one.key: [reason.check for reason in one.because] for one in found.rejected}
