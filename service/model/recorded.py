"""Recorded decisions as they are read."""

from datetime import datetime
from typing import Any

from msgspec import Raw, Struct

from service.model.rule import RuleId


class RecordSummary(Struct, frozen=True, kw_only=True):
    """A decision in a list: when it was made, by which version, of what, and what came out.

    `inputs` are as they were given, without those in `masked`, which the rule keeps from being recorded. `result` is
    the outcome, or the status where there is none.
    """

    decision_id: str
    at: datetime
    rule: RuleId
    inputs: dict[str, Any]
    masked: tuple[str, ...]
    result: str


class RecordedDecision(RecordSummary, frozen=True, kw_only=True):
    """A decision as it was made; `decision` is what the caller was answered, without what is masked."""

    decision: Raw
