"""Decide: inputs in, decision out."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any, Protocol

from service.engine.engine import Engine
from service.errors import DecisionError
from service.model.decision import Decision
from service.model.rule import RuleId
from service.usecases.live import LiveRules
from service.usecases.ports import Identities
from service.usecases.revision import Revision, Version


class Watcher(Protocol):
    """Sees every decision go by, for metrics."""

    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        """`result` is an outcome, a status, or the class name of a refusal."""
        ...


class Decide:
    """Answers questions by the live rules."""

    def __init__(self, live: LiveRules, engine: Engine, identities: Identities, watcher: Watcher) -> None:
        """Take the parts."""
        self._live = live
        self._engine = engine
        self._identity = identities
        self._watcher = watcher

    def __call__(
        self, name: str, given: Mapping[str, Any], version: str | None = None, *, revision: Revision | None = None
    ) -> Decision:
        """One decision; by `revision` where the caller took a snapshot of its own.

        Raises:
            RuleNotFoundError: no rule has the name.
            VersionNotFoundError: the rule has no such version.
            DecisionError: the question can't be answered.
        """
        return self._run((revision or self._live.snapshot).version(name, version), given)

    def _run(self, version: Version, given: Mapping[str, Any]) -> Decision:
        begun = perf_counter()
        result = "error"
        try:
            decision = self._engine.decide(version.program, given, self._identity())
            result = decision.outcome.id if decision.outcome else decision.status
        except DecisionError as error:
            result = type(error).__name__
            raise
        finally:
            self._watcher.decided(version.id, result, perf_counter() - begun)
        return decision
