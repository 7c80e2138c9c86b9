"""The header that all kinds of rule files share."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from service.model.inputs import Inputs
from service.model.names import Cel, Identifier, Line, RuleName, Text, VersionText
from service.model.part import Part

ProblemName = Literal[
    "inputs-rejected",
    "inputs-missing",
    "requirement-not-met",
    "problem-met",
    "result-rejected",
    "evaluation-failed",
    "no-branch-holds",
]
"""The problems that a decision can end in; a case may expect one."""


SECTION_LIMIT = 100
"""Entries of a section that is gone through for every question."""


class Source(Part, frozen=True, kw_only=True):
    """Where a fact comes from; rows of a catalog name it by its `id`."""

    id: Identifier | None = None
    title: Line
    section: Line | None = None
    url: Line | None = None
    date: Line | None = None


class Requirement(Part, frozen=True, kw_only=True):
    """A check on the inputs that must hold; the message says what to do when it does not."""

    check: Cel
    message: Text


class TeachingProblem(Part, frozen=True, kw_only=True):
    """A condition that must not hold; `{name}` in the message is replaced by the value of that name."""

    when: Cel
    message: Text


class Constant(Part, frozen=True, kw_only=True):
    """A named number with its unit."""

    value: float
    unit: Line = "1"


class Expectation(Part, frozen=True, kw_only=True):
    """What a case expects; which fields fit depends on the kind of rule, and at least one is there."""

    outcome: Identifier | None = None
    actions: list[Identifier] | None = None
    ask: list[Identifier] | None = None
    values: dict[Identifier, float] | None = None
    tolerance: Annotated[float, Meta(ge=0)] = 1e-9
    caveats: list[Identifier] | None = None
    advice: list[Identifier] | None = None
    not_judged: list[Identifier] | None = None
    candidates: list[Line] | None = None
    rejected: dict[Line, list[Identifier]] | None = None
    relax: dict[Identifier, Any] | None = None
    problem: ProblemName | None = None


class Case(Part, frozen=True, kw_only=True):
    """One of the rule's own tests: inputs as a caller sends them, and what must come out."""

    name: Line
    given: dict[str, Any]
    expect: Expectation


class Heading(Part, frozen=True, kw_only=True, tag_field="kind"):
    """What every rule file begins with."""

    name: RuleName
    version: VersionText
    title: Line
    summary: Text | None = None
    sources: list[Source] = field(default_factory=list)


class Document(Heading, frozen=True, kw_only=True):
    """The common header of the rule files of which things can be proved."""

    inputs: Inputs = field(default_factory=dict)
    requires: Annotated[list[Requirement], Meta(max_length=SECTION_LIMIT)] = field(default_factory=list)
    derived: Annotated[dict[Identifier, Cel], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    constants: Annotated[dict[Identifier, Constant], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
    problems: Annotated[list[TeachingProblem], Meta(max_length=SECTION_LIMIT)] = field(default_factory=list)
    cases: Annotated[list[Case], Meta(max_length=2000)]
