"""Decide: inputs in, decision out."""

from collections import Counter
from collections.abc import Mapping
from time import perf_counter
from typing import Any, Protocol

from service.engine.engine import Engine, asked
from service.engine.program import Program
from service.errors import DecisionError, RuleNotAskedError
from service.model.decision import Decision
from service.model.rule import RuleId
from service.usecases.live import LiveRules
from service.usecases.ports import Identities
from service.usecases.revision import Revision, Version


class Watcher(Protocol):
    """Sees every decision go by, for metrics; a result is an outcome, a status, or the class name of a refusal."""

    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        """One question was answered."""
        ...

    def batched(self, rule: RuleId, results: Mapping[str, int], seconds: float) -> None:
        """A batch was answered; `results` counts its items by their result."""
        ...


class Recording(Protocol):
    """Is given every decision that was made, to keep it; it takes no time, and never fails."""

    def __call__(self, program: Program, given: Mapping[str, Any], decision: Decision) -> None:
        """A program made this decision of these inputs, which are as the caller gave them."""
        ...


def unrecorded(program: Program, given: Mapping[str, Any], decision: Decision) -> None:
    """Keep nothing."""


class Decide:
    """Answers questions by the live rules."""

    def __init__(
        self,
        live: LiveRules,
        engine: Engine,
        identities: Identities,
        watcher: Watcher,
        *,
        recorder: Recording = unrecorded,
    ) -> None:
        """Take the parts."""
        self._live = live
        self._engine = engine
        self._identity = identities
        self._watcher = watcher
        self._record = recorder

    def __call__(
        self,
        name: str,
        given: Mapping[str, Any],
        version: str | None = None,
        *,
        revision: Revision | None = None,
        at: str = "$.inputs",
    ) -> Decision:
        """One decision; by `revision` where the caller took a snapshot of its own, which names the inputs `at` a path.

        Raises:
            RuleNotFoundError: no rule has the name.
            VersionNotFoundError: the rule has no such version.
            RuleNotLiveError: no version is named, and none is live.
            VersionUnusableError: the version does not fit the live rules that it enters.
            RuleNotAskedError: the rule is a catalog.
            DecisionError: the question can't be answered.
        """
        one = (revision or self._live.snapshot).version(name, version)
        begun = perf_counter()
        result = "error"
        try:
            decision = self._engine.decide(one.program, given, self._identity(), at)
            result = result_of(decision)
        except (DecisionError, RuleNotAskedError) as error:
            result = type(error).__name__
            raise
        finally:
            self._watcher.decided(one.id, result, perf_counter() - begun)
        self._record(one.program, given, decision)
        return decision

    def look(self, version: Version, given: Mapping[str, Any]) -> Decision:
        """What a version would decide, to draw it: nobody asked for this decision, so it is not counted or recorded.

        Raises:
            RuleNotAskedError: the rule is a catalog.
            DecisionError: the question can't be answered.
        """
        return self._engine.decide(version.program, given, self._identity())

    def series(self, version: Version) -> "Series":
        """Many questions to one version, counted together.

        Raises:
            RuleNotAskedError: the rule is a catalog.
        """
        asked(version.program)
        return Series(version, self._engine, self._identity, self._watcher, recorder=self._record)


class Series:
    """Questions to one version of a rule, one after the other; `end` tells the watcher of all of them."""

    def __init__(
        self, version: Version, engine: Engine, identities: Identities, watcher: Watcher, *, recorder: Recording
    ) -> None:
        """Begin now."""
        self._id = version.id
        self._program = version.program
        self._decide = engine.decide
        self._identity = identities
        self._watcher = watcher
        self._record = recorder
        self._results: Counter[str] = Counter()
        self._begun = perf_counter()

    def __call__(self, given: Mapping[str, Any]) -> Decision:
        """One decision.

        Raises:
            DecisionError: the question can't be answered.
        """
        try:
            decision = self._decide(self._program, given, self._identity())
        except DecisionError as error:
            self._results[type(error).__name__] += 1
            raise
        except Exception:
            self._results["error"] += 1
            raise
        self._results[result_of(decision)] += 1
        self._record(self._program, given, decision)
        return decision

    def end(self) -> None:
        """No more questions come."""
        self._watcher.batched(self._id, self._results, perf_counter() - self._begun)


def result_of(decision: Decision) -> str:
    """What came out, in a word."""
    if decision.selection:
        return "candidates" if decision.selection.candidates else "no-candidate"
    return decision.outcome.id if decision.outcome else decision.status
