"""A witness made small and pleasant: usual values, round numbers, few records, as long as it shows the same."""

from collections.abc import Callable, Mapping
from math import ceil, copysign, floor
from typing import Any, assert_never

from service.analysis.symbolic.domains import Boolean, Choice, Domain, Integer, Number, Records, allowed, usual

Holds = Callable[[dict[str, Any]], bool]

_PASSES = 3
_GRIDS = tuple(10**digits for digits in range(7))
_LARGE = 2.0**53


class Shrinking:
    """Tries values that are nearer to what is wanted, one input after the other, with a limit on how many."""

    def __init__(self, domains: Mapping[str, Domain], holds: Holds, *, tries: int) -> None:
        """Keep inputs within their domains and what must hold true."""
        self._domains = domains
        self._holds = holds
        self._tries = tries

    def shrink(self, inputs: Mapping[str, Any], near: Mapping[str, Any]) -> dict[str, Any]:
        """The same claim with inputs as near as can be found to those of `near`, where it has none to the usual."""
        wanted = {name: near.get(name, usual(one)) for name, one in self._domains.items()}
        found = dict(inputs)
        for _ in range(_PASSES):
            before = dict(found)
            for name, one in self._domains.items():
                found = self._one(found, name, one, wanted[name])
            if found == before or self._tries <= 0:
                break
        return found

    def _one(self, inputs: dict[str, Any], name: str, one: Domain, wanted: Any) -> dict[str, Any]:
        if _same(inputs[name], wanted):
            return inputs
        if self._fits(changed := {**inputs, name: wanted}):
            return changed
        match one:
            case Boolean():
                return inputs
            case Choice(values=values):
                earlier = (value for value in values[: values.index(inputs[name])])
                return next((x for value in earlier if self._fits(x := {**inputs, name: value})), inputs)
            case Integer():
                return self._nearer(inputs, name, int(wanted), int(inputs[name]))
            case Number():
                return self._rounder(inputs, name, float(wanted))
            case Records():
                return self._shorter(inputs, name, one)
            case unreachable:
                assert_never(unreachable)

    def _nearer(self, inputs: dict[str, Any], name: str, wanted: int, found: int, grid: int = 0) -> dict[str, Any]:
        """Halve the distance between a value that shows nothing and one that does, in steps of one over the grid."""
        best = inputs
        while abs(found - wanted) > 1:
            middle = wanted + (found - wanted) // 2
            if self._fits(changed := {**inputs, name: middle / grid if grid else middle}):
                best, found = changed, middle
            else:
                wanted = middle
        return best

    def _rounder(self, inputs: dict[str, Any], name: str, wanted: float) -> dict[str, Any]:
        """The double with the fewest digits after the point, and of these one that is near."""
        value = float(inputs[name])
        for grid in _GRIDS:
            if abs(value) * grid > _LARGE:
                break
            places = sorted((floor(value * grid), ceil(value * grid)), key=lambda place: abs(place / grid - wanted))
            for place in places:
                changed = {**inputs, name: place / grid}
                if _same(place / grid, value) or self._fits(changed):
                    return self._nearer(changed, name, floor(wanted * grid), place, grid)
        return inputs

    def _shorter(self, inputs: dict[str, Any], name: str, one: Records) -> dict[str, Any]:
        rows = inputs[name]
        for count in sorted({one.low, max(one.low, 1), len(rows) // 2} - {len(rows)}):
            if count < len(rows) and self._fits(changed := {**inputs, name: rows[:count]}):
                inputs, rows = changed, rows[:count]
                break
        plain = {column: kind.usual for column, kind in one.columns.items()}
        for column in one.columns:
            simpler = [{**row, column: plain[column]} for row in rows]
            if simpler != rows and self._fits(changed := {**inputs, name: simpler}):
                inputs, rows = changed, simpler
        return inputs

    def _fits(self, inputs: dict[str, Any]) -> bool:
        self._tries -= 1
        if self._tries < 0:
            return False
        return all(allowed(one, inputs[name]) for name, one in self._domains.items()) and self._holds(inputs)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same to a reader; a zero with a minus is not one without."""
    if isinstance(one, float) and isinstance(other, float):
        return one == other and copysign(1.0, one) == copysign(1.0, other)
    return bool(one == other)
