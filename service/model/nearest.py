"""The smallest change of inputs that leads to an outcome."""

from typing import Any, Literal

from msgspec import Struct

from service.model.rule import RuleId


class ChangedInput(Struct, frozen=True, kw_only=True):
    """One input that must change; `before` is nothing where it was not given."""

    input: str
    before: Any
    after: Any


class Nearest(Struct, frozen=True, kw_only=True):
    """The answer to "what would have to be different".

    `status` is `reached` (it is so already), `changed` (`changes` lead there; fewest inputs, then nearest values),
    `unreachable` (proved: no inputs lead there) or `not-proved` (nothing was found; `not_proved` says why that is no
    proof). `inputs` is the question that leads there. `not_proved` also says of a change whether a smaller one was not
    ruled out.
    """

    status: Literal["reached", "changed", "unreachable", "not-proved"]
    wanted: str
    changes: list[ChangedInput]
    inputs: dict[str, Any]
    not_proved: list[str] = []


class NearestChange(Nearest, frozen=True, kw_only=True):
    """The smallest change of inputs that leads to an outcome of a rule."""

    rule: RuleId
