"""Records whose columns have the sums, means and extremes that a solver found."""

from collections.abc import Mapping
from typing import Any

from service.analysis.symbolic.domains import Number, Records, usual

_MOST = 20_000
"""Records that are written out; a list that needs more is not."""


def fold_variable(function: str, column: str) -> str:
    """The name of the variable that stands for a fold of a column."""
    return f"{function}({column})"


def size_variable(name: str) -> str:
    """The name of the variable that stands for the number of records."""
    return f"size({name})"


def records(name: str, one: Records, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """As many records as were found; what nothing was found about is as usual."""
    wanted = {column: _folds(f"{name}.{column}", values) for column in one.columns}
    least = 1 if any(any(folds.values()) for folds in wanted.values()) else 0
    count = min(values.get(size_variable(name), max(one.low, least)), _MOST)
    columns = {column: _column(kind, wanted[column], count) for column, kind in one.columns.items()}
    return [{column: items[index] for column, items in columns.items()} for index in range(count)]


def _folds(column: str, values: Mapping[str, Any]) -> dict[str, float]:
    names = {function: fold_variable(function, column) for function in ("sum", "mean", "min", "max")}
    return {function: values[name] for function, name in names.items() if name in values}


def _column(kind: Any, folds: Mapping[str, float], count: int) -> list[Any]:
    if not isinstance(kind, Number) or not folds:
        return [usual(kind)] * count
    if "sum" in folds:
        return _summing_up(folds["sum"], kind, count)
    if "mean" in folds:
        return [folds["mean"]] * count
    least = folds.get("min", folds.get("max", 0.0))
    return [least, *[folds.get("max", least)] * (count - 1)]


def _summing_up(total: float, kind: Number, count: int) -> list[float]:
    """The first items take what they can, the last ones as little as they may."""
    items = []
    for index in range(count):
        later = kind.low * (count - index - 1)
        item = min(max(total - later, kind.low), kind.high)
        items.append(item)
        total -= item
    return items
