"""Real questions and their real answers, taken from the cases that each rule carries."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from service.engine.engine import Engine
from service.errors import DecisionError
from service.http.problems import Problem, problem_of
from service.model.decision import Decision
from service.model.document import Case
from service.usecases.revision import Version

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


def answered(version: Version) -> list[Sample]:
    """Questions that the rule answers, no two of which end alike."""
    return [sample for sample in _samples(version) if isinstance(sample.answer, Decision)][:_MOST]


def refused(version: Version) -> Sample | None:
    """A question that the rule refuses."""
    return next((sample for sample in _samples(version) if isinstance(sample.answer, Problem)), None)


def fullest(version: Version) -> dict[str, Any]:
    """The inputs of the answered question that gives most of them."""
    return max((sample.given for sample in answered(version)), key=len, default={})


def _samples(version: Version) -> Iterator[Sample]:
    engine = Engine(memo_size=0)
    seen: set[str] = set()
    for case in version.document.cases:
        if _end(case) not in seen:
            seen.add(_end(case))
            yield Sample(case.name, case.given, _answer(engine, version, case.given))


def _end(case: Case) -> str:
    expect = case.expect
    return expect.problem or expect.outcome or ("asks" if expect.ask else "answers")


def _answer(engine: Engine, version: Version, given: dict[str, Any]) -> Decision | Problem:
    try:
        return engine.decide(version.program, given, DECISION_ID)
    except DecisionError as error:
        return problem_of(error, REQUEST_ID)
