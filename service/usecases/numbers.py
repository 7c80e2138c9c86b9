"""The numbers that a formula is asked with: single inputs, and columns of lists as wholes."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from service.analysis.solving.axis import Axis
from service.engine.program import FormulaProgram
from service.errors import Issue, RequestRejectedError, nearest
from service.language.values import MAX_SHOWN, bounds
from service.model.formula import Output
from service.model.inputs import (
    INT64_MAX,
    INT64_MIN,
    AnyInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
)
from service.usecases.revision import Version

NumberKind = IntegerInput | NumberInput | DurationInput

UNBOUNDED: Final = 1e30
"""What stands for a bound that a number or a duration does not declare; it has both signs for a number."""

_EFFORT: Final = 200_000
_LEAST, _MOST = 300, 5_000
"""Evaluations for one question: so many expressions altogether, but within these bounds."""
_ITEMS: Final = 50
"""Items of lists that take as long as an expression."""


class Numeric(Struct, frozen=True):
    """An input that is a number, or a column of numbers in a list of records (`list.column`)."""

    name: str
    kind: NumberKind

    @property
    def input(self) -> str:
        """The input: the list, if it is a column."""
        return self.name.partition(".")[0]

    @property
    def column(self) -> str:
        """The column; empty for a single input."""
        return self.name.partition(".")[2]

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return isinstance(self.kind, IntegerInput)

    @property
    def unit(self) -> str | None:
        """Its unit; durations come in seconds."""
        return "s" if isinstance(self.kind, DurationInput) else self.kind.unit

    @property
    def axis(self) -> Axis:
        """The values that it may take."""
        low, high = bounds(self.kind)
        least, most = (INT64_MIN, INT64_MAX) if self.whole else (-UNBOUNDED, UNBOUNDED)
        least, most = (least if low is None else low), (most if high is None else high)
        return Axis(least, most, whole=True) if self.whole else Axis(float(least), float(most), whole=False)


def formula_of(version: Version, at: str) -> FormulaProgram:
    """The program of a formula.

    Raises:
        RequestRejectedError: the rule is of another kind; `at` is the member of the request that asks for an output.
    """
    if not isinstance(version.program, FormulaProgram):
        kind = version.document.__struct_config__.tag
        message = f"`{version.id.name}` is of the kind `{kind}`, and only a formula has outputs"
        raise RequestRejectedError([Issue("no-outputs", at, message)])
    return version.program


def numbers(program: FormulaProgram) -> dict[str, Numeric]:
    """All numbers among the inputs, in their order."""
    found: dict[str, Numeric] = {}
    for name, one in program.common.inputs.items():
        columns: Mapping[str, Any] = {name: one}
        if isinstance(one, ListInput):
            columns = {f"{name}.{column}": kind for column, kind in one.of.items()}
        found |= {each: Numeric(each, kind) for each, kind in columns.items() if isinstance(kind, NumberKind)}
    return found


def number(program: FormulaProgram, name: str, at: str) -> Numeric:
    """One of them.

    Raises:
        RequestRejectedError: no input has the name, or it is no number.
    """
    known = numbers(program)
    if name in known:
        return known[name]
    columns = [one for one in known if one.startswith(f"{name}.")]
    kind = _kind(program, name)
    if columns:
        words = f"is a list of records: name one of its columns, {_listed(columns)}"
    elif kind:
        words = f"is a {kind.__struct_config__.tag}, and no number"
    else:
        close = nearest(name, known)
        hint = f"the nearest is `{close}`" if close else _listed(known, "there are ")
        words = f"is not an input of this rule; {hint}"
    code = "not-numeric" if columns or kind else "unknown-input"
    raise RequestRejectedError([Issue(code, at, f"`{name[:MAX_SHOWN]}` {words}")])


def output(program: FormulaProgram, name: str, at: str) -> Output:
    """An output.

    Raises:
        RequestRejectedError: there is none of the name.
    """
    known = program.document.outputs
    if name not in known:
        close = nearest(name, known)
        hint = f"the nearest is `{close}`" if close else _listed(known, "there are ")
        message = f"`{name[:MAX_SHOWN]}` is not an output of this rule; {hint}"
        raise RequestRejectedError([Issue("unknown-output", at, message)])
    return known[name]


def evaluations(program: FormulaProgram, inputs: Mapping[str, Any]) -> int:
    """How often the formula may be evaluated for one question: the less often, the more there is to evaluate."""
    common = program.common
    expressions = len(common.derived) + len(common.guards) + len(program.outputs) + len(program.caveats)
    items = sum(len(inputs.get(name, ())) * len(one.of) for name, one in common.lists.items())
    return min(max(_EFFORT // (expressions + items // _ITEMS), _LEAST), _MOST)


def _kind(program: FormulaProgram, name: str) -> AnyInput | None:
    """The input or the column of the name."""
    whole, _, column = name.partition(".")
    one = program.common.inputs.get(whole)
    if not column:
        return one
    return one.of.get(column) if isinstance(one, ListInput) else None


def _listed(names: Sequence[str] | Mapping[str, Any], before: str = "") -> str:
    return before + (", ".join(f"`{one}`" for one in names) or "none")
