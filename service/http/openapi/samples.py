"""Real questions and their real answers, taken from the cases that each rule carries."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from service.engine.engine import Engine
from service.errors import DecisionError
from service.http.problems import problem_of
from service.model.catalog import CatalogDocument
from service.model.decision import Decision
from service.model.document import Case
from service.model.problem import Problem
from service.usecases.revision import Revision, Rule, Version

DECISION_ID: Final = "019c2f5e-8a4b-7c1d-9e3f-2a6b8c0d4e5f"
REQUEST_ID: Final = "019c2f5e-8a4b-7c1d-9e3f-1b5a7c9d0e2f"
_MOST: Final = 4
"""Samples of answers of one rule; each reached in another way."""


class Sample(Struct, frozen=True):
    """One question, and what the rule answers."""

    title: str
    given: dict[str, Any]
    answer: Decision | Problem

    @property
    def key(self) -> str:
        """The title as a name: `sixteen_gpus_on_three_vms`."""
        return re.sub(r"[^a-z0-9]+", "_", self.title.lower()).strip("_")


class Samples(Struct, frozen=True):
    """Questions that a rule answers, no two of which end alike, and one that it refuses."""

    answered: list[Sample]
    refused: Sample | None

    @property
    def fullest(self) -> dict[str, Any]:
        """The inputs of the answered question that gives most of them."""
        return max((sample.given for sample in self.answered), key=len, default={})


class Sampled(Struct, frozen=True):
    """A rule that is live, with samples of what it says."""

    rule: Rule
    live: Version
    samples: Samples

    @property
    def name(self) -> str:
        """The name of the rule."""
        return self.rule.name


def sampled(revision: Revision) -> list[Sampled]:
    """The rules that are live and answer questions."""
    rules = ((rule, rule.live) for rule in revision.rules.values() if rule.live is not None)
    return [
        Sampled(rule, live, samples(live)) for rule, live in rules if not isinstance(live.document, CatalogDocument)
    ]


def decide(
    name: str,
    given: Mapping[str, Any],
    version: str | None = None,
    *,
    revision: Revision,
) -> Decision:
    """A decision that nobody counts, and that is the same each time, its identity included.

    Raises:
        ServiceError: as of every decision.
    """
    return Engine(memo_size=0).decide(revision.version(name, version).program, given, DECISION_ID)


def samples(version: Version) -> Samples:
    """Samples of a rule, the same ones each time; only what is shown is decided, as a rule may have many cases."""
    engine = Engine(memo_size=0)
    ends: dict[str, Case] = {}
    for case in [] if isinstance(version.document, CatalogDocument) else version.document.cases:
        ends.setdefault(_end(case), case)
    refusals = [case for case in ends.values() if case.expect.problem]
    answers = [case for case in ends.values() if not case.expect.problem]
    return Samples(
        [_sample(engine, version, case) for case in answers[:_MOST]],
        _sample(engine, version, refusals[0]) if refusals else None,
    )


def _end(case: Case) -> str:
    expect = case.expect
    if expect.candidates is not None:
        return "finds" if expect.candidates else "finds nothing"
    return expect.problem or expect.outcome or ("asks" if expect.ask else "warns" if expect.caveats else "answers")


def _sample(engine: Engine, version: Version, case: Case) -> Sample:
    return Sample(case.name, case.given, _answer(engine, version, case.given))


def _answer(engine: Engine, version: Version, given: dict[str, Any]) -> Decision | Problem:
    try:
        return engine.decide(version.program, given, DECISION_ID)
    except DecisionError as error:
        return problem_of(error, REQUEST_ID)
