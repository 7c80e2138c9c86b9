"""A decision tree: questions in nodes, answers in outcomes, work to do on the way in actions."""

from typing import Annotated, Any

from msgspec import Meta, field

from service.model.document import Document, Source
from service.model.names import Cel, Identifier, Line, RuleName, Text, VersionText
from service.model.part import Part

BRANCH_LIMIT = 50
"""Branches of one node: durable-rules 2.0.28 stops working far above this (64 conditions that pass at once)."""


TREE_LIMIT = 10_000
"""Branches of a tree together: to compile so many takes those who serve it a second."""


class RuleReference(Part, frozen=True, kw_only=True):
    """Another tree to go on with: its live version, or the version that is pinned here."""

    rule: RuleName
    version: VersionText | None = None


Target = Identifier | RuleReference


class Way(Part, frozen=True, kw_only=True):
    """Where to go, why, what to do on the way, and what to keep in mind."""

    then: Target
    because: Text | None = None
    do: list[Identifier] = field(default_factory=list)
    caveats: list[Text] = field(default_factory=list)


class Branch(Way, frozen=True, kw_only=True):
    """A way that is taken when its condition is the first of the node that holds."""

    when: Cel


class Node(Part, frozen=True, kw_only=True):
    """A question: the first branch that holds is taken, else `otherwise`."""

    title: Line
    help: Text | None = None
    branches: Annotated[list[Branch], Meta(min_length=1, max_length=BRANCH_LIMIT)]
    otherwise: Way | None = None


class Action(Part, frozen=True, kw_only=True):
    """Something to carry out on the way to an outcome."""

    title: Line
    steps: list[Text] = field(default_factory=list)
    caveats: list[Text] = field(default_factory=list)
    see: list[Line] = field(default_factory=list)


class Repeat(Part, frozen=True, kw_only=True):
    """Go back to a node once the named inputs have been measured anew."""

    from_: Identifier = field(name="from")
    measure: Annotated[list[Identifier], Meta(min_length=1)]


class Outcome(Part, frozen=True, kw_only=True):
    """An answer; `recommend` is its machine-readable part."""

    title: Line
    summary: Text | None = None
    recommend: dict[str, Any] = field(default_factory=dict)
    caveats: list[Text] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    see: list[Line] = field(default_factory=list)
    repeat: Repeat | None = None


class TreeDocument(Document, frozen=True, kw_only=True, tag="tree"):
    """A decision tree."""

    start: Identifier
    nodes: Annotated[dict[Identifier, Node], Meta(min_length=1, max_length=5000)]
    actions: dict[Identifier, Action] = field(default_factory=dict)
    outcomes: dict[Identifier, Outcome] = field(default_factory=dict)
