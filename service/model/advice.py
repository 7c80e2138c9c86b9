"""Advice: rules that all fire when they hold, and may assert facts that let others fire."""

from typing import Annotated

from msgspec import Meta, field

from service.model.document import Document
from service.model.names import Cel, ChoiceValue, Identifier, Line, Text
from service.model.part import Part

ADVICE_LIMIT = 100
"""Rules of one advice document: a ruleset of durable-rules 2.0.28 stays well under its limits with these."""

FACT_LIMIT = 15
"""Facts that one rule matches: with its own condition these are 16 tests, far from where durable-rules stops."""

NUMBERS = ("gain", "rank")
"""The fields of a rule that are numbers: what its advice is worth, and where that comes among others."""

Facts = Annotated[dict[Identifier, ChoiceValue], Meta(max_length=FACT_LIMIT)]


class Advise(Part, frozen=True, kw_only=True):
    """What to do, what it improves, and why."""

    title: Line
    improves: Identifier | None = None
    layer: Line | None = None
    reduces: Identifier | None = None
    because: Text | None = None
    steps: list[Text] = field(default_factory=list)
    caveats: list[Text] = field(default_factory=list)
    see: list[Line] = field(default_factory=list)


class AdviceRule(Part, frozen=True, kw_only=True):
    """One piece of advice: it is given when `when` holds and every fact of `match` has been asserted.

    Advice is listed by `rank`, or by `gain` where there is no rank: what it is worth may wait for an input that does
    not matter to the order.
    """

    id: Identifier
    when: Cel | None = None
    match: Facts = field(default_factory=dict)
    advise: Advise
    gain: Cel | None = None
    rank: Cel | None = None
    assert_: Facts = field(default_factory=dict, name="assert")


class AdviceDocument(Document, frozen=True, kw_only=True, tag="advice"):
    """A set of advice rules."""

    rules: Annotated[list[AdviceRule], Meta(min_length=1, max_length=ADVICE_LIMIT)]
