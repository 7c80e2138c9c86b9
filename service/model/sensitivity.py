"""How much each number that a formula is asked with matters for its outputs."""

from msgspec import Struct

from service.model.rule import RuleId
from service.model.solution import Number


class Turned(Struct, frozen=True, kw_only=True):
    """What an input is after it was halved or doubled, and the problem by which the rule refuses it, if it does."""

    value: Number
    code: str | None = None
    message: str | None = None


class Effect(Struct, frozen=True, kw_only=True):
    """What one input does to one output.

    Attributes:
        output: the output.
        derivative: how much the output changes for a unit more of the input; nothing if it has no derivative here.
        unit: the unit of that: the unit of the output for one of the input.
        elasticity: the derivative as a ratio of shares: by how many percent the output changes for one percent more of
            the input; nothing if there is no derivative, or one of the two is 0.
        halved: the change of the output if the input is halved; nothing if the rule refuses that.
        doubled: the same if it is doubled.
        why: why there is no derivative.
    """

    output: str
    derivative: float | None
    unit: str
    elasticity: float | None
    halved: float | None
    doubled: float | None
    why: str | None = None


class Influence(Struct, frozen=True, kw_only=True):
    """One number among the inputs, and what it does to the outputs.

    Of a column of a list all values are changed in proportion; then `value` is their sum, and a derivative is for one
    unit more of that sum.

    Attributes:
        input: the input, or a column as `list.column`.
        value: what it is, durations in seconds.
        unit: its unit; nothing if it has none.
        halved: what it is if it is halved; whole numbers are rounded towards zero.
        doubled: what it is if it is doubled.
        effects: what it does to each output that was asked about.
        effect: the greater of the changes that halving and doubling make to an output, as a part of it (where that is
            0, the change itself), on average over the outputs; nothing if the rule refuses both.
    """

    input: str
    value: Number
    unit: str | None
    halved: Turned
    doubled: Turned
    effects: list[Effect]
    effect: float | None


class Sensitivity(Struct, frozen=True, kw_only=True):
    """The answer to "which of these numbers matter".

    Attributes:
        values: the outputs that were asked about, as they are now.
        units: their units.
        influences: the numbers among the inputs, given or by default; those with the greatest `effect` come first,
            then those that can be neither halved nor doubled, by elasticity.
        complete: whether every derivative was looked for as long as it takes; else `why` says of some that they were
            not.
    """

    values: dict[str, Number]
    units: dict[str, str]
    influences: list[Influence]
    complete: bool


class RuleSensitivity(Sensitivity, frozen=True, kw_only=True):
    """What each number among the inputs does to the outputs of a rule."""

    rule: RuleId
