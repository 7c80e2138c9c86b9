"""What came out of a question, to be compared and to be put into words."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from service.language.values import shown

_SHOWN: Final = 5
"""Names or values that are shown of many."""


class Result(Struct, frozen=True, kw_only=True):
    """An outcome, the inputs that are asked for, values with their caveats, advice in order, or a kind of problem."""

    outcome: str | None = None
    ask: tuple[str, ...] = ()
    values: dict[str, float | int] = {}
    caveats: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    candidates: tuple[str, ...] | None = None
    problem: str | None = None


def words(before: Result, after: Result) -> tuple[str, str]:
    """Two results in words: short ones, unless these are alike where the results are not."""
    if before == after:
        return _short(before), _short(after)
    changed = [name for name in {**before.values, **after.values} if before.values.get(name) != after.values.get(name)]
    then, now = _short(before, changed), _short(after, changed)
    return (then, now) if then != now else (_whole(before), _whole(after))


def _short(result: Result, names: Sequence[str] | None = None) -> str:
    """The result in a few words; of values those of the `names`, where some are given."""
    values = [
        f"{name} {shown(result.values[name])}" if name in result.values else f"no {name}"
        for name in names or result.values
    ]
    return _said(result, values, _SHOWN)


def _whole(result: Result) -> str:
    values = [f"{name} {value!r}" for name, value in result.values.items()]
    values += [f"caveat {name}" for name in result.caveats]
    most = max(len(values) + len(result.candidates or ("",)), len(result.advice), len(result.ask))
    return _said(result, values, most)


def _said(result: Result, values: Sequence[str], most: int) -> str:
    if result.problem:
        return result.problem
    if result.outcome:
        return result.outcome
    if result.ask:
        return f"needs-input: {_listed(result.ask, most)}"
    if result.candidates is not None:
        return _listed((*(result.candidates or ("no candidate",)), *values), most)
    return _listed(values or result.advice, most) or "nothing"


def _listed(items: Iterable[str], most: int) -> str:
    every = [*items]
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return f"{', '.join(every[:most])}{more}"
