"""Many questions to one rule, and their answers."""

from msgspec import Struct

from service.model.decision import Decision
from service.model.problem import Problem
from service.model.rule import RuleId


class Counts(Struct):
    """How many items were decided, need input, and were refused."""

    decided: int = 0
    needs_input: int = 0
    refused: int = 0


class BatchResults(Struct, frozen=True, kw_only=True):
    """The answers to a batch, all by one version of the rule: for each item, in order, a decision or a problem."""

    rule: RuleId
    results: list[Decision | Problem]
    counts: Counts
