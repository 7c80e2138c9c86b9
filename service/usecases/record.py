"""A decision as it is recorded."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Raw, Struct, json

from service.engine.program import Program
from service.model.decision import Decision
from service.model.publication import Record
from service.usecases.backlog import Waiting
from service.usecases.decide import result_of
from service.usecases.masking import Mask, Secrets

MOST_FIELDS: Final = 5_000
"""Fields of the records of lists in one question; a decision over more of them is not recorded."""
MOST_BYTES: Final = 250_000
"""Size of one record. A decision repeats its inputs wherever they were read, so this is not the size of a question."""


class Made(Struct, frozen=True, gc=False):
    """A decision that was made, at a time in seconds since the epoch; `given` are the inputs as they were given.

    - `gc=False`: it is made with every request and holds no cycles.
    """

    at: float
    program: Program
    given: Mapping[str, Any]
    decision: Decision


def is_small(program: Program, given: Mapping[str, Any]) -> bool:
    """Whether the lists of a question are short enough for a record."""
    fields = (len(one.of) * len(given.get(name) or ()) for name, one in program.common.lists.items())
    return sum(fields) <= MOST_FIELDS


def record_of(made: Made, secrets: Secrets) -> Waiting | None:
    """The record of a decision, without what is sensitive; nothing if it is too large.

    Its inputs are those that were given, not those that the rule understood: asked again, with another version, the
    question means what that version makes of it, its own defaults included.
    """
    decision, inputs = made.decision, dict(made.given)
    masked = secrets.given(inputs)
    if masked:
        mask = Mask(made.program, masked)
        decision, inputs = mask.decision(decision), mask.inputs(inputs)
    answer = json.encode(decision)
    size = len(answer) + len(json.encode(inputs))
    if size > MOST_BYTES:
        return None
    record = Record(
        decision_id=decision.decision_id,
        at=datetime.fromtimestamp(made.at, UTC),
        rule=decision.rule.name,
        version=decision.rule.version,
        digest=decision.rule.digest,
        inputs=inputs,
        masked=masked,
        result=result_of(decision),
        decision=Raw(answer),
    )
    return Waiting(record, size)
