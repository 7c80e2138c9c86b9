"""What changes between two versions of a rule."""

from typing import Any, Literal

from msgspec import Struct, field

from service.model.rule import RuleId


class ChangedLine(Struct, frozen=True):
    """A line that was removed (`-`) or added (`+`), with its number in the old or in the new document."""

    sign: Literal["-", "+"]
    line: int
    text: str


class Turn(Struct, frozen=True, kw_only=True):
    """Inputs for which the two versions differ: `before` and `after` are outcomes, results, or kinds of problems.

    For one outcome by other actions these are named (`reserve, after faster_gpu`), and for outcomes of one name the
    rules that they belong to. A value is named with its output (`badput: 970`), advice that is not given with a `not`.
    Other answers are `answered`, and `needs-input` where an input is left out and asked for. `witness` is a whole
    question, in the terms of the rule; inputs that are not in it have a default.
    """

    before: str
    after: str
    witness: dict[str, Any]


class ChangedCell(Struct, frozen=True, kw_only=True):
    """A value of a row that is another one; nothing stands for one that is not known."""

    column: str
    before: Any
    after: Any


class ChangedRow(Struct, frozen=True, kw_only=True):
    """A row of a catalog, by its key in words; `cells` are those of a row that both versions have."""

    change: Literal["added", "removed", "changed"]
    key: str
    cells: list[ChangedCell] = []


class Difference(Struct, frozen=True, kw_only=True):
    """The changed lines, and what they change.

    `verdict` is `equal` (proved: no question is answered differently), `different` (`turns` says how), or `not-proved`
    (nothing different was found, but not everything could be proved). `outcomes` are those that both have and that say
    something else to machines: outcomes, outputs with another unit, advice that improves something else. `not_proved`
    names, in sentences, what could not be proved: of two versions that differ, whether there are more turns.

    Catalogs differ in their `rows`, and `outcomes` are then the columns that are declared otherwise.
    """

    verdict: Literal["equal", "different", "not-proved"]
    lines: list[ChangedLine]
    turns: list[Turn]
    outcomes: list[str]
    not_proved: list[str]
    rows: list[ChangedRow] = []


class RuleDifference(Difference, frozen=True, kw_only=True):
    """What changes between two versions of a rule, `old` and `new`."""

    old: RuleId = field(name="from")
    new: RuleId = field(name="to")
