"""What an input would have to be for an output to come to a target."""

from typing import Literal

from msgspec import Struct

from service.model.rule import RuleId

Number = float | int
Span = tuple[Number, Number]
"""The lowest and the highest number of a range; both belong to it."""


class Aim(Struct, frozen=True, kw_only=True):
    """What is asked for: the unknown, and the output that it is to bring to a value.

    The value is a number in the unit of the output; if that is a time, it may be text such as `15 min`.
    """

    unknown: str
    output: str
    value: Number | str


class Target(Struct, frozen=True, kw_only=True):
    """The output of a formula that is to be met, and the value that it is to have, in its own unit."""

    output: str
    value: Number
    unit: str


class Sample(Struct, frozen=True, kw_only=True):
    """A value of the unknown, and what the output is there."""

    value: Number
    output: Number


class Limit(Struct, frozen=True, kw_only=True):
    """A value of the unknown at which the rule begins to refuse, and the problem by which it does."""

    value: Number
    code: str
    message: str


class Solution(Struct, frozen=True, kw_only=True):
    """The answer to "which value of the unknown makes this output come to the target".

    Values of the unknown are in its `unit` (durations in seconds), values of the output in that of the target.

    Attributes:
        status: `solved`, or `unreachable` where no value was found that does it.
        unknown: the input that was looked for, or a column of a list as `list.column`.
        target: what was to be met.
        value: the lowest value that does it; nothing if none does.
        unit: the unit of the unknown; nothing if it has none.
        reached: what the output is at `value`.
        solutions: every value that was found to do it, in their order; of a stretch the lowest.
        stretches: ranges of which every value does it.
        complete: whether nothing speaks for more solutions than these; false where the output goes up and down too
            fast to be followed, where there are more than can be listed, or where the effort was spent.
        constant: whether the output is the same for all values of the unknown.
        reachable: the lowest and the highest output that was found; nothing if the rule answers for no value.
        searched: the range of the unknown that was looked at.
        defined: the parts of it in which the rule answers.
        limits: where it begins to refuse, and why.
        nearest: where the target is not met, the values whose outputs come nearest, from below and from above.
    """

    status: Literal["solved", "unreachable"]
    unknown: str
    target: Target
    value: Number | None
    unit: str | None
    reached: Number | None
    solutions: list[Number]
    stretches: list[Span]
    complete: bool
    constant: bool
    reachable: Span | None
    searched: Span
    defined: list[Span]
    limits: list[Limit]
    nearest: list[Sample]


class RuleSolution(Solution, frozen=True, kw_only=True):
    """The values of an input that bring an output of a rule to a target."""

    rule: RuleId
